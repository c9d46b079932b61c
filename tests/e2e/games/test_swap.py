"""The swap as people meet it: the button, the words, what is old after it, and the replay."""

import pytest

from bot.game.games import UserId
from engine import Cell, Mark
from tests.e2e.club import Club, refused


async def begun(club: Club, **options: object) -> None:
    """Ann (X) plays Bob (O), who may take X after the first mark."""
    await club.slash(club.ann, "new", opponent=club.bob, swap=True, **options)
    await club.click(club.bob, "Accept")


async def test_a_challenge_and_the_board_say_that_x_may_be_taken(club: Club) -> None:
    rule = "After the first move, the other player may take X."
    challenge = await club.slash(club.ann, "new", opponent=club.bob, swap=True)
    assert f"3×3, 3 in a row. {rule} Open until" in challenge.text
    looking = await club.slash(club.cy, "new", where=club.other_channel, swap=True)
    assert f"Who's in? {rule} Open until" in looking.text
    await club.click(club.bob, "Accept", challenge.message)
    assert club.newest.content.endswith(f"Your turn, <@{club.ann.id}> (X): tap a cell. {rule}")


@pytest.mark.parametrize("size", [3, 5, 6])
async def test_x_is_taken_by_a_button_that_is_there_for_one_ply(size: int, club: Club) -> None:
    await begun(club, m=size, k=size)
    assert "Take X" not in labels(club)
    await club.slash(club.ann, "move", i=1, j=1)
    assert "You can also play on as X: tap **Take X**." in club.newest.content
    assert labels(club)[-1] == "Take X"
    taken = await club.click(club.bob, "Take X")
    assert taken.text.startswith(f"**X** <@{club.bob.id}> vs **O** <@{club.ann.id}> · {size}×{size}")
    assert f"<@{club.bob.id}> took X right after the first move.\nYour turn, <@{club.ann.id}> (O):" in taken.text
    assert "Take X" not in labels(club)
    await club.slash(club.ann, "move", i=0, j=0)
    game = await club.game()
    assert (game.side(UserId(club.bob.id)), game.plies) == (Mark.X, (Cell(1, 1), Cell(0, 0)))


def labels(club: Club) -> list[str]:
    rows = club.newest.components
    return [button.label or "" for row in rows for button in getattr(row, "children", ())]


async def test_a_button_that_somebody_made_up_takes_no_x(club: Club) -> None:
    await club.duel()
    await club.slash(club.ann, "move", i=1, j=1)
    game = await club.game()
    message = await club.planted(made_up := f"ttt:{game.id}:1:swap")
    words = "You can take X only right after the first move, in a game started with `swap:true`."
    await refused(club, lambda c: c.press(c.bob, made_up, message), words, whole=True)


async def test_x_is_given_back_by_undo(club: Club) -> None:
    await begun(club)
    await club.slash(club.ann, "move", i=1, j=1)
    await club.click(club.bob, "Take X")
    back = await club.click(club.bob, "Undo")
    assert f"<@{club.bob.id}> gave X back." in back.text
    assert labels(club)[-1] == "Take X"
    await club.click(club.bob, "Take X")
    asked = await club.slash(club.ann, "undo")
    assert asked.text == (
        f"<@{club.bob.id}>, <@{club.ann.id}> would like to take back the first move, (1, 1), after which you took X."
    )
    await club.click(club.bob, "Allow", asked.message)
    assert club.newest.content.startswith(f"**X** <@{club.ann.id}> vs **O** <@{club.bob.id}>")
    await club.moves((1, 1))
    await club.click(club.bob, "Take X")
    await club.slash(club.ann, "move", i=0, j=0)
    asked = await club.slash(club.bob, "undo")
    assert (
        asked.text == f"<@{club.ann.id}>, <@{club.bob.id}> would like to give X back and take back your reply, (0, 0)."
    )


async def test_replay_and_reading_name_it(club: Club) -> None:
    await begun(club)
    await club.slash(club.ann, "move", i=1, j=1)
    assert "Take X" not in (await club.slash(club.ann, "read")).text
    assert "You can also play on as X: tap **Take X**." in (await club.slash(club.bob, "read")).text
    await club.click(club.bob, "Take X")
    await club.slash(club.ann, "move", i=0, j=0)
    took = f"<@{club.bob.id}> took X right after the first move."
    assert f"\n{took}\n" in (await club.slash(club.cy, "read")).text
    replay = await club.slash(club.ann, "replay")
    sent = replay.result.response
    assert took in sent.content
    assert "1. X (1, 1) swap  O (0, 0)" in sent.content
    [attached] = sent.attachments
    assert "After the first move, the other player took X." in attached.description


async def test_the_computer_says_that_it_took_x(club: Club) -> None:
    await club.slash(club.ann, "new", ai="classic", swap=True)
    taken = await club.slash(club.ann, "move", i=1, j=1)
    assert taken.text.startswith(f"**X** the computer (classic) vs **O** <@{club.ann.id}>")
    assert f"The computer took X right after the first move.\nYour turn, <@{club.ann.id}> (O)" in taken.text
    over = await club.resign(club.ann)
    again = await club.click(club.ann, "Rematch", over.message)
    assert again.text.startswith(f"**X** <@{club.ann.id}> vs **O** the computer (classic)")
    assert "After the first move, the other player may take X." in again.text


async def test_a_hint_is_to_take_x_where_x_wins(club: Club) -> None:
    await club.slash(club.ann, "new", m=4, n=3, k=3, ai="expert", first="computer", swap=True)
    hint = await club.slash(club.ann, "hint")
    assert "Tap **Take X**: X can force a win now." in hint.text
