"""Any games and series of three people in two channels, against a model of how ends and undos change ratings."""

import itertools
from collections import Counter, defaultdict
from contextlib import suppress
from datetime import date
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import GameError
from bot.game.games import DELETED_USER, Game, GameId, GuildId, Human, Place, UserId, has_next_game, score
from bot.game.requests import Target
from engine import Cell
from tests.databases import sqlite_store
from tests.e2e.kills import consistency
from tests.people import ANN, BOB, CY, HERE, SMALL, THERE, X_WINS, Clock, Deliberate, by, challenge, press, process

GUILD = GuildId(1)
LINES = (
    X_WINS,
    ((0, 0), (1, 0), (0, 1), (1, 1), (2, 2), (1, 2)),  # O wins
    ((0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)),  # a draw
)


class Count(NamedTuple):
    """A game that counts, with its season, day and players, and with X's gain and score."""

    season: int
    day: date
    x: UserId
    o: UserId
    gain: float
    score: float


class Model:
    """The games that count, and the ratings that they add up to."""

    def __init__(self) -> None:
        self.season = 1
        self.counts: dict[GameId, Count] = {}

    def rating(self, season: int, user: UserId) -> float:
        mine = [one for one in self.counts.values() if one.season == season]
        return 1500 + sum(one.gain * ((one.x == user) - (one.o == user)) for one in mine)

    def room(self, winner: UserId, loser: UserId, day: date) -> float:
        """Return what a player may still gain from another on a day, in this season."""
        today = [one for one in self.counts.values() if (one.season, one.day) == (self.season, day)]
        gains = [(one.o, one.gain) for one in today if one.x == winner]
        gains += [(one.x, -one.gain) for one in today if one.o == winner]
        total = sum(gain for _, gain in gains if gain > 0)
        return min(32 - sum(gain for other, gain in gains if gain > 0 and other == loser), 64 - total)

    def played(self, user: UserId) -> int:
        """Return how many games of a user count in this season."""
        return sum(user in (one.x, one.o) for one in self.counts.values() if one.season == self.season)

    def count(self, game: Game, score: float) -> None:
        """Count a game that has just ended by Elo's formula, within the bound of a day."""
        (x, o), day = game.humans, game.touched.date()
        behind = self.rating(self.season, o) - self.rating(self.season, x)
        full = 32 * (score - 1 / (1 + 10 ** (behind / 400)))
        winner, loser = (x, o) if full > 0 else (o, x)
        half = self.played(loser) < 5 <= self.played(winner)
        size = min(abs(full) / (2 if half else 1), self.room(winner, loser, day))
        self.counts[game.id] = Count(self.season, day, x, o, size if full > 0 else -size, score)

    def forget(self, user: UserId) -> None:
        """Keep what others have gained and lost against a forgotten user."""
        for number, one in self.counts.items():
            x, o = (DELETED_USER if player == user else player for player in (one.x, one.o))
            self.counts[number] = one._replace(x=x, o=o)

    def check_series(self, game: Game, previous: dict[GameId, GameId]) -> None:
        """Compare the score of a series with its games; it goes on if the games that are left can change the result."""
        assert game.series
        games: list[GameId] = [game.id]
        while games[-1] in previous:
            games.append(previous[games[-1]])
        counts = [self.counts[one] for one in games if one in self.counts]
        wins = Counter({1.0: one.x, 0.0: one.o}.get(one.score) for one in counts)
        first, second = game.humans
        assert score(game, game.series) == (wins[first], wins[second])
        outcomes = itertools.product((-1, 0, 1), repeat=game.series.best_of - len(counts))
        leads = [wins[first] - wins[second] + sum(rest) for rest in outcomes]
        is_open = min(leads) <= 0 <= max(leads) and min(leads) != max(leads)
        assert has_next_game(game) == (game.id in self.counts and is_open)

    @property
    def standings(self) -> dict[tuple[int, int], tuple[Counter[str], float]]:
        """The record and rating of each person with a game that counts, by season and person."""
        records: defaultdict[tuple[int, UserId], Counter[str]] = defaultdict(Counter)
        for one in self.counts.values():
            for user, points in ((one.x, one.score), (one.o, 1 - one.score)):
                if user == DELETED_USER:
                    continue
                records[one.season, user][{1.0: "won", 0.0: "lost", 0.5: "drawn"}[points]] += 1
        return {who: (record, self.rating(*who)) for who, record in records.items()}


class Club:
    """Three people and the model, in a process that can restart."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.model = store, Clock(), Model()
        self.core: Core = process(store, Deliberate(), self.clock)
        self.games: dict[Place, Game] = {}  # the newest
        self.previous: dict[GameId, GameId] = {}  # in a series
        self.forgotten: set[UserId] = set()

    async def act(self, what: str, place: Place, how: Any) -> None:
        self.clock.advance(minutes=1)  # few enough games a minute
        match what:
            case "begin":
                await self.begin(place, *how)
            case "season":
                await self.core.ratings.begin_season(GUILD, self.model.season + 1, CY)
                self.model.season += 1
            case "wait":
                self.clock.advance(hours=how)
            case "forget":
                await self.core.privacy.forget(how)
                self.model.forget(how)
                self.forgotten.add(how)
            case "restart":
                self.core = process(self.store, Deliberate(), self.clock)
            case _ if place in self.games:
                await self.go_on(what, place, self.games[place], how)
            case _:
                pass

    async def begin(self, place: Place, pair: tuple[UserId, UserId], best_of: int | None, swap: bool) -> None:
        author, other = pair
        offer = await challenge(self.core.lobby, SMALL, other, place, author, best_of=best_of, swap=swap)
        self.games[place] = (await self.core.lobby.accept(Target(other, place), offer.id)).game

    async def go_on(self, what: str, place: Place, before: Game, how: Any) -> None:
        user = before.humans[how % 2]
        games = self.core.games
        match what:
            case "play":
                after = await self.play(before, LINES[how])
            case "swap":
                after = (await games.swap(press(before, user))).game
            case "undo":
                after = (await games.undo(press(before, user))).game
            case "allow":
                after = (await games.answer(by(user, place), allow=True)).game
            case "resign":
                while before.result is None and not before.have_both_moved:
                    assert isinstance(before.turn, Human)
                    before = (await games.mark(press(before, before.turn.id), before.board.legal_moves[0])).game
                after = (await games.resign(by(user, place))).game
            case _:
                after = (await self.core.lobby.next_game(press(before, user))).game
                assert has_next_game(before)
                assert before.swapped or after.humans == before.humans[::-1]
                self.previous[after.id] = before.id
        self.games[place] = after
        points = _points(after)
        if points is None:
            self.model.counts.pop(after.id, None)
        elif after.id not in self.model.counts:
            self.model.count(after, points)

    async def play(self, game: Game, line: tuple[tuple[int, int], ...]) -> Game:
        """Play on along a line, as far as it fits what was played."""
        if line[: len(game.plies)] == game.plies:
            for cell in line[len(game.plies) :]:
                assert isinstance(game.turn, Human)
                game = (await self.core.games.mark(Target(game.turn.id, game.place), Cell(*cell))).game
        return game

    async def check(self) -> None:
        for game in self.games.values():
            if game.series and self.forgotten.isdisjoint(game.humans):
                self.model.check_series(game, self.previous)
        database = await consistency.tables(self.store)
        gains = {game["id"]: game["gain"] for game in database.games if game["gain"] is not None}
        assert gains == pytest.approx({game: one.gain for game, one in self.model.counts.items()})
        expected = self.model.standings
        for row in database.ratings:
            record = Counter({how: row[how] for how in ("won", "lost", "drawn")})
            expected_record, rating = expected.pop((row["season"], row["user"]), (Counter[str](), 1500))
            assert +record == expected_record
            assert row["rating"] == pytest.approx(rating)
        assert not expected


def _points(game: Game) -> float | None:
    """Return what X scores in a game that has ended."""
    return None if game.result is None or game.result.is_void else {None: 0.5, 1: 1.0, 2: 0.0}[game.result.winner]


places, either = st.sampled_from([HERE, THERE]), st.integers(0, 1)
pairs = st.sampled_from([(ANN, BOB), (BOB, ANN), (CY, ANN)])
act = st.one_of(
    st.tuples(st.just("begin"), places, st.tuples(pairs, st.sampled_from([None, 3, 5]), st.booleans())),
    st.tuples(st.just("play"), places, st.integers(0, 2)),
    st.tuples(st.just("play"), places, st.integers(0, 2)),
    st.tuples(st.sampled_from(["swap", "undo", "undo", "allow", "resign", "next", "next"]), places, either),
    st.tuples(st.sampled_from(["season", "restart"]), places, st.none()),
    st.tuples(st.just("wait"), places, st.sampled_from([5, 13])),
    st.tuples(st.just("forget"), places, st.sampled_from([ANN, BOB])),
)
BEGIN, PLAY, UNDO = ("begin", HERE, ((ANN, BOB), None, False)), ("play", HERE, 0), ("undo", HERE, 0)
DRAW, NEXT = ("play", HERE, 2), ("next", HERE, 0)
BEATEN_NEWCOMER = [("begin", THERE, ((CY, ANN), None, False)), ("play", THERE, 1)]
SERIES = [("begin", THERE, ((BOB, CY), 3, True)), *[("resign", THERE, 0), ("next", THERE, 1)] * 2, ("resign", THERE, 1)]


@settings(max_examples=25)
@given(st.lists(act, min_size=8, max_size=30))
@example([*[BEGIN, PLAY] * 4, ("begin", THERE, ((BOB, ANN), None, False)), ("resign", THERE, 0), UNDO, PLAY])
@example([BEGIN, PLAY, ("season", HERE, None), UNDO, PLAY, BEGIN, PLAY, ("wait", HERE, 13), BEGIN, PLAY])
@example([BEGIN, PLAY, ("forget", HERE, BOB), BEGIN, PLAY, UNDO])
@example([*[BEGIN, PLAY, BEGIN, PLAY, ("wait", HERE, 13)] * 3, *BEATEN_NEWCOMER])
@example([("begin", HERE, ((ANN, BOB), 3, False)), PLAY, UNDO, ("play", HERE, 1)])
@example([("begin", HERE, ((ANN, BOB), 3, False)), DRAW, NEXT, DRAW, NEXT, DRAW, NEXT])
@example([("begin", HERE, ((ANN, BOB), 3, False)), DRAW, NEXT, PLAY, NEXT])
@example([*SERIES, ("begin", HERE, ((ANN, BOB), None, True)), PLAY])
async def test_ratings_and_series_agree_with_a_model(acts: list[tuple[str, Place, Any]]) -> None:
    async with sqlite_store() as store:
        club = Club(store)
        for one in acts:
            with suppress(GameError):
                await club.act(*one)
            await club.check()
