"""Commands that are synced at the start, and shards that several processes share."""

import asyncio
import json
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, GUILD
from tests.e2e.processes.monitor import Monitor, watched_bot
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import change, check, rows, running_bot, stop, stop_cleanly, until


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


async def test_commands_are_everywhere_only_if_users_may_install_the_app(discord: Loopback, tmp_path: Path) -> None:
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
    # The process was killed before the reply.
    change(tmp_path, "INSERT INTO plies (game, number, row, col) VALUES (1, 0, 1, 1)")
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


def process(
    discord: Loopback, folder: Path, shards: str, *, pause: float = 0.2
) -> AbstractAsyncContextManager[tuple[Process, Monitor]]:
    """Start a process with some of the shards, such as `0/2`, that often looks for others, with a pause in seconds."""
    ids, _, count = shards.partition("/")
    return watched_bot(discord, folder, SHARD_COUNT=count, SHARD_IDS=ids, SWEEPING=str(pause))


async def warning(monitor: Monitor) -> str:
    status, body = await monitor.get("/healthz")
    return json.loads(body).get("warning", "") if status == 200 else ""


async def looks(folder: Path, number: int) -> None:
    """Wait until each process has looked for others some more times."""
    query = "SELECT shards, at FROM sweeps WHERE shards LIKE '%#%'"
    for _ in range(number):
        before = set(rows(folder, query))
        await until(lambda before=before: before.isdisjoint(rows(folder, query)))


async def checked(folder: Path) -> list[str]:
    """Return what `python -m bot check` says is wrong with the shards."""
    code, lines = await check(folder)
    wrong = [line.removeprefix("fix shards: ") for line in lines if line.startswith("fix")]
    assert code == (78 if wrong else 0)
    return wrong


@pytest.mark.parametrize(
    ("shards", "words"),
    [
        (["0/2", "1/2"], []),
        (["0/4", "1/4", "2/4", "3/4"], []),
        (["0/2", "1/4"], ["two processes run with SHARD_COUNT 2 and 4"]),
        (["0/1", "0/1"], ["two processes serve all shards"]),
        (["0/4", "1/4", "2/4", "2/4"], ["two processes serve shard 2", "no process serves shard 3"]),
        (["0/2"], ["no process serves shard 1"]),
    ],
)
async def test_health_and_check_say_how_processes_contradict_each_other(
    discord: Loopback, tmp_path: Path, shards: list[str], words: list[str]
) -> None:
    async with AsyncExitStack() as stack:
        monitors: list[Monitor] = []
        for each in shards:
            bot, monitor = await stack.enter_async_context(process(discord, tmp_path, each))
            await bot.line_with("ready as")
            monitors.append(monitor)
        if words:
            async with asyncio.timeout(60):
                while not (await warning(monitors[-1])).startswith(words[0]):
                    await asyncio.sleep(0.1)
        else:
            await looks(tmp_path, 5)
            assert [await warning(monitor) for monitor in monitors] == [""] * len(shards)
        findings = await checked(tmp_path)
        assert [line.partition(":")[0] for line in findings] == words


async def test_a_rolling_restart_causes_no_shard_warning(discord: Loopback, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:

        async def start(shard: int) -> tuple[Process, Monitor]:
            # On a busy machine, a restart may take as long as many short pauses.
            return await stack.enter_async_context(process(discord, tmp_path, f"{shard}/2", pause=1))

        bots = [await start(shard) for shard in range(2)]
        for shard in range(2):
            await looks(tmp_path, 2)
            await stop_cleanly(bots[shard][0])
            bots.append(await start(shard))
            await bots[-1][0].line_with("ready as")
        await looks(tmp_path, 3)
        for bot, monitor in bots[2:]:
            assert await warning(monitor) == ""
            await stop_cleanly(bot)
        assert not [line for bot, _ in bots for line in bot.output.splitlines() if "processes" in line]
        assert await checked(tmp_path) == []
