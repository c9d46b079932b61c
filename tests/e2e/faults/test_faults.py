"""Faults between the real process and Discord's REST API: answers that are lost, late or hang."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, Json
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import CALLBACK, duel, plies, rows, running_bot, shows_board, stop, until

TIDYING = "PATCH /channels/"


async def press_into(
    discord: Loopback, board: Json, *faults: dict[str, Any], user: int = ANN, cell: str = "1:1"
) -> Interaction:
    """Press a cell as a user; each fault hits one attempt to answer."""
    press = await discord.send_press(user, cell, board)
    for fault in faults:
        discord.faults.add(f"/interactions/{press.number}/", **fault)
    return press


def reference(answer: Interaction) -> str:
    """Return the reference that an answer has for the log."""
    [reference] = re.findall("`([0-9a-f]{8})`", answer.text)
    return reference


# -- lost

LOST: dict[str, dict[str, Any]] = {  # by the cell that is pressed; they make no line
    "0:0": {"drop": True},
    "0:1": {"status": 429},  # from the proxy before Discord
    "0:2": {"status": 403, "code": 50001},  # no access
    "1:1": {"status": 403, "code": 50013},  # no permission
    "1:0": {"status": 404, "code": 10003},  # channel deleted
    "1:2": {"status": 400, "code": 30046},  # too old to edit
    "2:1": {"status": 400, "code": 200000},  # AutoMod
    "2:0": {"status": 400, "code": 240000},  # AutoMod
}


async def test_a_lost_or_refused_answer_is_replaced(discord: Loopback, bot: Process, tmp_path: Path) -> None:
    board = await duel(discord)
    for number, (cell, fault) in enumerate(LOST.items(), start=1):
        user = BOB if number % 2 == 0 else ANN
        answer = await answer_to(await press_into(discord, board, fault, user=user, cell=cell))
        assert answer.private
        assert "was saved" in answer.text
        line = await bot.line_with(reference(answer))
        assert "WARNING" in line
        assert "code" not in fault or f"error code: {fault['code']}" in line
        assert len(plies(tmp_path)) == number
        board = (await discord.slash(user, "board")).message


@pytest.mark.usefixtures("bot")
async def test_a_lost_answer_to_a_question_is_replaced(discord: Loopback, tmp_path: Path) -> None:
    challenge = await discord.slash(ANN, "new", opponent=BOB)
    discord.faults.add(CALLBACK, drop=True)
    answer = await discord.press(BOB, "Decline", challenge.message)
    assert answer.private
    assert "was saved" in answer.text
    assert rows(tmp_path, "SELECT 1 FROM challenges WHERE state = 'declined'")
    question = await discord.on_panel(ANN, "Delete my data")
    discord.faults.add("PATCH /webhooks/.*@original", status=400, code=200000)
    press = await discord.press(ANN, "Delete it all", question.message)
    assert "was saved" in (await press.follow_up())["content"]


async def test_a_lost_response_from_discord_is_no_failure(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    discord.faults.add(CALLBACK, status=502, done=True)
    assert shows_board(await discord.press(ANN, "1:1", board))
    await bot.line_with("WARNING")
    assert shows_board(await discord.slash(BOB, "board"))


async def test_a_second_lost_connection_is_a_warning(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    await press_into(discord, board, {"drop": True}, {"drop": True})
    assert "could not answer" in await bot.line_with("could not")
    assert "[X]" in (await discord.slash(BOB, "board")).text


async def test_a_malformed_answer_is_a_bug(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        answer = await answer_to(await press_into(discord, await duel(discord), {"status": 400, "code": 50035}))
        assert "was saved" in answer.text
        output = await stop(bot)
    assert re.search(f"ERROR.*{reference(answer)}", output)
    assert "Traceback" in output


# -- rate limits and failures of Discord


async def test_rate_limits_and_server_errors_of_discord_are_retried(discord: Loopback, tmp_path: Path) -> None:
    faults = [{"status": 429, "retry_after": 0.2}, {"status": 500}, {"status": 502}]
    async with running_bot(discord, tmp_path):
        boards = [(await discord.slash(ANN, "new", ai="easy", channel=channel)).message for channel in CHANNELS[:3]]
        presses = [await press_into(discord, board, fault) for board, fault in zip(boards, faults, strict=True)]
        assert all([shows_board(await answer_to(press)) for press in presses])
    assert [len(discord.requests_to("POST", f"/{press.number}/")) for press in presses] == [2, 2, 2]
    assert rows(tmp_path, "SELECT count(*) FROM plies") == [(6,)]


async def test_a_hanging_answer_delays_no_other_user(discord: Loopback, tmp_path: Path, bot: Process) -> None:
    boards = [(await discord.slash(ANN, "new", ai="easy", channel=channel)).message for channel in CHANNELS[:3]]
    await press_into(discord, boards[0], {"hang": True})
    await press_into(discord, boards[1], {"status": 502}, {"status": 502})
    assert shows_board(await discord.press(ANN, "1:1", boards[2]))
    for _ in range(2):
        assert "Discord no longer waits for the answer" in await bot.line_with("WARNING")
    for channel in CHANNELS[:2]:
        assert "X" in (await discord.slash(ANN, "board", channel=channel)).text.partition("```")[2]
    assert rows(tmp_path, "SELECT count(*) FROM plies") == [(6,)]


async def test_the_log_says_which_responses_delayed_an_answer(discord: Loopback, bot: Process) -> None:
    await press_into(discord, await duel(discord), *[{"status": 500}] * 3)
    assert "not confirmed within 6 s, after status 500, 500, 500" in await bot.line_with("Discord no longer waits")


# -- once, and in time


@pytest.mark.parametrize("is_command", [True, False])
async def test_a_late_move_counts_and_the_next_press_shows_the_board(
    discord: Loopback, tmp_path: Path, bot: Process, is_command: bool
) -> None:
    board = await duel(discord)
    if is_command:
        late = discord.make(2, CHANNELS[0], ANN, discord.command("move", i=1, j=1), age=10)
    else:
        data = payloads.component(payloads.buttons(board)["1:1"], 2)
        late = discord.make(3, CHANNELS[0], ANN, data, board, age=10)
    await discord.deliver(late)
    assert "INFO" in await bot.line_with("arrived too late")
    assert "WARNING" in await bot.line_with("no longer waits")
    assert not late.has_answer.is_set()
    answer = await discord.press(BOB, "0:0", board)
    assert ".[X]." in answer.text
    assert plies(tmp_path) == [(1, 1)]


async def test_an_interaction_delivered_twice_counts_once(discord: Loopback, tmp_path: Path, bot: Process) -> None:
    board = await duel(discord)
    press = await discord.press(ANN, "1:1", board)
    await discord.deliver(press)
    await bot.line_with("arrived twice")
    assert len(press.messages) == 1
    assert plies(tmp_path) == [(1, 1)]


async def test_a_press_in_a_hidden_channel_shows_a_move_after_a_kill(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("PATCH /channels/", status=403, code=50001, forever=True)
    async with running_bot(discord, tmp_path, AI_BUDGET="3") as bot:
        board = (await discord.slash(ANN, "new", ai="expert", m=6)).message
        board = (await discord.slash(ANN, "move", i=2, j=2)).message
        await board_is_known(discord)
        await bot.kill()
    async with running_bot(discord, tmp_path):
        await until(lambda: len(plies(tmp_path)) == 2)
        assert "thinking" in discord.messages[board["id"]]["content"]
        assert "[O]" in (await discord.press(ANN, "Move", board)).text


# -- old_messages


async def board_is_known(discord: Loopback) -> None:
    """Have another request answered: by then the bot has the receipt for the board before it, and so its id."""
    await discord.slash(ANN, "help")


async def test_the_computer_moves_before_old_buttons_are_removed(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path):
        await discord.slash(ANN, "new", ai="expert")
        await board_is_known(discord)
        hung = discord.faults.add(TIDYING, hang=True)
        move = await discord.slash(ANN, "move", i=1, j=1)
        await hung.strikes()
        await until(lambda: "The computer took" in discord.messages[move.message["id"]]["content"])
