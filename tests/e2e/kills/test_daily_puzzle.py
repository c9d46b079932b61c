"""The daily puzzle of the real process: posted as far as Discord lets it, and tapped while the process is killed."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.game.puzzles import day_of, puzzle_of
from tests.databases import sqlite_file
from tests.e2e.discord.loopback import Interaction, Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, GUILD, MEMBER, Json, buttons
from tests.e2e.processes.real import CALLBACK, change, rows, running_bot, until

POST = "POST /channels/.*/messages"
EDIT = "PATCH /webhooks/"
MANAGE_GUILD = 1 << 5


async def by_manager(discord: Loopback, user: int, **options: Any) -> Interaction:
    """Let a manager of the server send `/ttt puzzle`."""
    discord.member_permissions = MEMBER | MANAGE_GUILD
    answer = await discord.slash(user, "puzzle", **options)
    discord.member_permissions = MEMBER
    await answer.finish()
    return answer


def make_due(folder: Path) -> None:
    """Make a database in which a server had its last puzzle yesterday."""
    sqlite_file(folder / "ttt.sqlite3")
    row = (GUILD, CHANNELS[0], day_of(datetime.now(UTC)) - 1)
    change(folder, "INSERT INTO puzzle_channels (guild, channel, day, has_failed) VALUES (?, ?, ?, FALSE)", *row)


def has_failed(folder: Path) -> bool:
    return rows(folder, "SELECT has_failed FROM puzzle_channels") == [(1,)]


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])  # permissions, channel
async def test_a_manager_learns_once_of_a_refused_puzzle(
    discord: Loopback, tmp_path: Path, status: int, code: int
) -> None:
    make_due(tmp_path)
    fault = discord.faults.add(POST, status=status, code=code, forever=True)
    async with running_bot(discord, tmp_path, SWEEPING="0.05"):
        await fault.strikes()
        await until(lambda: has_failed(tmp_path))
        member = await discord.slash(ANN, "puzzle")
        notice = await (await by_manager(discord, BOB)).follow_up()
        await until(lambda: not has_failed(tmp_path))
        second = await by_manager(discord, CY)
    assert f"couldn't be posted in <#{CHANNELS[0]}>" in notice["content"]
    assert notice["flags"] & 64
    assert [len(one.messages) for one in (member, second)] == [1, 1]
    assert len(discord.requests_to("POST", "^/channels/")) == (2 if code == 50013 else 1)  # also without its picture


@pytest.mark.usefixtures("bot")
async def test_a_refused_first_puzzle_schedules_no_others(discord: Loopback, tmp_path: Path) -> None:
    for code in (50001, 50013):
        fault = discord.faults.add(POST, status=403, code=code, forever=True)
        answer = await by_manager(discord, CY, post="here")
        await fault.strikes()
        assert answer.text.startswith("I can't post here.")
        assert rows(tmp_path, "SELECT * FROM puzzle_channels") == []
        discord.faults.clear()


async def about_to_fail(discord: Loopback, user: int, on: Json) -> Callable[[], Awaitable[Interaction]]:
    """Choose a cell that lets O escape; return a function that taps it or sends the form with it."""
    puzzle = puzzle_of(day_of(datetime.now(UTC)))
    cell = next(cell for cell in puzzle.board.legal_moves if cell != puzzle.line[0])
    if "Move" in buttons(on):
        form = await discord.press(user, "Move", on)
        return lambda: discord.send_form(user, form, f"{cell.row} {cell.col}")
    return lambda: discord.send_press(user, f"{cell.row}:{cell.col}", on)


async def test_a_tap_on_a_puzzle_counts_once_after_a_kill(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        messages = {user: (await discord.slash(user, "puzzle")).message for user in (ANN, BOB)}
        starts = rows(tmp_path, "SELECT begun FROM attempts ORDER BY user")
        for user, moment in ((ANN, CALLBACK), (BOB, EDIT)):
            tap = await about_to_fail(discord, user, messages[user])
            fault = discord.faults.add(moment, hang=True)
            await tap()
            await fault.strikes()
        await bot.kill()
    async with running_bot(discord, tmp_path, WORKER_GRACE="60"):  # on a busy machine, the coach starts slowly
        for user, on in messages.items():
            tap = await about_to_fail(discord, user, on)
            await (await answer_to(await tap())).finish()
        assert rows(tmp_path, "SELECT step, failed FROM attempts") == [(1, 1), (1, 1)]
        assert rows(tmp_path, "SELECT begun FROM attempts ORDER BY user") == starts
        again = await discord.slash(ANN, "puzzle")
        assert "You're X: win in" in again.text
