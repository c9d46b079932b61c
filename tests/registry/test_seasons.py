"""Seasons, and how much two people can gain from each other in a day, on both real databases."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import NoSuchSeason, SeasonBegun
from bot.game.games import ChannelId, Ending, Format, Game, GuildId, Human, NewGame, Place, RatingChange, Result, UserId
from bot.game.ratings import INITIAL, MAX_DAILY_GAIN, MAX_DAILY_GAIN_PER_OPPONENT, elo_gain, is_capped
from bot.registry.ratings import Ratings
from engine import Mark
from tests.people import ANN, BOB, CY, SMALL, Clock

GUILD = GuildId(1)


@dataclass
class Histories:
    """Games that end and are reopened in channels of their own, without the moves."""

    store: Store
    clock: Clock
    channels: int = 0

    async def play(self, x: UserId, o: UserId, winner: Mark | None, guild: GuildId = GUILD) -> Game:
        self.channels += 1
        place = Place(ChannelId(self.channels), guild)
        game, *_ = await self.store.open_game(NewGame(place, Format(SMALL), Human(x), Human(o), self.clock.now), x)
        return await self.end(game, winner)

    async def end(self, game: Game, winner: Mark | None) -> Game:
        result = Result(winner, Ending.FULL if winner is None else Ending.LINE)
        return await self.store.save(game, replace(game, result=result, touched=self.clock.now))

    async def reopen(self, game: Game) -> Game:
        return await self.store.save(game, replace(game, result=None, touched=self.clock.now))


@pytest.fixture
def histories(store: Store, clock: Clock) -> Histories:
    return Histories(store, clock)


def gained(game: Game) -> float:
    assert game.rating_change
    return game.rating_change.gain


# -- how much two people can gain from each other


async def test_the_bound_is_of_each_direction_and_each_pair(histories: Histories) -> None:
    for _ in range(4):
        await histories.play(ANN, BOB, Mark.X)
    back = await histories.play(ANN, BOB, Mark.O)
    assert not is_capped(back)
    assert not is_capped(await histories.play(CY, ANN, Mark.O))
    assert gained(await histories.play(ANN, BOB, Mark.X)) == 0  # what was lost opens no room


async def test_a_player_gains_no_more_from_all_opponents_than_their_bound_in_a_day(histories: Histories) -> None:
    others = [UserId(number) for number in range(201, 211)]
    won = [await histories.play(ANN, other, Mark.X) for other in others]
    assert sum(map(gained, won)) == pytest.approx(MAX_DAILY_GAIN)
    assert [is_capped(game) for game in won[-2:]] == [True, True]
    assert not is_capped(await histories.play(BOB, others[0], Mark.X))


async def test_a_player_with_five_games_gains_half_from_a_newcomer(histories: Histories, clock: Clock) -> None:
    for _ in range(5):
        await histories.play(ANN, BOB, Mark.X)
    clock.advance(hours=24)
    game = await histories.play(CY, ANN, Mark.O)
    assert game.rating_change
    assert gained(game) == pytest.approx(elo_gain(game.rating_change.x, game.rating_change.o, 0) / 2)
    assert not is_capped(game)
    full = await histories.play(CY, ANN, Mark.X)
    assert full.rating_change
    assert gained(full) == pytest.approx(elo_gain(full.rating_change.x, full.rating_change.o, 1))


async def test_the_bound_is_of_one_server_and_one_season(histories: Histories, ratings: Ratings) -> None:
    for _ in range(3):
        await histories.play(ANN, BOB, Mark.X)
    assert not is_capped(await histories.play(ANN, BOB, Mark.X, GuildId(2)))
    await ratings.begin_season(GUILD, 2, CY)
    assert not is_capped(await histories.play(ANN, BOB, Mark.X))


async def test_a_new_day_begins_at_midnight_in_utc(histories: Histories, clock: Clock) -> None:
    clock.now = datetime.fromisoformat("2026-11-21T23:59:59.999999+00:00")
    for _ in range(3):
        await histories.play(ANN, BOB, Mark.X)
    clock.advance(microseconds=1)
    assert [is_capped(await histories.play(ANN, BOB, Mark.X)) for _ in range(3)] == [False, False, True]
    for _ in range(3):
        await histories.play(ANN, CY, Mark.X)
    clock.advance(microseconds=-1)  # in another process, whose clock is a little slow
    assert not is_capped(await histories.play(ANN, CY, Mark.X))


async def test_a_game_that_is_taken_back_gives_its_points_back(histories: Histories) -> None:
    won = [await histories.play(ANN, BOB, Mark.X) for _ in range(3)]
    open_again = await histories.reopen(won[0])
    ann, bob = await histories.store.top(GUILD)
    assert (ann.rating, bob.rating) == (pytest.approx(1516), pytest.approx(1484))
    assert gained(await histories.end(open_again, Mark.X)) == pytest.approx(elo_gain(1516, 1484, 1))


async def test_games_that_end_at_once_in_two_processes_do_not_pass_the_bound_together(
    histories: Histories, url: str, clock: Clock
) -> None:
    other = Histories(await Store.open(url), clock, channels=100)
    both = [(histories, other)[number % 2].play(ANN, BOB, Mark.X) for number in range(10)]
    won = await asyncio.gather(*both)
    assert sum(map(gained, won)) == pytest.approx(MAX_DAILY_GAIN_PER_OPPONENT)
    await other.store.close()


# -- seasons


async def test_a_season_begins_with_fresh_ratings_and_the_old_one_stays(
    histories: Histories, ratings: Ratings, clock: Clock, store: Store
) -> None:
    await histories.play(ANN, BOB, Mark.X)
    await ratings.begin_season(GUILD, 2, CY)
    assert (await ratings.top(GUILD)).lines == []
    assert (await store.stats(GUILD, ANN)).rating is None
    won = await histories.play(BOB, ANN, Mark.X)
    assert won.rating_change == RatingChange(INITIAL, INITIAL, 16)
    now, old = await ratings.top(GUILD), await ratings.top(GUILD, season=1)
    assert [(line.user, line.rating) for line in now.lines] == [(BOB, 1516), (ANN, 1484)]
    assert [(line.user, line.rating) for line in old.lines] == [(ANN, 1516), (BOB, 1484)]
    assert (now.season.begun, old.season.ended) == (clock.now, clock.now)


async def test_a_game_of_an_old_season_that_is_taken_back_counts_there_and_its_new_end_in_the_new_one(
    histories: Histories, ratings: Ratings
) -> None:
    won = await histories.play(ANN, BOB, Mark.X)
    await ratings.begin_season(GUILD, 2, CY)
    again = await histories.reopen(won)
    assert (await ratings.top(GUILD, season=1)).lines == []
    await histories.end(again, Mark.O)
    assert [line.user for line in (await ratings.top(GUILD)).lines] == [BOB, ANN]
    assert (await ratings.top(GUILD, season=1)).lines == []


async def test_of_two_who_begin_a_season_at_once_one_is_refused(process: Core, rival: Core) -> None:
    both = [one.ratings.begin_season(GUILD, 2, CY) for one in (process, rival)]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(result, SeasonBegun) for result in results) == 1
    assert [season.number for season in await process.store.seasons(GUILD)] == [1, 2]


@pytest.mark.parametrize("number", [0, 1, 3, 99])
async def test_only_the_next_season_can_begin(number: int, ratings: Ratings) -> None:
    with pytest.raises(SeasonBegun):
        await ratings.begin_season(GUILD, number, CY)


@pytest.mark.parametrize("season", [-1, 0, 2])
async def test_a_season_that_never_was_is_refused(season: int, ratings: Ratings) -> None:
    with pytest.raises(NoSuchSeason):
        await ratings.top(GUILD, season=season)


async def test_seasons_are_of_one_server(ratings: Ratings, store: Store) -> None:
    await ratings.begin_season(GUILD, 2, CY)
    assert [season.number for season in await store.seasons(GuildId(2))] == [1]


async def test_whoever_has_not_played_for_90_days_is_listed_only_in_a_season_that_is_over(
    histories: Histories, ratings: Ratings, clock: Clock
) -> None:
    await histories.play(ANN, BOB, Mark.X)
    clock.advance(days=45)
    await histories.play(BOB, CY, Mark.X)
    clock.advance(days=45)
    assert [line.user for line in (await ratings.top(GUILD, ANN)).lines] == [ANN, BOB, CY]
    clock.advance(microseconds=1)
    assert [line.user for line in (await ratings.top(GUILD, ANN)).lines] == [BOB, CY]
    await ratings.begin_season(GUILD, 2, CY)
    assert {line.user for line in (await ratings.top(GUILD, season=1)).lines} == {ANN, BOB, CY}
