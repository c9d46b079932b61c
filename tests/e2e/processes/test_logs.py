"""The log of the real process."""

import json
import re
from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import CALLBACK, bot_at, duel, lose_answer, stop

TOKEN = "s3cret.t0ken"  # noqa: S105 - invented
TYPED = "somewhere nice"


async def play_with_failures(discord: Loopback, bot: Process) -> str:
    """Play with nonsense, a bug, lost answers and lost connections; return the bug's reference."""
    await discord.gateway.wait_for_bot()
    board = await duel(discord)
    discord.faults.add(CALLBACK, status=400, code=50035)
    answer = (await discord.press(ANN, "1:1", board)).text
    await lose_answer(discord, board)
    large = await discord.slash(CY, "new", m=7, ai="expert", channel=CHANNELS[1])
    form = await discord.press(CY, "Move", large.message)
    await discord.fill_form(CY, form, TYPED)
    discord.faults.add(CALLBACK, status=502, done=True)
    await discord.fill_form(CY, form, "3 3")
    await bot.line_with("no longer waits")
    discord.faults.add("PATCH /channels/", status=403)
    await discord.slash(BOB, "move", i=0, j=0)
    await discord.complete(BOB, "move", "i", "1")
    await discord.gateway.disconnect()
    await discord.slash(BOB, "board")
    [reference] = re.findall("`([0-9a-f]{8})`", answer)
    return reference


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_the_log_has_tracebacks_but_no_private_text(log_format: str, discord: Loopback, tmp_path: Path) -> None:
    settings = {"DISCORD_TOKEN": TOKEN, "METRICS_PORT": "0", "LOG_LEVEL": "DEBUG", "LOG_FORMAT": log_format}
    async with bot_at(discord, tmp_path, **settings) as bot:
        reference = await play_with_failures(discord, bot)
        output = await stop(bot)
    assert reference in output
    assert "Traceback" in output
    for secret in (TOKEN, "t0ken", "token-", TYPED, "user001"):
        assert secret not in output, secret
    if log_format == "json":
        assert all({"time", "level", "logger", "message"} <= json.loads(line).keys() for line in output.splitlines())


async def test_an_operators_mistake_is_one_json_object(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("GET /users/@me", status=401)
    async with bot_at(discord, tmp_path, LOG_FORMAT="json", LOG_LEVEL="ERROR") as bot:
        assert await bot.exit_code() == 78
    [line] = bot.output.splitlines()
    assert "DISCORD_TOKEN" in json.loads(line)["message"]


async def test_the_log_has_invite_links_without_permissions(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        line = await bot.line_with("ready as")
    assert re.search(r"to a server: \S*scope=bot\+applications.commands\S*permissions=0;", line)
    assert re.search(r"your own account: \S*scope=applications.commands&integration_type=1$", line)
