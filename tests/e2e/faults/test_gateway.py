"""The real process recovers from failures of the gateway, without losing or repeating anything."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.gateway import Gateway
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, GUILD, Json, guild
from tests.e2e.processes.monitor import watched_bot
from tests.e2e.processes.real import bot_at, duel, plies, running_bot, shows_board, stop

Disturb = Callable[[Gateway], Awaitable[None]]
DISTURBANCES: dict[str, Disturb] = {  # by the cell that is pressed after each; they make no line
    "0:0": partial(Gateway.disconnect, code=1000),
    "0:1": partial(Gateway.disconnect, code=1001),
    "0:2": partial(Gateway.disconnect, code=4000),
    "1:1": partial(Gateway.disconnect, code=4008),
    "1:0": partial(Gateway.disconnect, code=4009),
    "1:2": Gateway.ask_to_reconnect,
    "2:1": Gateway.invalidate,  # but it may be resumed
}


@pytest.mark.usefixtures("bot")
async def test_interactions_during_a_disconnect_are_answered_once(discord: Loopback, tmp_path: Path) -> None:
    board = await duel(discord)
    for number, (cell, disturb) in enumerate(DISTURBANCES.items(), start=1):
        await disturb(discord.gateway)
        answer = await discord.press(BOB if len(plies(tmp_path)) % 2 else ANN, cell, board)
        assert shows_board(answer)
        board = answer.message
        assert len(plies(tmp_path)) == discord.gateway.resumes == number
    assert discord.gateway.identifies == 1


async def test_a_silent_gateway_connection_is_replaced(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.beat = timedelta(seconds=0.1)
    async with running_bot(discord, tmp_path, DISCORD_SILENCE="0.5"):
        board = await duel(discord)
        discord.gateway.silent = True
        assert shows_board(await discord.press(ANN, "1:1", board))
    assert plies(tmp_path) == [(1, 1)]
    assert (discord.gateway.identifies, discord.gateway.resumes) == (1, 1)


@pytest.mark.usefixtures("bot")
async def test_a_lost_session_leaves_games_intact(discord: Loopback, tmp_path: Path) -> None:
    board = await duel(discord)
    board = (await discord.press(ANN, "1:1", board)).message
    discord.gateway.forget_session()
    await discord.gateway.disconnect()
    lost = await discord.send_press(BOB, "0:0", board)
    await discord.gateway.wait_for_bot()
    assert shows_board(await discord.press(BOB, "2:2", board))
    assert not discord.interactions.pop(lost.number).has_answer.is_set()
    assert plies(tmp_path) == [(1, 1), (2, 2)]
    assert (discord.gateway.identifies, discord.gateway.resumes) == (2, 0)


@pytest.mark.parametrize("odd", [GUILD, GUILD + 1], ids=["the club", "another server"])
async def test_an_unreadable_event_is_dropped_and_counted(discord: Loopback, tmp_path: Path, odd: int) -> None:
    discord.gateway.guilds = [payloads.odd_guild(odd)] + [club for club in discord.gateway.guilds if odd != GUILD]
    async with watched_bot(discord, tmp_path) as (bot, monitor):
        await discord.gateway.wait_for_bot()
        assert shows_board(await discord.slash(ANN, "new", ai="easy"))
        await discord.gateway.dispatch("INTERACTION_CREATE", {"id": "none"})
        await bot.line_with("could not read the gateway event INTERACTION_CREATE")
        await discord.gateway.dispatch("CHANNEL_UPDATE", {"guild_id": None})
        assert shows_board(await discord.slash(BOB, "board"))
        metrics = await monitor.metrics()
        output = await stop(bot)
    assert (discord.gateway.identifies, discord.gateway.resumes) == (1, 0)
    for event in ("GUILD_CREATE", "INTERACTION_CREATE", "CHANNEL_UPDATE"):
        assert output.count(f"could not read the gateway event {event}") == 1
        assert metrics["ttt_gateway_dropped_total", event] == 1


async def test_the_bot_waits_until_discord_allows_another_session(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.sessions_left = 0
    async with bot_at(discord, tmp_path) as bot:
        assert "WARNING" in await bot.line_with("all 1000 session starts")
        assert discord.gateway.shards == []
        discord.gateway.sessions_left = 1
        await discord.gateway.wait_for_bot()
        discord.gateway.sessions_left = 0
        discord.gateway.forget_session()
        await discord.gateway.disconnect()
        await bot.line_with("all 1000 session starts")
        assert discord.gateway.identifies == 1
        assert "Traceback" not in await stop(bot)


@pytest.mark.parametrize("guilds", [[], [guild() | {"unavailable": True}]])
async def test_members_play_in_a_server_unknown_to_the_gateway(
    discord: Loopback, tmp_path: Path, guilds: list[Json]
) -> None:
    discord.gateway.guilds = guilds  # none where only the commands were added; an unavailable one during an outage
    async with running_bot(discord, tmp_path):
        board = await duel(discord)
        assert board["content"].startswith(f"**X** <@{ANN}> vs **O** <@{BOB}>")
        await discord.slash(ANN, "move", i=0, j=0)
        await discord.slash(BOB, "move", i=1, j=1)
    assert bool(discord.requests_to("PATCH", "^/channels/")) == bool(guilds)  # to take the buttons off the old board


UNREADABLE = (
    "hello",
    "null",
    "[]",
    "7",
    '{"op":10,"d":{}}',
    '{"op":10,"d":null}',
    '{"op":10}',
    '{"op":0,"t":["?"],"d":{}}',
    '{"op":0,"t":"READY","d":{}}',
    '{"op":0,"t":"RESUMED","d":null}',
    b"\x00\x01 these bytes don't decompress",
)
HARMLESS = ('{"op":11}', '{"op":11,"d":[]}', '{"op":99}', "{}", '{"op":0,"t":"?","d":7}', '{"op":0,"t":"GUILD_CREATE"}')


async def test_an_unreadable_frame_costs_its_shard_a_reconnect(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        board = await duel(discord)
        for number, frame in enumerate(UNREADABLE):
            await discord.gateway.send(frame)
            await discord.gateway.wait_for_bot()
            board = (await discord.press((ANN, BOB)[number % 2], "⋯ More", board)) and board
            assert "shard 0 lost its connection: " in await bot.line_with("lost its connection")
        assert shows_board(await discord.press(ANN, "1:1", board))
        output = await stop(bot)
    assert output.count("lost its connection") == len(UNREADABLE)
    assert output.count("shard 0 is connected") == len(UNREADABLE) + 1
    assert "Traceback" not in output


async def test_a_harmless_gateway_frame_is_ignored(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        for frame in HARMLESS:
            await discord.gateway.send(frame)
        assert shows_board(await discord.slash(ANN, "new", ai="easy"))
        assert "lost its connection" not in await stop(bot)
    assert discord.gateway.resumes == 0


async def test_an_unreadable_greeting_counts_as_an_attempt_to_connect(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.greetings = ["hello", '{"op":10,"d":{"heartbeat_interval":"soon"}}']
    async with running_bot(discord, tmp_path) as bot:
        discord.gateway.greetings = [b"?"]
        await discord.gateway.disconnect()
        await discord.gateway.wait_for_bot()
        output = await stop(bot)
    assert "could not connect, attempt 2" in output
    assert "could not connect, attempt 3" not in output
    assert "Traceback" not in output


async def test_a_repeated_gateway_frame_starts_another_session(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        await discord.gateway.send("null", is_repeated=True)
        await bot.line_with("could not connect, attempt 1")
        await discord.gateway.wait_for_bot()
        assert shows_board(await discord.slash(ANN, "new", ai="easy"))
        assert "Traceback" not in await stop(bot)
    assert (discord.gateway.identifies, discord.gateway.resumes) == (2, 1)


async def test_each_attempt_to_reconnect_is_one_line(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        for _ in range(2):  # the second outage begins with the shortest delay again
            for _ in range(2):
                discord.faults.add("GATEWAY CONNECT", status=503)
            await discord.gateway.disconnect()
            await discord.gateway.wait_for_bot()
        output = await stop(bot)
    assert output.count("could not connect, attempt 1: ") == output.count("could not connect, attempt 2: ") == 2
    assert "attempt 3" not in output
    assert "Traceback" not in output


async def test_a_shard_that_cannot_connect_leaves_others_alone(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, SHARD_COUNT="2") as bot:
        await bot.line_with("shard 1 is connected")
        discord.faults.add("GATEWAY HELLO", hang=True)
        await discord.gateway.disconnect(shard=1)
        await bot.line_with("shard 1 lost its connection")
        await discord.gateway.disconnect(shard=0)
        await discord.gateway.wait_for_bot()
        assert shows_board(await discord.slash(ANN, "new", ai="easy"))
