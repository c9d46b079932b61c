"""The real process when its gateway fails: it comes back by itself, and nothing is lost or doubled."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from tests.e2e.gateway import Gateway
from tests.e2e.loopback import Loopback
from tests.e2e.payloads import ANN, BOB
from tests.e2e.real import bot_at, duel, ends_well, moved, plies

Disturb = Callable[[Gateway], Awaitable[None]]


def closing_with(code: int) -> Disturb:
    return lambda gateway: gateway.disconnect(code)


@pytest.mark.parametrize(
    "disturb",
    [
        *(pytest.param(closing_with(code), id=f"closed with {code}") for code in (1000, 1001, 4000, 4008, 4009)),
        pytest.param(Gateway.ask_to_reconnect, id="asked to reconnect"),
        pytest.param(Gateway.invalidate, id="invalid but resumable"),
    ],
)
async def test_what_happened_while_the_gateway_was_gone_is_answered_once(
    discord: Loopback, tmp_path: Path, disturb: Disturb
) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        await disturb(discord.gateway)
        assert moved(await discord.press(ANN, "1:1", board))
        await ends_well(bot)
    assert plies(tmp_path) == [(1, 1)]
    assert (discord.gateway.identified, discord.gateway.resumed) == (1, 1)


async def test_a_gateway_that_has_fallen_silent_is_left_for_a_new_connection(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.beat = timedelta(seconds=0.1)
    async with bot_at(discord, tmp_path, DISCORD_SILENCE="0.5") as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        discord.gateway.silent = True
        assert moved(await discord.press(ANN, "1:1", board))
        await ends_well(bot)
    assert plies(tmp_path) == [(1, 1)]
    assert (discord.gateway.identified, discord.gateway.resumed) == (1, 1)


async def test_without_its_session_the_next_press_works_and_games_are_whole(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        board = (await discord.press(ANN, "1:1", board)).message
        discord.gateway.forget_session()
        await discord.gateway.disconnect()
        lost = await discord.send_press(BOB, "0:0", board)
        await discord.gateway.joined()
        assert moved(await discord.press(BOB, "2:2", board))
        await ends_well(bot)
    assert not discord.interactions.pop(lost.number).answered.is_set()
    assert plies(tmp_path) == [(1, 1), (2, 2)]
    assert (discord.gateway.identified, discord.gateway.resumed) == (2, 0)
