"""Series before the loopback Discord: what kills, lost answers and two thumbs at once leave of them."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.processes.real import CALLBACK, duel, joined, moved, rows, win


def series(folder: Path) -> list[tuple[int, ...]]:
    return rows(folder, "SELECT id, number, began_won, other_won, previous FROM games ORDER BY id")


async def test_a_series_is_played_on_after_kills_to_its_one_result(discord: Loopback, tmp_path: Path) -> None:
    async with joined(discord, tmp_path) as bot:
        over = await win(discord, await duel(discord, best_of=3))
        await bot.kill()
    async with joined(discord, tmp_path) as bot:
        board = (await discord.press(BOB, "Next game", over)).message
        await bot.kill()
    async with joined(discord, tmp_path):
        over = await win(discord, board, BOB)
        board = (await discord.press(BOB, "Next game", over)).message
        over = await win(discord, board)
        assert f"<@{ANN}> won the series 2\N{EN DASH}1." in over["content"]
    assert series(tmp_path) == [(1, 1, 0, 0, None), (2, 2, 0, 1, 1), (3, 3, 1, 1, 2)]
    assert rows(tmp_path, "SELECT won + lost + drawn FROM ratings") == [(3,), (3,)]


@pytest.mark.usefixtures("bot")
async def test_next_game_begins_one_game_by_two_presses_at_once_and_by_one_whose_answer_got_lost(
    discord: Loopback, tmp_path: Path
) -> None:
    over = await win(discord, await duel(discord, best_of=3))
    answers = await asyncio.gather(*(discord.press(user, "Next game", over) for user in (ANN, BOB)))
    assert [number for _, number, *_ in series(tmp_path)] == [1, 2]
    over = await win(discord, next(answer.message for answer in answers if moved(answer)), BOB)
    discord.faults.add(CALLBACK, drop=True)
    await discord.press(ANN, "Next game", over)
    again = await discord.press(BOB, "Next game", over)
    board = again.message if moved(again) else (await discord.slash(BOB, "board")).message
    assert moved(await discord.press(ANN, "1:1", board))
    assert [number for _, number, *_ in series(tmp_path)] == [1, 2, 3]
