"""Refused starts of the real process, and requests at the same instant."""

import asyncio
import socket
from pathlib import Path

import pytest

from bot.operations.exits import Exit
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.processes.real import CALLBACK, bot_at, duel, plies, running_bot, shows_board

# -- start


@pytest.mark.parametrize(
    ("pattern", "status", "words", "code"),
    [
        ("GET /users/@me", 401, "DISCORD_TOKEN", Exit.MISCONFIGURED),
        ("GET /users/@me", 503, "cannot reach Discord", Exit.FAILED),
        ("GATEWAY IDENTIFY", 4004, "DISCORD_TOKEN", Exit.MISCONFIGURED),
        ("GATEWAY IDENTIFY", 4010, "SHARD_IDS", Exit.MISCONFIGURED),
        ("GATEWAY IDENTIFY", 4011, "SHARD_COUNT", Exit.MISCONFIGURED),
        ("GATEWAY IDENTIFY", 4012, "a newer version of ttt", Exit.MISCONFIGURED),
        ("GATEWAY IDENTIFY", 4013, "a newer version of ttt", Exit.MISCONFIGURED),
        ("GATEWAY IDENTIFY", 4014, "Privileged Gateway Intents", Exit.MISCONFIGURED),
    ],
)
async def test_a_refusal_by_discord_is_one_line_and_an_exit_code(
    discord: Loopback, tmp_path: Path, pattern: str, status: int, words: str, code: Exit
) -> None:
    discord.faults.add(pattern, status=status)
    async with bot_at(discord, tmp_path, LOG_LEVEL="WARNING") as bot:
        assert await bot.exit_code() == code
    [line] = bot.output.splitlines()
    assert words in line


async def test_an_unreachable_discord_is_one_line_and_exit_code_1(discord: Loopback, tmp_path: Path) -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))  # and never listens
        url = "http://{}:{}".format(*port.getsockname())
        async with bot_at(discord, tmp_path, DISCORD_URL=url, LOG_LEVEL="WARNING") as bot:
            assert await bot.exit_code() == 1
    [line] = bot.output.splitlines()
    assert "cannot reach Discord" in line


# -- overlap


@pytest.mark.usefixtures("bot")
async def test_two_clicks_at_once_make_one_move(discord: Loopback, tmp_path: Path) -> None:
    board = await duel(discord)
    answers = await asyncio.gather(*(discord.press(ANN, "1:1", board) for _ in range(2)))
    assert all(shows_board(answer) for answer in answers)
    assert len({answer.message["id"] for answer in answers}) == 1
    assert plies(tmp_path) == [(1, 1)]


async def test_commands_at_once_are_carried_out_in_turn(discord: Loopback, tmp_path: Path) -> None:
    turns = [(ANN, (0, 0)), (BOB, (1, 1)), (ANN, (2, 2)), (BOB, (0, 2))]
    async with running_bot(discord, tmp_path):
        await duel(discord)
        answers = await asyncio.gather(*(discord.slash(who, "move", i=i, j=j) for who, (i, j) in turns))
    refusals = [answer for answer in answers if not shows_board(answer)]
    assert all(answer.private and answer.text.startswith("It isn't your turn") for answer in refusals)
    whose: dict[tuple[int, ...], int] = {cell: who for who, cell in turns}
    successes = [cell for (_, cell), answer in zip(turns, answers, strict=True) if shows_board(answer)]
    cells = plies(tmp_path)
    assert sorted(cells) == sorted(successes)
    assert [whose[cell] for cell in cells] == [ANN, BOB, ANN, BOB][: len(cells)]
    assert cells


@pytest.mark.usefixtures("bot")
async def test_a_board_is_text_if_its_picture_is_late(discord: Loopback) -> None:
    await discord.prefer(ANN, board="picture")
    await discord.slash(ANN, "new", ai="easy")
    await (await discord.slash(ANN, "replay")).finish()  # so that a worker is there, however busy the machine is
    board = (await discord.slash(ANN, "board")).message
    assert "```" not in board["content"]
    discord.faults.add(CALLBACK, delay=0.5)  # until then Ann waits for her replay: one picture a person
    replay = asyncio.create_task(discord.slash(ANN, "replay"))
    await asyncio.sleep(0)
    answer = await discord.press(ANN, "1:1", board)
    assert "X" in answer.text.split("```")[1]
    await replay
