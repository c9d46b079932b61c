"""The real process before a Discord of our own: how it starts and ends, and what happens at the same instant."""

import asyncio
import re
import signal
import socket
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path

import pytest

from tests.e2e import openapi
from tests.e2e.loopback import Interaction, Loopback, serving
from tests.e2e.payloads import ANN, BOB, CHANNELS, CY, Json
from tests.e2e.process import Process, started

CALLBACK = "POST /interactions/.*/callback"


@pytest.fixture
async def discord() -> AsyncGenerator[Loopback]:
    async with serving() as discord:
        yield discord
    for number in discord.interactions:
        answers = discord.sent("POST", f"^/interactions/{number}/")
        assert len(answers) == 1 or any(answer.lost for answer in answers), answers
    wrong = [wrong for sent in discord.requests for wrong in openapi.misfits(sent)]
    assert not wrong, "\n".join(wrong)
    assert not discord.unknown + discord.gateway.unknown


def bot_at(discord: Loopback, folder: Path, **settings: str) -> AbstractAsyncContextManager[Process]:
    """Start the bot, with its database in a folder."""
    told = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url} | settings
    return started(folder, "tests.e2e.loopback_bot", **told)


async def duel(discord: Loopback) -> Json:
    """Let Bob accept Ann's challenge, and return the board."""
    challenge = await discord.slash(ANN, "new", opponent=BOB)
    accepted = await discord.press(BOB, "Accept", challenge.message)
    return await accepted.follow_up()


def rows(folder: Path, query: str) -> list[tuple[int, ...]]:
    """Return what the database has, read from outside the bot."""
    with closing(sqlite3.connect(f"file:{folder / 'ttt.sqlite3'}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


def plies(folder: Path) -> list[tuple[int, ...]]:
    """Return the cells of the newest game in order."""
    return rows(folder, "SELECT row, col FROM plies WHERE game = (SELECT max(id) FROM games) ORDER BY number")


async def until(there: Callable[[], object]) -> None:
    """Wait for something that another process writes."""
    async with asyncio.timeout(10):
        while not there():
            await asyncio.sleep(0.01)


def moved(answer: Interaction) -> bool:
    """Return whether an answer shows a board, not a refusal."""
    return answer.text.startswith("**X**")


# -- start


async def test_commands_are_synced_once_not_at_every_start(discord: Loopback, tmp_path: Path) -> None:
    for _ in range(2):
        async with bot_at(discord, tmp_path):
            await discord.gateway.joined()
    assert len(discord.sent("PUT", "/commands")) == 1


@pytest.mark.parametrize(
    ("pattern", "status", "said"),
    [
        ("GET /users/@me", 401, "DISCORD_TOKEN"),
        ("GET /users/@me", 503, "cannot reach Discord"),
        ("GATEWAY IDENTIFY", 4004, "DISCORD_TOKEN"),
        ("GATEWAY IDENTIFY", 4011, "SHARD_COUNT"),
        ("GATEWAY IDENTIFY", 4014, "Privileged Gateway Intents"),
    ],
)
async def test_a_refusal_by_discord_is_one_line_and_exit_code_1(
    discord: Loopback, tmp_path: Path, pattern: str, status: int, said: str
) -> None:
    discord.faults.add(pattern, status=status)
    async with bot_at(discord, tmp_path, LOG_LEVEL="WARNING") as bot:
        assert await bot.ended() == 1
    [line] = bot.output.splitlines()
    assert said in line


async def test_an_unreachable_discord_is_one_line_and_exit_code_1(discord: Loopback, tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))  # and never listens
        url = "http://{}:{}".format(*closed.getsockname())
        async with bot_at(discord, tmp_path, DISCORD_URL=url, LOG_LEVEL="WARNING") as bot:
            assert await bot.ended() == 1
    [line] = bot.output.splitlines()
    assert "cannot reach Discord" in line


# -- overlap


async def test_two_clicks_at_once_are_one_move_and_two_answers(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        board = await duel(discord)
        answers = await asyncio.gather(*(discord.press(ANN, "1:1", board) for _ in range(2)))
    [refusal] = [answer for answer in answers if not moved(answer)]
    assert refusal.text.startswith(("That board is old", "It is not your turn"))
    assert refusal.private
    assert plies(tmp_path) == [(1, 1)]


async def test_two_people_at_once_are_one_move_and_two_answers(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        board = await duel(discord)
        everybody = ((ANN, "0:0"), (BOB, "1:1"), (CY, "2:2"))
        answers = await asyncio.gather(*(discord.press(who, cell, board) for who, cell in everybody))
    assert [moved(answer) for answer in answers] == [True, False, False]
    assert all(answer.private for answer in answers[1:])
    assert plies(tmp_path) == [(0, 0)]


async def test_two_commands_at_once_are_two_plies_at_most(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        await duel(discord)
        answers = await asyncio.gather(*(discord.slash(who, "move", i=0, j=0) for who in (ANN, BOB, ANN)))
    assert sum(moved(answer) for answer in answers) == 1
    assert plies(tmp_path) == [(0, 0)]


async def test_twenty_channels_at_once_are_each_answered_in_time(discord: Loopback, tmp_path: Path) -> None:
    people = [(ANN + n, channel) for n, channel in enumerate(CHANNELS[:20])]
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        news = await asyncio.gather(*(discord.slash(who, "new", ai="classic", channel=c) for who, c in people))
        boards = [new.message for new in news]
        moves = await asyncio.gather(
            *(discord.press(who, "1:1", board) for (who, _), board in zip(people, boards, strict=True))
        )
    assert all(moved(answer) for answer in moves)
    assert max(answer.took for answer in news + moves) < 3


# -- faults


async def test_what_happened_while_the_gateway_was_gone_is_answered_once(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        board = await duel(discord)
        await discord.gateway.disconnect()
        assert moved(await discord.press(ANN, "1:1", board))
    assert plies(tmp_path) == [(1, 1)]


async def test_an_answer_that_got_lost_is_made_up_for(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        discord.faults.add(CALLBACK, drop=True)
        told = await discord.press(ANN, "1:1", board)
        assert told.private
        assert "is saved" in told.text
        shown = await discord.slash(BOB, "board")
        assert "[X]" in shown.text
        bot.process.terminate()
        assert await bot.ended() == 0
    [reference] = re.findall("`([0-9a-f]{8})`", told.text)
    assert reference in bot.output


async def test_an_answer_whose_receipt_got_lost_is_no_failure(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        discord.faults.add(CALLBACK, status=502, done=True)
        assert moved(await discord.press(ANN, "1:1", board))
        await bot.line_with("WARNING")
        assert moved(await discord.slash(BOB, "board"))
        bot.process.terminate()
        assert await bot.ended() == 0
    assert "ERROR" not in bot.output


async def test_a_lost_connection_for_good_is_a_warning(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        for _ in range(2):
            discord.faults.add(CALLBACK, drop=True)
        lost = asyncio.create_task(discord.press(ANN, "1:1", board))
        assert "could not answer" in await bot.line_with("WARNING")
        lost.cancel()
        assert "[X]" in (await discord.slash(BOB, "board")).text
        bot.process.terminate()
        assert await bot.ended() == 0
    assert bot.output.count("Traceback") == bot.output.count("reference")


async def test_tidying_that_fails_is_no_failure(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        await duel(discord)
        await until(lambda: rows(tmp_path, "SELECT 1 FROM games WHERE message IS NOT NULL"))
        tidying = discord.faults.add("PATCH /channels/", drop=True)
        move = await discord.slash(ANN, "move", i=1, j=1)
        await tidying.strikes()
        bot.process.terminate()
        assert await bot.ended() == 0
    assert len(move.messages) == 1
    assert "ERROR" not in bot.output


# -- end


async def test_a_request_that_hangs_does_not_hold_up_the_end(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        hung = discord.faults.add(CALLBACK, hang=True)
        new = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await hung.strikes()
        bot.process.terminate()
        async with asyncio.timeout(10):
            assert await bot.ended() == 0
        new.cancel()
    assert "1 requests took too long and were cut off" in bot.output
    assert "ERROR" not in bot.output


async def test_a_start_that_hangs_can_be_ended(discord: Loopback, tmp_path: Path) -> None:
    hung = discord.faults.add("GET /users/@me", hang=True)
    async with bot_at(discord, tmp_path) as bot:
        await hung.strikes()
        bot.process.terminate()
        async with asyncio.timeout(10):
            assert await bot.ended() == 0
    assert "ERROR" not in bot.output


async def test_a_kill_between_commit_and_answer_loses_no_move_and_doubles_none(
    discord: Loopback, tmp_path: Path
) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        hung = discord.faults.add(CALLBACK, hang=True)
        press = asyncio.create_task(discord.press(ANN, "1:1", board))
        await hung.strikes()
        await until(lambda: plies(tmp_path))
        bot.process.kill()
        press.cancel()
        assert await bot.ended() == -signal.SIGKILL
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
        assert (await discord.press(ANN, "1:1", board)).text.startswith("That board is old")
        shown = await discord.slash(BOB, "board")
        assert "[X]" in shown.text
        reply = await discord.press(BOB, "0:0", shown.message)
        assert moved(reply)
        assert "[O]" in reply.text
    assert plies(tmp_path) == [(1, 1), (0, 0)]


async def test_a_running_request_is_answered_before_the_end(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        late = discord.faults.add(CALLBACK, delay=0.5)
        new = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await late.strikes()
        bot.process.terminate()
        async with asyncio.timeout(10):
            assert await bot.ended() == 0
        assert moved(await new)
        assert "Traceback" not in bot.output
