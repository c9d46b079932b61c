"""The levels of the computer, and the offers after several games."""

from typing import Any

import discord
import pytest

from bot.game.games import ChannelId, Level
from bot.game.ratings import next_level
from tests.e2e.club import Answer, Club, buttons
from tests.stored import latest_game


async def lose(club: Club) -> Answer:
    """Lose a game against the computer, by resigning after a move, and return its end."""
    await club.slash(club.ann, "new", ai="classic")
    await club.slash(club.ann, "move", i=1, j=1)
    return await club.resign(club.ann)


@pytest.mark.parametrize("level", ["medium", "hard"])
async def test_a_level_that_searches_plays_to_the_end(level: str, club: Club) -> None:
    board = await club.slash(club.ann, "new", ai=level, first="computer")
    assert f"the computer ({level})" in board.text
    await club.replied()
    while not (game := await club.game()).result:
        cell = game.board.legal_moves[0]
        await club.slash(club.ann, "move", i=cell.row, j=cell.col)
        await club.replied()
    won = "won" if game.result.winner is game.side(club.ann.id) else "lost" if game.result.winner else "drawn"
    stats = (await club.slash(club.ann, "stats")).text
    assert f"Against the computer ({level}): " in stats
    assert f"1 {won}" in stats


async def test_three_losses_in_a_row_offer_the_level_below(club: Club) -> None:
    for _ in range(2):
        assert not any("level" in label for label in (await lose(club)).buttons)
    end = await lose(club)
    assert end.buttons[-1] == "Easier level: easy"
    board = await club.click(club.ann, "Easier level: easy", end)
    assert "the computer (easy)" in board.text


@pytest.mark.parametrize(
    ("results", "level", "offered"),
    [
        (["won"] * 3, Level.CLASSIC, Level.MEDIUM),
        (["won"] * 3, Level.HARD, Level.EXPERT),
        (["won"] * 3, Level.EXPERT, None),
        (["lost"] * 3, Level.MEDIUM, Level.CLASSIC),
        (["lost"] * 3, Level.EASY, None),
        (["won"] * 2, Level.EASY, None),
        (["won", "drawn", "won"], Level.EASY, None),
        (["drawn"] * 3, Level.CLASSIC, None),
    ],
)
def test_the_offered_level_depends_on_the_last_three_results(
    results: list[str], level: Level, offered: Level | None
) -> None:
    assert next_level(level, results) is offered


async def win(club: Club, where: Any) -> Answer:
    """Win against the computer where X always does, and return the end."""
    await club.slash(club.ann, "new", m=2, k=2, ai="classic", where=where)
    await club.slash(club.ann, "move", i=0, j=0, where=where)
    game = await latest_game(club.store, ChannelId(where.id))
    assert game
    cell = game.board.legal_moves[0]
    return await club.slash(club.ann, "move", i=cell.row, j=cell.col, where=where)


async def test_a_first_win_is_celebrated_once_and_offers_the_next_level(club: Club) -> None:
    first, second = await win(club, club.channel), await win(club, club.other_channel)
    words = "🎉 First win against **classic**!"
    assert first.below[1:] == [words]
    assert first.buttons[-1] == "Next level: medium"
    assert words not in second.text
    assert second.buttons[-1] == "⋯ More"
    await club.click(club.ann, "Undo", first)
    await club.restart()
    game = await club.game()
    cell = game.board.legal_moves[0]
    again = await club.slash(club.ann, "move", i=cell.row, j=cell.col)
    assert again.below[1:] == [words]


async def test_a_loss_with_a_proven_mistake_offers_the_review(club: Club) -> None:
    await club.slash(club.ann, "new", ai="classic", first="computer")
    while (game := await club.game()).result is None:
        board = game.board
        bad = [cell for cell in board.legal_moves if cell not in board.winning_moves(board.turn.other)]
        cell = (bad or board.legal_moves)[0]
        await club.slash(club.ann, "move", i=cell.row, j=cell.col)
    await club.replied()
    assert game.result.winner is game.side(club.ann.id).other
    [review] = [button for button in buttons(club.newest) if button.label == "Review"]
    assert review.style is discord.ButtonStyle.primary
