"""The data of the real process: deletions, servers that remove the bot, and lost databases."""

import resource
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.database.store import Store
from bot.database.tables import games
from tests.databases import PostgresServer, sqlite_file
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, GUILD
from tests.e2e.processes.monitor import watched_bot
from tests.e2e.processes.real import duel, plies, rows, running_bot, shows_board, stop_cleanly, until

OTHER = GUILD + (1 << 22)  # another server, of the same shard


# -- forgetting


@pytest.fixture
async def many_games(tmp_path: Path) -> int:
    """Save so many games of Ann that deleting her data takes a second; return their number."""
    store = await Store.open(sqlite_file(tmp_path / "ttt.sqlite3"))
    at = datetime(2026, 11, 21, tzinfo=UTC)
    game = {"guild": GUILD, "m": 3, "n": 3, "k": 3, "x": ANN, "o": BOB, "opened_by": ANN, "opened": at, "touched": at}
    rows = [game | {"channel": channel, "ending": "full", "revision": 9} for channel in range(6000)]
    await store.database.write(lambda connection: connection.execute(games.insert(), rows))
    await store.close()
    return len(rows)


async def test_a_deletion_of_data_goes_on_after_a_kill(discord: Loopback, tmp_path: Path, many_games: int) -> None:
    def games_of_ann() -> int:
        [(number,)] = rows(tmp_path, "SELECT count(*) FROM games WHERE x <> 0")
        return number

    async with running_bot(discord, tmp_path) as bot:
        question = await discord.on_panel(ANN, "Delete my data")
        await discord.press(ANN, "Delete it all", question.message)
        await until(lambda: games_of_ann() < many_games)
        await bot.kill()
    assert games_of_ann() > 0
    async with running_bot(discord, tmp_path):
        await until(lambda: not games_of_ann())
        await until(lambda: not rows(tmp_path, "SELECT * FROM forgetting"))


# -- servers that remove the bot


def servers_left(folder: Path) -> set[int]:
    """Return the servers that are noted to have removed the bot."""
    return {guild for (guild,) in rows(folder, "SELECT id FROM guilds WHERE left_at IS NOT NULL")}


def servers(folder: Path) -> set[int]:
    return {guild for (guild,) in rows(folder, "SELECT id FROM guilds")}


async def test_a_removal_is_told_apart_from_a_server_outage(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.guilds.append(payloads.another_guild(OTHER))
    async with running_bot(discord, tmp_path):
        await until(lambda: servers(tmp_path) == {GUILD, OTHER})
        await discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        await discord.gateway.dispatch("GUILD_DELETE", {"id": str(OTHER)})
        await until(lambda: servers_left(tmp_path))
        assert servers_left(tmp_path) == {OTHER}
        await discord.gateway.dispatch("GUILD_CREATE", payloads.guild())
        await discord.gateway.dispatch("GUILD_CREATE", payloads.joined_guild(OTHER))
        await until(lambda: not servers_left(tmp_path))


@pytest.mark.parametrize("is_outage", [True, False])
async def test_a_server_lost_during_downtime_is_noticed_at_the_start(
    discord: Loopback, tmp_path: Path, is_outage: bool
) -> None:
    third = OTHER + (1 << 22)
    discord.gateway.guilds.append(payloads.another_guild(OTHER))
    async with running_bot(discord, tmp_path):
        await until(lambda: servers(tmp_path) == {GUILD, OTHER})
    discord.gateway.guilds[1:] = [payloads.another_guild(OTHER, unavailable=True)] if is_outage else []
    discord.gateway.guilds.append(payloads.another_guild(third))
    async with running_bot(discord, tmp_path):
        await until(lambda: servers(tmp_path) == {GUILD, OTHER, third})
        assert servers_left(tmp_path) == (set() if is_outage else {OTHER})


# -- a database that is lost, or takes no writes


async def test_a_move_is_refused_after_the_file_is_removed(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, SWEEPING="3600") as bot:
        board = await duel(discord)
        (tmp_path / "ttt.sqlite3").unlink()
        answer = await discord.press(ANN, "1:1", board)
        assert answer.private
        assert "Nothing was changed" in answer.text
        bot.process.terminate()
        await bot.exit_code()
    assert "was removed" in bot.output
    assert "Traceback" not in bot.output


async def test_a_removed_file_ends_the_process_in_one_line(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, SWEEPING="0.1") as bot:
        await duel(discord)
        (tmp_path / "ttt.sqlite3").unlink()
        assert await bot.exit_code() == 1
    last = bot.output.splitlines()[-1]
    assert "CRITICAL" in last
    assert "was removed" in last
    assert "Traceback" not in bot.output


async def test_health_fails_while_the_file_accepts_no_writes(discord: Loopback, tmp_path: Path) -> None:
    async with watched_bot(discord, tmp_path, SWEEPING="0.1") as (bot, monitor):
        await monitor.becomes()
        before = resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        await monitor.becomes("writes")
        assert await monitor.reason()
        resource.prlimit(bot.process.pid, resource.RLIMIT_FSIZE, before)
        await monitor.becomes()
        board = await duel(discord)
        assert shows_board(await discord.press(ANN, "1:1", board))
        await stop_cleanly(bot)
    assert plies(tmp_path) == [(1, 1)]


async def test_health_fails_while_the_server_accepts_no_writes(
    discord: Loopback, tmp_path: Path, postgres: PostgresServer, url: str
) -> None:
    async with watched_bot(discord, tmp_path, DATABASE_URL=url, SWEEPING="0.1") as (bot, monitor):
        await monitor.becomes()
        async with postgres.read_only():
            await monitor.becomes("writes")
            assert "read-only" in await monitor.reason()
        await monitor.becomes()
        await stop_cleanly(bot)


# -- what people are told


async def test_the_help_links_the_privacy_policy(discord: Loopback, tmp_path: Path) -> None:
    discord.application["privacy_policy_url"] = "https://club.example/privacy"
    async with running_bot(discord, tmp_path):
        answer = await discord.slash(ANN, "help")
        assert answer.private
        assert answer.text.endswith("\n[Privacy policy](<https://club.example/privacy>)")


async def test_the_help_mentions_commands_by_id_after_a_restart(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path):
        pass
    async with running_bot(discord, tmp_path):
        answer = await discord.slash(ANN, "help")
    assert len(discord.requests_to("PUT", "/commands$")) == 1
    assert f"</ttt move:{answer.payload['data']['id']}>" in answer.text
