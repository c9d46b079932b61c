"""The swap: its button, its sentences, and its replay."""

import pytest

from tests.e2e.club import Club

RULE = "After the first move, the other player may take X."
OFFER = "You can also play on as X: tap **Take X**."


async def begin(club: Club, **options: object) -> None:
    """Ann (X) has made the first move against Bob (O), who may take X."""
    await club.duel(swap=True, **options)
    await club.slash(club.ann, "move", i=1, j=1)


async def test_challenges_and_boards_explain_the_swap(club: Club) -> None:
    challenge = await club.slash(club.ann, "new", opponent=club.bob, swap=True)
    assert f"3×3, 3 in a row. {RULE} Open until" in challenge.text
    looking = await club.slash(club.cy, "new", where=club.other_channel, swap=True)
    assert f"3×3, 3 in a row. {RULE} Open until" in looking.text
    await club.click(club.bob, "Accept", challenge)
    assert club.shown.text.endswith(f"Your turn, @ann (X): tap a cell. {RULE}")
    assert "Take X" not in club.shown.buttons


@pytest.mark.parametrize("size", [3, 5, 6])
async def test_a_button_takes_x_right_after_the_first_move(size: int, club: Club) -> None:
    await begin(club, m=size, k=size)
    assert OFFER in club.shown.text
    assert club.shown.buttons[-1] == "Take X"
    board = await club.click(club.bob, "Take X")
    assert board.text.startswith(f"**X** @bob vs **O** @ann · {size}×{size}")
    assert "@bob took X right after the first move.\nYour turn, @ann (O):" in board.text
    assert "Take X" not in board.buttons


async def test_an_undo_gives_x_back(club: Club) -> None:
    await begin(club)
    await club.click(club.bob, "Take X")
    back = await club.click(club.bob, "Undo")
    assert "@bob gave X back." in back.text
    assert back.buttons[-1] == "Take X"
    await club.click(club.bob, "Take X")
    question = await club.slash(club.ann, "undo")
    line = question.text.splitlines()[1]
    assert line == "@bob: @ann would like to undo the first move, (1, 1), after which you took X."
    await club.click(club.bob, "Allow", question)
    assert club.shown.text.startswith("**X** @ann vs **O** @bob")
    await club.moves((1, 1))
    await club.click(club.bob, "Take X")
    await club.slash(club.ann, "move", i=0, j=0)
    question = await club.slash(club.bob, "undo")
    line = question.text.splitlines()[1]
    assert line == "@ann: @bob would like to give X back, which also undoes your reply, (0, 0)."


async def test_replay_and_reading_mention_the_swap(club: Club) -> None:
    await begin(club)
    assert "Take X" not in (await club.slash(club.ann, "read")).text
    assert OFFER in (await club.slash(club.bob, "read")).text
    await club.click(club.bob, "Take X")
    await club.slash(club.ann, "move", i=0, j=0)
    took = "@bob took X right after the first move."
    assert f"\n{took}\n" in (await club.slash(club.cy, "read")).text
    replay = await club.slash(club.ann, "replay")
    assert took in replay.text
    assert "1. X (1, 1) swap  O (0, 0)" in replay.text
    assert replay.message
    assert "After the first move, the other player took X." in (replay.message.attachments[0].description or "")


async def test_the_board_says_that_the_computer_took_x(club: Club) -> None:
    await club.slash(club.ann, "new", ai="classic", swap=True)
    board = await club.slash(club.ann, "move", i=1, j=1)
    assert board.text.startswith("**X** the computer (classic) vs **O** @ann")
    assert "The computer took X right after the first move.\nYour turn, @ann (O)" in board.text
    again = await club.click(club.ann, "Rematch", await club.resign(club.ann))
    assert again.text.startswith("**X** @ann vs **O** the computer (classic)")
    assert RULE in again.text


async def test_a_hint_suggests_taking_x_where_x_wins(club: Club) -> None:
    await club.slash(club.ann, "new", m=4, n=3, k=3, ai="expert", first="computer", swap=True)
    hint = await club.slash(club.ann, "hint")
    assert "Tap **Take X**: X can force a win now." in hint.text
