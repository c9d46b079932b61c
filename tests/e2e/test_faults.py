"""Faults between the real process and Discord: what gets lost, what hangs, and how the process ends meanwhile."""

import asyncio
import re
import signal
from pathlib import Path

from tests.e2e.loopback import Loopback
from tests.e2e.payloads import ANN, BOB
from tests.e2e.real import CALLBACK, bot_at, duel, moved, plies, rows, until

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
