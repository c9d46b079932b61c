"""Seasons, and how much two people can gain from each other in a day, on both real databases."""

import asyncio
from dataclasses import dataclass, replace

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import NoSuchSeason, SeasonBegun
from bot.game.games import ChannelId, Ending, Format, Game, GuildId, Human, Place, RatingChange, Result, UserId
from bot.game.ratings import INITIAL, MAX_DAILY_GAIN, MAX_DAILY_GAIN_PER_OPPONENT, capped_side
from bot.registry.ratings import Ratings
from engine import Mark
from tests.people import ANN, BOB, CY, SMALL, Clock
from tests.stored import open_game

GUILD = GuildId(1)


@dataclass
class Histories:
    """Plays games without moves, each in a channel of its own."""

    store: Store
    clock: Clock
    channels: int = 0

    async def play(self, x: UserId, o: UserId, winner: Mark | None, guild: GuildId = GUILD) -> Game:
        self.channels += 1
        place = Place(ChannelId(self.channels), guild)
        game = await open_game(self.store, Game.new(place, Format(SMALL), Human(x), Human(o), self.clock.now), x)
        result = Result(winner, Ending.FULL if winner is None else Ending.LINE)
        return await self.store.games.save(game, replace(game, result=result, touched=self.clock.now))


@pytest.fixture
def histories(store: Store, clock: Clock) -> Histories:
    return Histories(store, clock)


def gained(game: Game) -> float:
    assert game.rating_change
    return game.rating_change.gain


# -- how much two people can gain from each other


async def test_the_points_gained_in_a_day_are_limited(histories: Histories) -> None:
    others = [UserId(number) for number in range(201, 211)]
    wins = [await histories.play(ANN, other, Mark.X) for other in others]
    assert sum(map(gained, wins)) == pytest.approx(MAX_DAILY_GAIN)
    assert [capped_side(game) for game in wins[-2:]] == [Mark.X, Mark.X]
    assert not capped_side(await histories.play(BOB, others[0], Mark.X))


async def test_the_daily_limit_is_per_server_and_season(histories: Histories, ratings: Ratings) -> None:
    for _ in range(3):
        await histories.play(ANN, BOB, Mark.X)
    assert not capped_side(await histories.play(ANN, BOB, Mark.X, GuildId(2)))
    await ratings.begin_season(GUILD, 2, CY)
    assert not capped_side(await histories.play(ANN, BOB, Mark.X))


async def test_two_processes_share_the_daily_limit(histories: Histories, url: str, clock: Clock) -> None:
    other = Histories(await Store.open(url), clock, channels=100)
    both = [(histories, other)[number % 2].play(ANN, BOB, Mark.X) for number in range(10)]
    wins = await asyncio.gather(*both)
    assert sum(map(gained, wins)) == pytest.approx(MAX_DAILY_GAIN_PER_OPPONENT)
    await other.store.close()


# -- seasons


async def test_a_new_season_resets_ratings(histories: Histories, ratings: Ratings, clock: Clock, store: Store) -> None:
    await histories.play(ANN, BOB, Mark.X)
    await ratings.begin_season(GUILD, 2, CY)
    assert (await ratings.top(GUILD)).lines == []
    assert (await store.ratings.stats(GUILD, ANN)).rating is None
    win = await histories.play(BOB, ANN, Mark.X)
    assert win.rating_change == RatingChange(INITIAL, INITIAL, 16)
    now, old = await ratings.top(GUILD), await ratings.top(GUILD, season=1)
    assert [(line.user, line.rating) for line in now.lines] == [(BOB, 1516), (ANN, 1484)]
    assert [(line.user, line.rating) for line in old.lines] == [(ANN, 1516), (BOB, 1484)]
    assert (now.season.begun, old.season.ended) == (clock.now, clock.now)


async def test_only_one_of_two_processes_begins_a_season(process: Core, rival: Core) -> None:
    both = [one.ratings.begin_season(GUILD, 2, CY) for one in (process, rival)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(result, SeasonBegun) for result in results) == 1
    assert [season.number for season in await process.store.ratings.seasons(GUILD)] == [1, 2]


@pytest.mark.parametrize("number", [0, 1, 3, 99])
async def test_only_the_next_season_can_begin(number: int, ratings: Ratings) -> None:
    with pytest.raises(SeasonBegun):
        await ratings.begin_season(GUILD, number, CY)


@pytest.mark.parametrize("season", [-1, 0, 2])
async def test_an_unknown_season_is_refused(season: int, ratings: Ratings) -> None:
    with pytest.raises(NoSuchSeason):
        await ratings.top(GUILD, season=season)


async def test_players_are_listed_for_90_days(histories: Histories, ratings: Ratings, clock: Clock) -> None:
    await histories.play(ANN, BOB, Mark.X)
    clock.advance(days=45)
    await histories.play(BOB, CY, Mark.X)
    clock.advance(days=45)
    assert [line.user for line in (await ratings.top(GUILD, ANN)).lines] == [ANN, BOB, CY]
    clock.advance(microseconds=1)
    assert [line.user for line in (await ratings.top(GUILD, ANN)).lines] == [BOB, CY]
    await ratings.begin_season(GUILD, 2, CY)
    assert {line.user for line in (await ratings.top(GUILD, season=1)).lines} == {ANN, BOB, CY}
