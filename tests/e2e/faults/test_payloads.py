"""Interactions without optional fields, or with values unknown to discord.py, work like others.

One that can't be answered is a line in the log.
"""

import copy
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, DIRECT, GROUP, STRANGE, Json
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import running_bot, shows_board, stop

PLACES = (CHANNELS[0], STRANGE, GROUP, DIRECT)
EVERY = 11  # only one change of so many, for time; all of them, with 1, take some minutes
WRONG = (None, 0, -1, "?", [], [None], {}, {"?": None})
MISSING = object()


async def play(discord: Loopback, **changes: Any) -> Interaction:
    """Send `/ttt new ai:easy` as a new user, with changes to the payload."""
    user = ANN + len(discord.interactions)
    interaction = discord.make(2, CHANNELS[0], user, discord.command("new", ai="easy"))
    await deliver(discord, interaction.payload | changes)
    return await answer_to(interaction)


async def deliver(discord: Loopback, payload: Json) -> None:
    """Tell the bot of an interaction in other words than Discord remembers it."""
    words = {name: value for name, value in payload.items() if value is not MISSING}
    await discord.gateway.dispatch("INTERACTION_CREATE", words)


@pytest.mark.usefixtures("bot")
async def test_people_play_in_every_kind_of_channel(discord: Loopback) -> None:
    for kind in (0, 2, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 18, 99):
        discord.threads.kind = kind
        start = await discord.slash(ANN + kind, "new", channel=CHANNELS[kind % 30], ai="easy")
        assert shows_board(start), kind
        assert shows_board(await discord.press(ANN + kind, "1:1", start.message)), kind


@pytest.mark.usefixtures("bot")
async def test_people_play_if_discord_omits_optional_fields(discord: Loopback) -> None:
    left_out = ("channel", "app_permissions", "locale", "guild_locale", "guild", "entitlements", "context", "version")
    for name in (*left_out, "attachment_size_limit", "authorizing_integration_owners", "application_id"):
        assert shows_board(await play(discord, **{name: MISSING})), name
        assert shows_board(await play(discord, **{name: None})), name
    assert shows_board(await play(discord, channel_id=MISSING))
    without_permissions = payloads.member(payloads.user(ANN + 500))
    assert shows_board(await play(discord, locale="tlh", guild_locale="tlh", member=without_permissions))
    assert shows_board(await play(discord, member=MISSING, user=payloads.user(ANN + 501)))
    assert shows_board(await play(discord, channel={"id": str(CHANNELS[0]), "type": 11}))


@pytest.mark.parametrize("changes", [{"member": MISSING}, {"type": 77}, {"channel": MISSING, "channel_id": MISSING}])
async def test_an_unreadable_interaction_is_one_line_in_the_log(discord: Loopback, bot: Process, changes: Json) -> None:
    interaction = discord.make(2, CHANNELS[0], ANN, discord.command("new", ai="easy"))
    await deliver(discord, interaction.payload | changes)
    await bot.line_with("could not read the gateway event INTERACTION_CREATE, dropped it: it")
    del discord.interactions[interaction.number]
    assert shows_board(await discord.slash(BOB, "new", ai="easy"))
    assert "Traceback" not in await stop(bot)


def variants(value: Any) -> Iterator[Any]:
    """Yield copies of a payload in which one part is missing or wrong."""
    if not isinstance(value, dict | list):
        return
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        without = copy.copy(value)
        del without[key]
        yield without
        for other in (*WRONG, *variants(value[key])):
            with_other = copy.copy(value)
            with_other[key] = other
            yield with_other


@pytest.mark.parametrize("place", PLACES)
async def test_no_variant_of_an_interaction_causes_a_bug(discord: Loopback, tmp_path: Path, place: int) -> None:
    async with running_bot(discord, tmp_path) as bot:
        board = (await discord.slash(ANN, "new", channel=place, ai="easy", m=15)).message
        form = (await discord.press(ANN, "Move", board)).form
        kinds = [
            discord.make(2, place, ANN, discord.command("stats", member=BOB)),
            discord.make(3, place, ANN, payloads.component(payloads.buttons(board)["⋯ More"], 2), board),
            discord.make(5, place, ANN, payloads.submitted(form, "what?"), board),
        ]
        if place == CHANNELS[0]:
            person = payloads.on_person(discord.commands, "Challenge to tic-tac-toe", ANN)
            kinds.append(discord.make(2, place, ANN, person))
        for kind in kinds:
            for number, payload in enumerate(islice(variants(kind.payload), PLACES.index(place), None, EVERY)):
                interaction = discord.make(2, place, ANN, {})
                same = {"id": interaction.number, "token": interaction.payload["token"]}
                interaction.payload = kind.payload | same
                own = {name: same[name] for name in same if payload.get(name) == kind.payload[name]}
                await deliver(discord, payload | own)
                if number % 8 == 0:
                    await discord.slash(CY, "help")
            del discord.interactions[kind.number]
        await discord.slash(CY, "help")
        output = await stop(bot)
    for number in list(discord.interactions):
        if not discord.requests_to("POST", f"^/interactions/{number}/"):
            del discord.interactions[number]
    assert not [line for line in output.splitlines() if "Traceback" in line or "ERROR" in line]
