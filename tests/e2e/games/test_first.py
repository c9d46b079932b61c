"""Who goes first, as people choose it and read it."""

import asyncio

import pytest

from bot.game.games import UserId
from engine import Mark
from tests.e2e.club import Club, refused

THINKING = "The computer is thinking…"


async def replied(club: Club) -> None:
    """Wait until the expert's move is shown in the newest board."""
    async with asyncio.timeout(60):
        while THINKING in club.newest.content:
            await asyncio.sleep(0.01)


async def test_the_computer_goes_first_in_the_answer_itself(club: Club) -> None:
    answer = await club.slash(club.ann, "new", ai="classic", first="computer")
    [first] = (await club.game()).plies
    header, *_, moved, to_move = answer.text.splitlines()
    assert header == f"**X** the computer (classic) vs **O** <@{club.ann.id}> · 3×3, 3 in a row"
    assert moved.startswith(f"The computer took ({first.row}, {first.col})")
    assert to_move == f"Your turn, <@{club.ann.id}> (O): tap a cell."
    assert not answer.private
    row, col = next(iter((await club.game()).board.legal_moves))
    await club.tap(club.ann, row, col)
    assert len((await club.game()).plies) == 3


async def test_the_experts_first_move_follows_like_any_other(club: Club) -> None:
    answer = await club.slash(club.ann, "new", ai="expert", first="computer")
    assert answer.message
    await replied(club)
    assert club.newest.id == answer.message.id
    assert sum(THINKING in str(entry.json) for entry in club.env.http_requests) == 1
    assert club.newest.content.endswith(f"Your turn, <@{club.ann.id}> (O): tap a cell.")
    assert len((await club.game()).plies) == 1


async def test_the_loser_to_a_computer_that_went_first_reads_who_won(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", first="computer")
    ended = await club.resign(club.ann)
    assert ended.text.splitlines()[-1].startswith("Player 1 won: **the computer** (X).")
    assert "resigned" in ended.text
    replay = await club.slash(club.ann, "replay")
    assert "**X** the computer (easy) vs **O**" in replay.text


@pytest.mark.parametrize(
    ("first", "words"),
    [("me", ""), ("opponent", " {bob} goes first."), ("random", " A coin toss decides who goes first.")],
)
async def test_a_challenge_says_who_goes_first(first: str, words: str, club: Club) -> None:
    answer = await club.slash(club.ann, "new", opponent=club.bob, first=first)
    bob = f"<@{club.bob.id}>"
    said = f"{bob}, <@{club.ann.id}> challenges you to a game: 3×3, 3 in a row.{words.format(bob=bob)} Open until"
    assert answer.text.startswith(said)


@pytest.mark.parametrize(
    ("first", "words"),
    [("me", ""), ("opponent", " The player who joins goes first."), ("random", " A coin toss decides who goes first.")],
)
async def test_an_open_challenge_says_who_goes_first(first: str, words: str, club: Club) -> None:
    answer = await club.slash(club.ann, "new", first=first)
    assert f"Who's in?{words} Open until" in answer.text


async def test_the_computer_can_not_go_first_between_people(club: Club) -> None:
    words = "The computer can go first only if you play against it. Add `ai`, or choose another `first`."
    await refused(club, lambda c: c.slash(c.ann, "new", opponent=c.bob, first="computer"), words, whole=True)
    await refused(club, lambda c: c.slash(c.ann, "new", first="computer"), words, whole=True)


async def test_sides_are_swapped_with_the_computer_by_a_button(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", m=4)
    over = await club.resign(club.ann)
    assert "⋯ More" in over.buttons
    await club.click(club.ann, "Swap sides")
    assert f"**X** the computer (easy) vs **O** <@{club.ann.id}> · 4×4" in club.newest.content
    game = await club.game()
    assert (game.side(UserId(club.ann.id)), len(game.plies)) == (Mark.O, 1)
