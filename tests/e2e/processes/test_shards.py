"""Commands that are synced at the start, and shards that several processes share."""

from pathlib import Path

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, GUILD
from tests.e2e.processes.monitor import watched_bot
from tests.e2e.processes.real import change, rows, running_bot, stop


async def run_once(discord: Loopback, folder: Path) -> str:
    """Start the bot, stop it once it is in Discord, and return what it printed."""
    async with running_bot(discord, folder) as bot:
        return await stop(bot)


@pytest.mark.parametrize(("status", "code"), [(400, 30034), (503, 0)])
async def test_a_refused_sync_is_tried_again_at_the_next_start(
    discord: Loopback, tmp_path: Path, status: int, code: int
) -> None:
    await run_once(discord, tmp_path)
    assert change(tmp_path, "UPDATE synced SET digest = 'of an older version'") == 1
    discord.faults.add("PUT /applications/.*/commands", status=status, code=code)
    async with running_bot(discord, tmp_path) as bot:
        assert (await discord.slash(ANN, "new", ai="easy")).text.startswith("**X**")
        output = await stop(bot)
    assert f"could not sync the commands, Discord keeps the old ones: {status} " in output
    assert f"(error code: {code})" in output
    assert "Traceback" not in output
    await run_once(discord, tmp_path)
    assert [request.lost for request in discord.requests_to("PUT", "/commands")] == [False, True, False]


async def test_commands_follow_users_only_if_they_may_install_the_app(discord: Loopback, tmp_path: Path) -> None:
    both = discord.application["integration_types_config"]
    discord.application["integration_types_config"] = {"0": {}}
    await run_once(discord, tmp_path)
    discord.application["integration_types_config"] = both
    await run_once(discord, tmp_path)
    where = [
        (command["contexts"], command["integration_types"])
        for request in discord.requests_to("PUT", "/commands")
        for command in request.json
        if command["name"] == "ttt"
    ]
    assert where == [([0, 1], [0]), ([0, 1, 2], [0, 1])]


async def test_a_refused_sync_is_one_line(discord: Loopback, tmp_path: Path) -> None:
    discord.application["integration_types_config"] = {"1": {}}
    output = await run_once(discord, tmp_path)
    [line] = [line for line in output.splitlines() if "could not sync" in line]
    assert "integration_types: not of this application" in line
    assert len(line) < 600
    assert all(line.startswith("20") for line in output.splitlines())


async def test_a_sync_keeps_the_command_of_activities(discord: Loopback, tmp_path: Path) -> None:
    discord.commands = [payloads.entry_point()]
    output = await run_once(discord, tmp_path)
    assert "commands synced" in output
    assert {command["name"] for command in discord.commands} >= {"launch", "ttt"}
    [entry] = [command for command in discord.commands if command["name"] == "launch"]
    assert entry == payloads.entry_point()
    discord.commands = [command for command in discord.commands if command["name"] == "launch"]
    assert "commands synced" in await run_once(discord, tmp_path)


async def test_deleted_commands_are_synced_again(discord: Loopback, tmp_path: Path) -> None:
    await run_once(discord, tmp_path)
    discord.commands.pop()
    await run_once(discord, tmp_path)
    await run_once(discord, tmp_path)
    assert len(discord.requests_to("PUT", "/commands")) == 2


async def test_a_process_serves_only_its_own_shard(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        await discord.slash(ANN, "new", ai="expert")
        await stop(bot)
    assert rows(tmp_path, "SELECT guild FROM games") == [(GUILD,)]
    change(tmp_path, "INSERT INTO plies VALUES (1, 0, 1, 1)")  # the process was killed before the reply
    async with watched_bot(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="1") as (bot, monitor):
        await bot.line_with("ready as")
        interaction = discord.make(2, CHANNELS[0], BOB, discord.command("help"))
        interaction.payload["guild_id"] = str(1 << 22)
        await discord.deliver(interaction)
        await answer_to(interaction)
        metrics = await monitor.metrics()
        assert (metrics["ttt_guilds",], metrics["ttt_ai_queue",]) == (0, 0)
        assert ("ttt_ai_seconds_count", "expert") not in metrics
    async with watched_bot(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="0") as (_, monitor):
        assert (await monitor.counts("ttt_ai_seconds_count", "expert"))["ttt_guilds",] == 1
    assert discord.gateway.shards[1:] == [[1, 2], [0, 2]]


@pytest.mark.parametrize("settings", [{"SHARD_COUNT": "2", "SHARD_IDS": "0"}, {"SHARD_COUNT": "1", "SHARD_IDS": "0"}])
async def test_two_processes_that_contradict_each_other_warn(
    discord: Loopback, tmp_path: Path, settings: dict[str, str]
) -> None:
    often = {"SWEEPING": "0.2"}
    async with (
        running_bot(discord, tmp_path, SHARD_COUNT="1", **often),
        running_bot(discord, tmp_path, **settings, **often) as bot,
    ):
        assert "two processes" in await bot.line_with("WARNING bot.registry.processes")
