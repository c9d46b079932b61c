"""Commands that are synced at the start, and shards that several processes share."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, GUILD
from tests.e2e.processes.monitor import watched_bot
from tests.e2e.processes.real import bot_at, joined, stopped


async def test_changed_commands_are_synced_again(discord: Loopback, tmp_path: Path) -> None:
    async with joined(discord, tmp_path):
        pass
    with closing(sqlite3.connect(tmp_path / "ttt.sqlite3")) as database, database:
        assert database.execute("UPDATE synced SET digest = 'of an older version'").rowcount == 1
    async with joined(discord, tmp_path):
        pass
    assert len(discord.sent("PUT", "/commands")) == 2


async def test_a_sync_that_failed_is_tried_again_at_the_next_start(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("PUT /applications/.*/commands", status=403)
    async with bot_at(discord, tmp_path) as bot:
        assert await bot.ended() == 1
    async with joined(discord, tmp_path):
        pass
    assert [sent.lost for sent in discord.sent("PUT", "/commands")] == [True, False]


@pytest.mark.parametrize(
    ("settings", "shards", "guilds"),
    [
        ({"SHARD_COUNT": "2", "SHARD_IDS": "1"}, [[1, 2]], 0),
        ({"SHARD_COUNT": "2", "SHARD_IDS": "0"}, [[0, 2]], 1),
        ({"SHARD_COUNT": "1"}, [[0, 1]], 1),
    ],
)
async def test_a_process_serves_its_shards_alone(
    settings: dict[str, str], shards: list[list[int]], guilds: int, discord: Loopback, tmp_path: Path
) -> None:
    async with watched_bot(discord, tmp_path, **settings) as (_, monitor):
        await monitor.becomes()
        assert (await monitor.metrics())["ttt_guilds",] == guilds
    assert discord.gateway.shards == shards


async def test_a_game_that_waits_for_the_computer_is_taken_up_by_the_process_of_its_shard(
    discord: Loopback, tmp_path: Path
) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        await discord.slash(ANN, "new", ai="expert")
        await stopped(bot)
    with closing(sqlite3.connect(tmp_path / "ttt.sqlite3")) as database, database:
        assert database.execute("SELECT guild FROM games").fetchall() == [(GUILD,)]
        database.execute("INSERT INTO plies VALUES (1, 0, 1, 1)")  # the process was killed before the reply
    async with watched_bot(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="1") as (bot, monitor):
        await bot.line_with("ready as")
        await discord.slash(BOB, "help")
        found = await monitor.metrics()
        assert found["ttt_ai_queue",] == 0
        assert ("ttt_ai_seconds_count", "expert") not in found
    async with watched_bot(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="0") as (_, monitor):
        await monitor.counts("ttt_ai_seconds_count", "expert")
