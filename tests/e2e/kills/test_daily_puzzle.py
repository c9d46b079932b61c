"""The daily puzzle of the real process: posted as far as Discord lets it, and tapped while the process is killed."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.game.puzzles import day_of, puzzle_of
from tests.e2e.discord.loopback import Interaction, Loopback, answered
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, Json, buttons
from tests.e2e.processes.real import CALLBACK, joined, rows, until

POST = "POST /channels/.*/messages"
EDIT = "PATCH /webhooks/"
MANAGE_GUILD = str(1 << 5)
BUSY = "Too many hints and reviews are running"
REFUSED = [(403, 50001), (403, 50013), (404, 10003), (400, 50083)]  # access, permissions, deleted, archived


async def by_manager(discord: Loopback, user: int, **options: str) -> Interaction:
    """Let somebody who manages the server send `/ttt puzzle`."""
    asked = discord.make(2, CHANNELS[0], user, discord.command("puzzle", **options))
    asked.payload["member"]["permissions"] = MANAGE_GUILD
    await discord.deliver(asked)
    await answered(asked)
    await asked.carried_out()
    return asked


def make_due(folder: Path) -> None:
    """Let a server have had its last puzzle yesterday."""
    with closing(sqlite3.connect(folder / "ttt.sqlite3", isolation_level=None)) as database:
        database.execute("UPDATE puzzle_channels SET day = day - 1")


def has_failed(folder: Path) -> bool:
    return rows(folder, "SELECT has_failed FROM puzzle_channels") == [(1,)]


@pytest.mark.parametrize(("status", "code"), REFUSED)
async def test_who_manages_the_server_is_told_once_that_it_could_not_be_posted(
    discord: Loopback, tmp_path: Path, status: int, code: int
) -> None:
    async with joined(discord, tmp_path):
        await by_manager(discord, CY, post="here")
        discord.faults.add(POST, status=status, code=code)
        make_due(tmp_path)
    async with joined(discord, tmp_path, SWEEPING="0.05"):
        await until(lambda: has_failed(tmp_path))
        member = await discord.slash(ANN, "puzzle")
        told = await (await by_manager(discord, BOB)).follow_up()
        await until(lambda: not has_failed(tmp_path))
        second = await by_manager(discord, CY)
    assert f"couldn't be posted in <#{CHANNELS[0]}>" in told["content"]
    assert told["flags"] & 64
    assert [len(one.messages) for one in (member, second)] == [1, 1]
    assert len(discord.sent("POST", "^/channels/")) == 2  # yesterday's, and today's once


@pytest.mark.usefixtures("bot")
async def test_it_is_not_posted_from_now_on_where_it_can_not_be_posted_now(discord: Loopback, tmp_path: Path) -> None:
    for status, code in REFUSED[:2]:
        fault = discord.faults.add(POST, status=status, code=code)
        told = await by_manager(discord, CY, post="here")
        await fault.strikes()
        assert told.text.startswith("I can't post here.")
        assert rows(tmp_path, "SELECT * FROM puzzle_channels") == []


async def about_to_fail(discord: Loopback, on: Json) -> Callable[[], Awaitable[Interaction]]:
    """Let Ann choose a cell that lets O escape, and return how she taps it or sends the form with it."""
    puzzle = puzzle_of(day_of(datetime.now(UTC)))
    cell = next(cell for cell in puzzle.board.legal_moves if cell != puzzle.line[0])
    if "Move" in buttons(on):
        form = await discord.press(ANN, "Move", on)
        return lambda: discord.send_form(ANN, form, f"{cell.row} {cell.col}")
    return lambda: discord.send_press(ANN, f"{cell.row}:{cell.col}", on)


async def taken(tap: Callable[[], Awaitable[Interaction]]) -> None:
    """Tap until the coach has time for it, whose worker starts slowly on a busy machine."""
    async with asyncio.timeout(60):
        while True:
            tapped = await answered(await tap())
            await tapped.carried_out()
            if BUSY not in tapped.text:
                return


@pytest.mark.parametrize("moment", [CALLBACK, EDIT])
async def test_a_tap_counts_once_however_the_process_is_killed(discord: Loopback, tmp_path: Path, moment: str) -> None:
    async with joined(discord, tmp_path) as bot:
        shown = await discord.slash(ANN, "puzzle")
        begun = rows(tmp_path, "SELECT begun FROM attempts")
        tap = await about_to_fail(discord, shown.message)
        struck = discord.faults.add(moment, hang=True)
        await tap()
        await struck.strikes()
        await bot.kill()
    async with joined(discord, tmp_path):
        await taken(await about_to_fail(discord, shown.message))
        assert rows(tmp_path, "SELECT step, failed FROM attempts") == [(1, 1)]
        assert rows(tmp_path, "SELECT begun FROM attempts") == begun
        again = await discord.slash(ANN, "puzzle")
        assert "You're X: win in" in again.text
