"""What a server prefers: saved, remembered for a while, and never in the way of a move."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.choices import DEFAULT_SETTINGS, BoardPlacement, ServerSettings, WhoMayEnd
from bot.game.clock import Pace
from bot.game.errors import LineTooLong, NotYetYours
from bot.game.games import GuildId
from bot.registry.choices import TTL, Servers
from bot.registry.lobby import Lobby
from bot.registry.privacy import KEPT_AFTER_LEAVING, Privacy
from bot.registry.registry import GameRegistry
from engine import Rules
from tests import people
from tests.people import ANN, BOB, CHANNEL, CY, Clock, Deliberate, duel, play, solo
from tests.registry.watched import Watched
from tests.stored import saved

GUILD, OTHER = GuildId(1), GuildId(2)
ALL = ServerSettings(
    Rules(7, 6, 4), Pace.DAY, is_rated=False, boards=BoardPlacement.NEW_MESSAGE, end=WhoMayEnd.MODERATORS
)
NARROW = ServerSettings(Rules(7, 6, 4))


async def test_what_a_server_prefers_comes_back_as_it_was_saved(servers: Servers, rival: Core) -> None:
    assert await servers.change(GUILD, vars(ALL), ANN) == ALL
    assert await rival.servers.settings(GUILD) == ALL
    assert await rival.servers.settings(OTHER) == DEFAULT_SETTINGS


async def test_what_is_left_out_stays_and_a_choice_can_be_taken_back(servers: Servers) -> None:
    await servers.change(GUILD, {"size": ALL.size}, ANN)
    assert await servers.change(GUILD, {"is_rated": False}, ANN) == ServerSettings(ALL.size, is_rated=False)
    assert await servers.change(GUILD, {"size": None}, ANN) == ServerSettings(is_rated=False)


async def test_the_log_says_who_changed_what(servers: Servers, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await servers.change(GUILD, {"pace": Pace.DAY}, BOB)
    [record] = caplog.records
    assert all(str(said) in record.getMessage() for said in (BOB, GUILD, "pace", "1 day"))


@pytest.mark.parametrize(
    ("given", "rules"),
    [
        ((None, None, None), Rules(7, 6, 4)),
        ((None, None, 3), Rules(7, 6, 3)),
        ((5, None, None), Rules(5, 5, 5)),
        ((None, 4, None), Rules(3, 4, 3)),
        ((4, 5, 3), Rules(4, 5, 3)),
    ],
)
def test_the_size_of_the_server_counts_where_neither_side_is_given(
    given: tuple[int | None, int | None, int | None], rules: Rules
) -> None:
    assert NARROW.rules(*given) == rules


def test_a_line_that_does_not_fit_the_servers_board_is_refused() -> None:
    with pytest.raises(LineTooLong):
        NARROW.rules(k=8)


# -- ratings


async def test_a_game_counts_as_its_server_said_when_it_began(process: Core, servers: Servers) -> None:
    await servers.change(GUILD, {"is_rated": False}, ANN)
    unrated = await duel(process.lobby)
    assert not unrated.is_rated
    await servers.change(GUILD, {"is_rated": True}, ANN)
    assert not (await saved(process.store, unrated)).is_rated
    await play(process.registry, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert (await process.ratings.top(GUILD)).lines == []
    await duel(process.lobby)
    await play(process.registry, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert [standing.user for standing in (await process.ratings.top(GUILD)).lines] == [ANN, BOB]


# -- who may end a game that rests


async def test_where_moderators_end_games_others_never_may(lobby: Lobby, registry: GameRegistry, clock: Clock) -> None:
    await solo(lobby)
    clock.advance(days=30)
    with pytest.raises(NotYetYours) as refused:
        await registry.stop(CHANNEL, CY, moderates=False, others_may=False)
    assert refused.value.after is None
    assert (await registry.stop(CHANNEL, CY, moderates=True, others_may=False)).game.result


# -- remembered


class Counted(Watched):
    """Counts the questions for settings."""

    async def server_settings(self, guild: GuildId) -> ServerSettings:
        return await self.answer(lambda: super(Counted, self).server_settings(guild))


@pytest.fixture
async def counted(url: str) -> AsyncIterator[Counted]:
    async with Counted.opened(url) as store:
        yield store


async def test_the_database_is_asked_once_in_a_while(counted: Counted, clock: Clock) -> None:
    servers = people.process(counted, Deliberate(), clock).servers
    for _ in range(100):
        assert await servers.of(GUILD) == DEFAULT_SETTINGS
    assert counted.asked == 1
    clock.advance(seconds=TTL.total_seconds())
    await servers.of(GUILD)
    assert counted.asked == 2


async def test_direct_messages_have_no_settings(counted: Counted, clock: Clock) -> None:
    assert await people.process(counted, Deliberate(), clock).servers.of(None) == DEFAULT_SETTINGS
    assert counted.asked == 0


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_nobody_waits_for_settings_that_do_not_come(trouble: str, counted: Counted, clock: Clock) -> None:
    servers = people.process(counted, Deliberate(), clock).servers
    await servers.change(GUILD, {"boards": BoardPlacement.NEW_MESSAGE}, ANN)
    setattr(counted, trouble, True)
    clock.advance(seconds=TTL.total_seconds())
    assert (await servers.of(GUILD)).boards is BoardPlacement.NEW_MESSAGE  # what was known is better than nothing
    assert await servers.of(OTHER) == DEFAULT_SETTINGS


async def test_a_late_answer_does_not_undo_what_was_chosen_meanwhile(counted: Counted, clock: Clock) -> None:
    servers = people.process(counted, Deliberate(), clock).servers
    counted.may_answer.clear()
    asking = asyncio.create_task(servers.of(GUILD))
    await counted.has_read.wait()
    await servers.change(GUILD, {"boards": BoardPlacement.NEW_MESSAGE}, ANN)
    counted.may_answer.set()
    await asking
    assert await servers.of(GUILD) == ServerSettings(boards=BoardPlacement.NEW_MESSAGE)


# -- kept of a server


async def test_settings_are_deleted_with_their_server(
    servers: Servers, privacy: Privacy, store: Store, clock: Clock
) -> None:
    for guild in (GUILD, OTHER):
        await servers.change(guild, {"pace": Pace.HOUR}, ANN)
    await store.note_guilds({GUILD, OTHER}, lambda guild: True, clock.now)
    await store.note_guild(GUILD, clock.now)
    clock.advance(seconds=(KEPT_AFTER_LEAVING + timedelta(days=1)).total_seconds())
    await privacy.purge(None)
    assert await servers.settings(GUILD) == DEFAULT_SETTINGS
    assert await servers.settings(OTHER) == ServerSettings(pace=Pace.HOUR)
