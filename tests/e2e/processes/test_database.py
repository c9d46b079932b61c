"""The real process before a database that is locked, full, or gone and back."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.database.store import Store
from bot.game.games import ChannelId
from engine import Cell
from tests.databases import PostgresServer, filled, small_disk
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, Json
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import duel, plies, running_bot, shows_board
from tests.stored import latest_game

UNCHANGED = "isn't responding"


async def is_refused_and_then_taken(discord: Loopback, bot: Process, board: Json, answer: Interaction) -> str:
    """Check the answer while the database failed, and that the same press counts now; return the log."""
    assert answer.private
    assert UNCHANGED in answer.text
    assert "Nothing was changed" in answer.text
    assert answer.took < 3
    assert shows_board(await discord.press(ANN, "1:1", board))
    bot.process.terminate()
    assert await bot.exit_code() == 0
    [reference] = re.findall("`([0-9a-f]{8})`", answer.text)
    assert reference in bot.output
    assert "Traceback" not in bot.output
    return bot.output


async def test_a_locked_file_is_reported_and_the_press_counts_later(
    discord: Loopback, tmp_path: Path, bot: Process
) -> None:
    board = await duel(discord)
    with closing(sqlite3.connect(tmp_path / "ttt.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await discord.press(ANN, "1:1", board)
        other.execute("ROLLBACK")
    assert "locked" in await is_refused_and_then_taken(discord, bot, board, answer)
    assert plies(tmp_path) == [(1, 1)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    try:
        with small_disk(tmp_path / "disk", "2m") as disk:
            yield disk
    except PermissionError:
        pytest.skip("only root may mount")


async def test_a_full_disk_is_reported_and_the_press_counts_later(discord: Loopback, disk: Path) -> None:
    async with running_bot(discord, disk) as bot:
        board = await duel(discord)
        with filled(disk):
            answer = await discord.press(ANN, "1:1", board)
        assert "full" in await is_refused_and_then_taken(discord, bot, board, answer)
    assert plies(disk) == [(1, 1)]


async def test_a_stopped_server_is_reported_and_the_press_counts_later(
    discord: Loopback, tmp_path: Path, postgres: PostgresServer, url: str
) -> None:
    async with running_bot(discord, tmp_path, DATABASE_URL=url) as bot:
        board = await duel(discord)
        await asyncio.to_thread(postgres.stop)
        answer = await discord.press(ANN, "1:1", board)
        assert UNCHANGED in (await discord.slash(BOB, "stats")).text
        await asyncio.to_thread(postgres.start)
        await is_refused_and_then_taken(discord, bot, board, answer)
    assert await saved_plies(url) == (Cell(1, 1),)


async def test_a_hanging_server_is_reported_and_a_press_counts_once(
    discord: Loopback, tmp_path: Path, postgres: PostgresServer, url: str
) -> None:
    async with running_bot(discord, tmp_path, DATABASE_URL=url) as bot:
        board = await duel(discord)
        with postgres.paused():
            acts = [discord.press(ANN, "1:1", board), discord.slash(BOB, "stats"), discord.slash(BOB, "me")]
            answers = await asyncio.gather(*acts)
            answers.append(await discord.slash(BOB, "board", channel=CHANNELS[1]))
        assert [
            answer.text for answer in answers if UNCHANGED not in answer.text and "very busy" not in answer.text
        ] == []
        assert "may not have been saved" in answers[0].text
        await discord.press(ANN, "1:1", board)
        bot.process.terminate()
        assert await bot.exit_code() == 0
        assert "Traceback" not in bot.output
    assert await saved_plies(url) == (Cell(1, 1),)


async def saved_plies(url: str) -> tuple[Cell, ...]:
    """Return the cells of the channel's game."""
    store = await Store.open(url)
    game = await latest_game(store, ChannelId(CHANNELS[0]))
    await store.close()
    assert game
    return tuple(game.plies)


async def test_two_processes_make_one_move_and_show_the_same_board(discord: Loopback, tmp_path: Path, url: str) -> None:
    async with serving() as other_discord, running_bot(discord, tmp_path, DATABASE_URL=url):
        board = await duel(discord)
        async with running_bot(other_discord, tmp_path, DATABASE_URL=url):
            other_discord.messages[board["id"]] = board
            both = (one.press(ANN, cell, board) for one, cell in ((discord, "0:0"), (other_discord, "1:1")))
            answers = await asyncio.gather(*both)
    assert len(await saved_plies(url)) == 1
    assert len({answer.text.split("```")[1] for answer in answers if shows_board(answer)}) == 1
    assert all(shows_board(answer) or answer.text.startswith("It isn't your turn") for answer in answers)
