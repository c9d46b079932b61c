"""The real process before the loopback Discord: how a test starts it, plays with it and looks into its database."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path
from typing import Any

from bot import deadlines
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import ANN, BOB, Json
from tests.e2e.processes.process import Process, forked

CALLBACK = "POST /interactions/.*/callback"


def bot_at(discord: Loopback, folder: Path, **settings: str) -> AbstractAsyncContextManager[Process]:
    """Start the bot, with its database in a folder and an expert that thinks for a moment."""
    variables = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url, "AI_BUDGET": "0.1", "AI_WORKERS": "1"} | settings
    return forked(folder, "tests.e2e.processes.loopback_bot", **variables)


@asynccontextmanager
async def running_bot(discord: Loopback, folder: Path, **settings: str) -> AsyncGenerator[Process]:
    """Start the bot, and wait until it is in Discord; unless it has ended before, it ends well."""
    async with bot_at(discord, folder, **settings) as bot:
        await discord.gateway.wait_for_bot()
        yield bot
        if bot.process.returncode is None:
            await stop_cleanly(bot)


async def check(folder: Path, discord: Loopback | None = None, **settings: str) -> tuple[int, list[str]]:
    """Return the exit code and the lines of `python -m bot check`."""
    if discord is None:
        module, variables = "bot", settings
    else:
        module = "tests.e2e.processes.loopback_bot"
        variables = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url} | settings
    async with forked(folder, module, "check", **variables) as process:
        code = await process.exit_code()
        return code, process.output.splitlines()


async def duel(discord: Loopback, **options: Any) -> Json:
    """Let Bob accept Ann's challenge, and return the board."""
    challenge = await discord.slash(ANN, "new", opponent=BOB, **options)
    answer = await discord.press(BOB, "Accept", challenge.message)
    return await answer.follow_up()


async def win(discord: Loopback, board: Json, first: int = ANN) -> Json:
    """Let Ann, or Bob, begin a game with the other and win it by taps; return its last board."""
    people = (first, BOB if first == ANN else ANN)
    for number, cell in enumerate(("0:0", "1:0", "0:1", "1:1", "0:2")):
        board = (await discord.press(people[number % 2], cell, board)).message
    return board


async def resign(discord: Loopback, user: int, **where: Any) -> Interaction:
    """Let a user resign and confirm it; return the press."""
    question = await discord.slash(user, "resign", **where)
    return await discord.press(user, "Resign", question.message)


async def both_move(discord: Loopback, **where: Any) -> None:
    """Let Ann and Bob make their first moves."""
    for user, row in ((ANN, 0), (BOB, 1)):
        assert shows_board(await discord.slash(user, "move", i=row, j=0, **where))


def rows(folder: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """Query the database from outside the bot."""
    with closing(sqlite3.connect(f"file:{folder / 'ttt.sqlite3'}?mode=ro", uri=True)) as database:
        return database.execute(query, values).fetchall()


def change(folder: Path, statement: str, *values: object) -> int:
    """Change the database from outside the bot, and return the number of rows."""
    with closing(sqlite3.connect(folder / "ttt.sqlite3")) as database, database:
        return database.execute(statement, values).rowcount


def plies(folder: Path) -> list[tuple[int, ...]]:
    """Return the cells of the newest game in order."""
    return rows(folder, "SELECT row, col FROM plies WHERE game = (SELECT max(id) FROM games) ORDER BY number")


async def until(there: Callable[[], object]) -> None:
    """Wait until a condition holds, for example of what another process writes."""
    async with asyncio.timeout(60):
        while not there():
            await asyncio.sleep(0.05)


def shows_board(answer: Interaction) -> bool:
    """Return whether an answer shows a board, not a refusal."""
    return answer.text.startswith("**X**")


async def lose_answer(discord: Loopback, board: Json) -> str:
    """Lose the answer to a press of Ann; return the text that replaces it."""
    discord.faults.add(CALLBACK, drop=True)
    return (await discord.press(ANN, "1:1", board)).text


async def stop(bot: Process) -> str:
    """Stop the bot, and return all that it printed."""
    bot.process.terminate()
    assert await bot.exit_code() == 0
    return bot.output


async def stop_cleanly(bot: Process) -> None:
    """Stop the bot, and check that it ends without an error."""
    bot.process.terminate()
    await check_clean_end(bot)


async def check_clean_end(bot: Process) -> None:
    """Wait for the end, and check that it is in time and that the bot has logged no error."""
    async with asyncio.timeout(deadlines.KILL.total_seconds()):
        assert await bot.exit_code() == 0, bot.output
    assert not re.search("ERROR|Traceback", bot.output), bot.output
