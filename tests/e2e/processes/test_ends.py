"""How the real process ends, whatever it is doing: in order by SIGTERM and in time, and by SIGKILL without a loss."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.e2e.boards import board_in
from tests.e2e.discord.loopback import Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import (
    CALLBACK,
    bot_at,
    check_clean_end,
    duel,
    plies,
    rows,
    running_bot,
    shows_board,
    stop_cleanly,
    until,
)

Reach = Callable[[Loopback, Process], Awaitable[None]]


# -- the gateway


def hanging(pattern: str) -> Reach:
    async def reach(discord: Loopback, _: Process) -> None:
        await discord.faults.add(pattern, hang=True).strikes()

    return reach


async def connecting_again(discord: Loopback, _: Process) -> None:
    await discord.gateway.wait_for_bot()
    hung = discord.faults.add("GATEWAY HELLO", hang=True)
    await discord.gateway.disconnect()
    await hung.strikes()


async def waiting_to_identify_again(discord: Loopback, bot: Process) -> None:
    await discord.gateway.wait_for_bot()
    discord.gateway.forget_session()
    await discord.gateway.disconnect()
    await bot.line_with("session has been invalidated")


async def backing_off(discord: Loopback, bot: Process) -> None:
    await discord.gateway.wait_for_bot()
    discord.faults.add("GATEWAY CONNECT", status=503)
    await discord.gateway.disconnect()
    await bot.line_with("could not connect, attempt 1")


async def with_a_gateway_that_does_not_let_go(discord: Loopback, _: Process) -> None:
    await discord.gateway.wait_for_bot()
    discord.faults.add("GATEWAY CLOSE", hang=True)


@pytest.mark.parametrize(
    "reach",
    [
        pytest.param(hanging("GET /users/@me"), id="logging_in"),
        pytest.param(hanging("GATEWAY HELLO"), id="connecting"),
        pytest.param(hanging("GATEWAY IDENTIFY"), id="identifying"),
        connecting_again,
        waiting_to_identify_again,
        backing_off,
        with_a_gateway_that_does_not_let_go,
    ],
)
async def test_the_process_ends_in_any_state_of_the_gateway(discord: Loopback, tmp_path: Path, reach: Reach) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await reach(discord, bot)
        bot.process.terminate()
        async with asyncio.timeout(8):
            assert await bot.exit_code() == 0
    assert "Traceback" not in bot.output


# -- requests


async def test_requests_are_answered_and_new_ones_refused_before_the_end(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        board = await duel(discord)
        late = discord.faults.add(CALLBACK, delay=1)
        running = await discord.send_press(ANN, "1:1", board)
        await late.strikes()
        bot.process.terminate()
        await bot.line_with("shutting down")
        new = await discord.slash(BOB, "new", ai="easy", channel=CHANNELS[1])
        press = await discord.send_press(BOB, "⋯ More", board)
        discord.faults.add(f"/interactions/{press.number}/", delay=1.5)
        assert (await discord.complete(BOB, "move", "i", "0")).kind == 8  # what it offers does not matter
        assert shows_board(await answer_to(running))
        await check_clean_end(bot)
    assert "WARNING" not in bot.output
    for refusal in (new, await answer_to(press)):
        assert refusal.private
        assert "restarting" in refusal.text


async def test_a_second_signal_interrupts_no_request(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        late = discord.faults.add(CALLBACK, delay=0.5)
        running = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await late.strikes()
        bot.process.terminate()
        await bot.line_with("shutting down")
        bot.process.terminate()
        assert shows_board(await running)
        await check_clean_end(bot)
    assert rows(tmp_path, "SELECT 1 FROM games WHERE message IS NOT NULL")  # which is saved after the answer


async def test_the_computer_finishes_its_search_before_the_end(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, AI_BUDGET="0.5"):
        solo = await discord.slash(ANN, "new", m=7, k=5, ai="expert")
        move = await discord.slash(ANN, "move", i=3, j=3)
        assert shows_board(solo)
        assert shows_board(move)
    assert len(plies(tmp_path)) == 2
    shown = board_in(discord.messages[move.message["id"]])  # a busy bot shows the reply without a line about it
    assert shown
    assert (shown.ply, shown.marks) == (2, 2)


async def test_a_hanging_request_does_not_delay_the_end(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        hung = discord.faults.add(CALLBACK, hang=True)
        new = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await hung.strikes()
        await stop_cleanly(bot)
        new.cancel()
    assert "canceled 1 requests that took too long" in bot.output


# -- SIGKILL


async def test_a_kill_neither_loses_nor_repeats_a_saved_move(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        board = await duel(discord)
        hung = discord.faults.add(CALLBACK, hang=True)
        press = asyncio.create_task(discord.press(ANN, "1:1", board))
        await hung.strikes()
        await until(lambda: plies(tmp_path))
        bot.process.kill()
        press.cancel()
        assert await bot.exit_code() == -signal.SIGKILL
    async with running_bot(discord, tmp_path):
        assert "[X]" in (await discord.press(ANN, "1:1", board)).text
        current = await discord.slash(BOB, "board")
        assert "[X]" in current.text
        reply = await discord.press(BOB, "0:0", current.message)
        assert shows_board(reply)
        assert "[O]" in reply.text
    assert plies(tmp_path) == [(1, 1), (0, 0)]
