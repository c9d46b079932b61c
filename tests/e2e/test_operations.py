"""What an operator sees of the real process: health, metrics, the log, shards."""

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.loopback import Loopback, serving
from tests.e2e.payloads import ANN, BOB, CHANNELS, CY, GUILD, Json
from tests.e2e.process import Process, started

CALLBACK = "POST /interactions/.*/callback"
TOKEN = "s3cret.t0ken"  # noqa: S105 - of nobody
TYPED = "somewhere nice"


@pytest.fixture
async def discord() -> AsyncGenerator[Loopback]:
    async with serving() as discord:
        yield discord


def bot_at(discord: Loopback, folder: Path, **settings: str) -> AbstractAsyncContextManager[Process]:
    told = {"DISCORD_TOKEN": TOKEN, "DISCORD_URL": discord.url, "METRICS_PORT": "0"} | settings
    return started(folder, "tests.e2e.loopback_bot", **told)


class Monitor:
    """What watches the bot: it asks for health and metrics."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    async def get(self, path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session,
            session.get(self._url + path) as response,
        ):
            return response.status, await response.text()

    async def health(self) -> tuple[int, list[str]]:
        status, said = await self.get("/healthz")
        return status, json.loads(said)["failing"]

    async def becomes(self, *failing: str) -> None:
        """Wait until exactly this fails."""
        async with asyncio.timeout(30):
            while await self.health() != (503 if failing else 200, list(failing)):
                await asyncio.sleep(0.01)

    async def metrics(self) -> dict[tuple[str, ...], float]:
        """Return the samples by name and the values of their labels."""
        status, page = await self.get("/metrics")
        assert status == 200
        families = text_string_to_metric_families(page)
        return {(found.name, *found.labels.values()): found.value for family in families for found in family.samples}

    async def counts(self, *key: str) -> dict[tuple[str, ...], float]:
        """Wait for something to be counted, and return all samples."""
        async with asyncio.timeout(30):
            while key not in (found := await self.metrics()):
                await asyncio.sleep(0.01)
        return found


async def monitor(bot: Process) -> Monitor:
    [port] = re.findall(r"at port ([0-9]+)", await bot.line_with("health and metrics"))
    return Monitor(int(port))


async def duel(discord: Loopback) -> Json:
    challenge = await discord.slash(ANN, "new", opponent=BOB)
    return await (await discord.press(BOB, "Accept", challenge.message)).follow_up()


async def fail_once(discord: Loopback, board: Json) -> str:
    """Lose the answer to a press of Ann; return what she is told instead."""
    discord.faults.add(CALLBACK, drop=True)
    return (await discord.press(ANN, "1:1", board)).text


async def ended(bot: Process) -> str:
    bot.process.terminate()
    assert await bot.ended() == 0
    return bot.output


# -- health


async def test_health_tells_of_the_gateway_before_it_is_there_and_when_it_is_lost(
    discord: Loopback, tmp_path: Path
) -> None:
    connecting = discord.faults.add("GATEWAY IDENTIFY", delay=2)
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        assert await watched.health() == (503, ["gateway"])
        assert (await watched.metrics())["ttt_gateway_up", "0"] == 0
        await connecting.strikes()
        await watched.becomes()
        resuming = discord.faults.add("GATEWAY RESUME", hang=True)
        await discord.gateway.disconnect()
        await resuming.strikes()
        await watched.becomes("gateway")
        assert (await watched.metrics())["ttt_gateway_up", "0"] == 0
        discord.faults.end()
        await watched.becomes()
        found = await watched.metrics()
    assert found["ttt_gateway_up", "0"] == 1
    assert found["ttt_gateway_reconnects_total", "disconnect", "0"] == 1
    assert found["ttt_gateway_reconnects_total", "resume", "0"] == 1


async def test_health_tells_of_the_database(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        await watched.becomes()
        with closing(sqlite3.connect(tmp_path / "ttt.sqlite3")) as database:
            database.execute("ALTER TABLE games RENAME TO lost")
        await watched.becomes("database")
        found = await watched.metrics()
        assert found["ttt_games_live",] != found["ttt_games_live",]  # not a number: nobody knows
        output = await ended(bot)
    assert "the database is not responding" in output


async def test_health_answers_while_the_bot_closes(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        await watched.becomes()
        hung = discord.faults.add(CALLBACK, hang=True)
        new = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await hung.strikes()
        bot.process.terminate()
        await watched.becomes("closing")
        assert (await watched.get("/metrics"))[0] == 200
        assert await bot.ended() == 0
        new.cancel()


async def test_a_taken_port_is_one_line_and_exit_code_1(discord: Loopback, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with bot_at(discord, tmp_path, METRICS_PORT=str(port)) as bot:
            assert await bot.ended() == 1
    [line] = bot.output.splitlines()
    assert f"METRICS_PORT {port}" in line


# -- metrics


async def test_interactions_are_counted_by_name_and_result(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        await discord.gateway.joined()
        board = await duel(discord)
        await discord.press(CY, "0:0", board)
        told = await fail_once(discord, board)
        assert "Something broke" in told
        await discord.complete(BOB, "move", "i", "1")
        await discord.slash(BOB, "move", i=0, j=0)
        forged = {"custom_id": f"ttt:{TYPED}", "component_type": 2, "type": 2}
        discord.messages[board["id"]]["components"][0]["components"][0] |= forged
        await discord.act(3, CHANNELS[0], ANN, forged, board)
        await watched.counts("ttt_interactions_total", "unknown", "refused")
        found = await watched.counts("ttt_interactions_total", "move", "ok")
    assert {key[1:]: value for key, value in found.items() if key[0] == "ttt_interactions_total"} == {
        ("new", "ok"): 1,
        ("accept", "ok"): 1,
        ("mark", "refused"): 1,
        ("mark", "failed"): 1,
        ("autocomplete", "ok"): 1,
        ("move", "ok"): 1,
        ("unknown", "refused"): 1,
    }
    answers = {key[1]: value for key, value in found.items() if key[0] == "ttt_interaction_seconds_count"}
    assert answers == {"new": 1, "accept": 1, "mark": 2, "autocomplete": 1, "move": 1, "unknown": 1}
    assert all(found["ttt_interaction_seconds_bucket", "3.0", name] == count for name, count in answers.items())


async def test_an_interaction_that_nobody_waits_for_is_lost(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        await discord.gateway.joined()
        board = await duel(discord)
        for _ in range(2):
            discord.faults.add(CALLBACK, drop=True)
        press = asyncio.create_task(discord.press(ANN, "1:1", board))
        found = await watched.counts("ttt_interactions_total", "mark", "lost")
        press.cancel()
    assert ("ttt_interaction_seconds_count", "mark") not in found


async def test_the_time_of_an_answer_is_that_until_discord_has_it(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        watched = await monitor(bot)
        await discord.gateway.joined()
        discord.faults.add(CALLBACK, delay=0.3)
        await discord.slash(ANN, "help")
        found = await watched.counts("ttt_interactions_total", "help", "ok")
    assert found["ttt_interaction_seconds_sum", "help"] >= 0.3
    assert found["ttt_interaction_seconds_bucket", "0.25", "help"] == 0


async def test_games_and_thoughts_are_measured(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path, AI_BUDGET="0.2") as bot:
        watched = await monitor(bot)
        await discord.gateway.joined()
        easy = await discord.slash(ANN, "new", ai="easy")
        expert = await discord.slash(BOB, "new", m=7, k=4, ai="expert", channel=CHANNELS[1])
        await discord.press(ANN, "1:1", easy.message)
        form = await discord.press(BOB, "Move", expert.message)
        await discord.fill_form(BOB, form, "3 3")
        found = await watched.counts("ttt_ai_seconds_count", "expert")
        await watched.counts("ttt_interactions_total", "sent_form", "ok")
    assert found["ttt_ai_seconds_count", "easy"] == found["ttt_ai_seconds_count", "expert"] == 1
    assert found["ttt_games_live",] == 2
    assert found["ttt_guilds",] == 1
    assert found["ttt_ai_queue",] == 0
    assert found["process_resident_memory_bytes",] > 10_000_000
    assert found["ttt_gateway_up", "0"] == 1


# -- the log


async def play_with_failures(discord: Loopback, bot: Process) -> str:
    """Play, type nonsense into the form, lose answers and connections; return the reference that Ann was told."""
    await discord.gateway.joined()
    board = await duel(discord)
    told = await fail_once(discord, board)
    large = await discord.slash(CY, "new", m=7, ai="expert", channel=CHANNELS[1])
    form = await discord.press(CY, "Move", large.message)
    await discord.fill_form(CY, form, TYPED)
    discord.faults.add(CALLBACK, status=502, done=True)
    await discord.fill_form(CY, form, "3 3")
    await bot.line_with("nobody waits")
    discord.faults.add("PATCH /channels/", status=403)
    await discord.slash(BOB, "move", i=0, j=0)
    await discord.complete(BOB, "move", "i", "1")
    await discord.gateway.disconnect()
    await discord.slash(BOB, "board")
    [reference] = re.findall("`([0-9a-f]{8})`", told)
    return reference


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_the_log_has_no_token_and_nothing_that_people_wrote_even_at_debug(
    log_format: str, discord: Loopback, tmp_path: Path
) -> None:
    async with bot_at(discord, tmp_path, LOG_LEVEL="DEBUG", LOG_FORMAT=log_format) as bot:
        reference = await play_with_failures(discord, bot)
        output = await ended(bot)
    assert reference in output
    assert "Traceback" in output
    for secret in (TOKEN, "t0ken", "token-", TYPED, "user001"):
        assert secret not in output, secret


async def test_json_is_one_object_a_line_also_for_failures(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path, LOG_FORMAT="json") as bot:
        reference = await play_with_failures(discord, bot)
        output = await ended(bot)
    lines: list[dict[str, Any]] = [json.loads(line) for line in output.splitlines()]
    assert all({"time", "level", "logger", "message"} <= line.keys() for line in lines)
    [failure] = [line for line in lines if line.get("reference") == reference]
    assert failure["level"] == "ERROR"
    assert "Traceback" in failure["exception"]


async def test_what_an_operator_can_mend_is_an_object_too(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("GET /users/@me", status=401)
    async with bot_at(discord, tmp_path, LOG_FORMAT="json", LOG_LEVEL="ERROR") as bot:
        assert await bot.ended() == 1
    [line] = bot.output.splitlines()
    assert "DISCORD_TOKEN" in json.loads(line)["message"]


async def test_the_log_has_the_links_to_add_the_bot_without_permissions(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        line = await bot.line_with("ready as")
    assert re.search(r"to a server: \S*scope=bot\+applications.commands\S*permissions=0;", line)
    assert re.search(r"your own account: \S*scope=applications.commands&integration_type=1$", line)


# -- commands and shards


async def test_changed_commands_are_synced_again(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
    with closing(sqlite3.connect(tmp_path / "ttt.sqlite3")) as database, database:
        assert database.execute("UPDATE synced SET digest = 'of an older version'").rowcount == 1
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
    assert len(discord.sent("PUT", "/commands")) == 2


async def test_a_sync_that_failed_is_tried_again_at_the_next_start(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("PUT /applications/.*/commands", status=403)
    async with bot_at(discord, tmp_path) as bot:
        assert await bot.ended() == 1
    async with bot_at(discord, tmp_path):
        await discord.gateway.joined()
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
    async with bot_at(discord, tmp_path, **settings) as bot:
        watched = await monitor(bot)
        await watched.becomes()
        assert (await watched.metrics())["ttt_guilds",] == guilds
    assert discord.gateway.shards == shards


async def test_a_game_that_waits_for_the_computer_is_taken_up_by_the_process_of_its_shard(
    discord: Loopback, tmp_path: Path
) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        await discord.slash(ANN, "new", ai="expert")
        await ended(bot)
    with closing(sqlite3.connect(tmp_path / "ttt.sqlite3")) as database, database:
        assert database.execute("SELECT guild FROM games").fetchall() == [(GUILD,)]
        database.execute("INSERT INTO plies VALUES (1, 0, 1, 1)")  # the process was killed before the reply
    async with bot_at(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="1") as bot:
        watched = await monitor(bot)
        await bot.line_with("ready as")
        await discord.slash(BOB, "help")
        found = await watched.metrics()
        assert found["ttt_ai_queue",] == 0
        assert ("ttt_ai_seconds_count", "expert") not in found
    async with bot_at(discord, tmp_path, SHARD_COUNT="2", SHARD_IDS="0") as bot:
        watched = await monitor(bot)
        await watched.counts("ttt_ai_seconds_count", "expert")
