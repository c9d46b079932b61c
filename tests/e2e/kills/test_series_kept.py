"""Series and seasons before the loopback Discord: what kills, lost answers and two thumbs at once leave of them."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, answered
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, Json
from tests.e2e.processes.real import CALLBACK, joined, moved, rows

WON = ("0:0", "1:0", "0:1", "1:1", "0:2")


async def begin(discord: Loopback) -> Json:
    """Let Bob accept Ann's challenge to a series, and return the board."""
    challenge = await discord.slash(ANN, "new", opponent=BOB, best_of=3)
    return await (await discord.press(BOB, "Accept", challenge.message)).follow_up()


async def win(discord: Loopback, board: Json, first: int = ANN) -> Json:
    """Let whoever begins a game win it by taps, and return its last board."""
    people = (first, BOB if first == ANN else ANN)
    for number, cell in enumerate(WON):
        board = (await discord.press(people[number % 2], cell, board)).message
    return board


def series(folder: Path) -> list[tuple[int, ...]]:
    return rows(folder, "SELECT id, number, began_won, other_won, previous FROM games ORDER BY id")


async def test_a_series_is_played_on_after_kills_to_its_one_result(discord: Loopback, tmp_path: Path) -> None:
    async with joined(discord, tmp_path) as bot:
        over = await win(discord, await begin(discord))
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
async def test_two_who_press_at_once_get_one_game(discord: Loopback, tmp_path: Path) -> None:
    over = await win(discord, await begin(discord))
    answers = await asyncio.gather(*(discord.press(user, "Next game", over) for user in (ANN, BOB)))
    assert sorted(moved(answer) for answer in answers) in ([False, True], [True, True])
    assert [number for _, number, *_ in series(tmp_path)] == [1, 2]


@pytest.mark.usefixtures("bot")
async def test_a_lost_answer_to_next_game_leaves_a_game_to_be_played(discord: Loopback, tmp_path: Path) -> None:
    over = await win(discord, await begin(discord))
    discord.faults.add(CALLBACK, drop=True)
    await discord.press(ANN, "Next game", over)
    again = await discord.press(BOB, "Next game", over)
    board = again.message if moved(again) else (await discord.slash(BOB, "board")).message
    assert moved(await discord.press(BOB, "1:1", board))
    assert [number for _, number, *_ in series(tmp_path)] == [1, 2]


async def as_manager(discord: Loopback, kind: int, data: Json, on: Json | None = None) -> Interaction:
    """Use a command or press a button as Ann, who may manage the server here."""
    made = discord.make(kind, CHANNELS[0], ANN, data, on)
    made.payload["member"]["permissions"] = payloads.PERMISSIONS
    await discord.deliver(made)
    return await answered(made)


async def test_a_season_that_has_begun_survives_a_kill(discord: Loopback, tmp_path: Path) -> None:
    async with joined(discord, tmp_path) as bot:
        await win(discord, await begin(discord))
        panel = await as_manager(discord, 2, {"id": "1", "name": "ttt-settings", "type": 1})
        season = payloads.component(payloads.buttons(panel.message)["New season"], 2)
        question = await as_manager(discord, 3, season, panel.message)
        start = {"custom_id": payloads.buttons(question.message)["Start season 2"], "component_type": 2}
        begun = await as_manager(discord, 3, start, question.message)
        assert begun.text.startswith("Season 2 has begun.")
        await bot.kill()
    async with joined(discord, tmp_path):
        again = await as_manager(discord, 3, start, question.message)
        assert (again.private, again.text) == (True, "That season has already begun. The current season is 2.")
        top = await discord.slash(BOB, "top")
        await top.carried_out()
        assert top.text.startswith("No rated games in this season yet.")
    assert rows(tmp_path, "SELECT number FROM seasons") == [(2,)]
