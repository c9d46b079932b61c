"""Any series, against a model that plays all games that are left to know whether they could change its result."""

import itertools
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import GameError
from bot.game.games import BEST_OF, Game, GuildId, UserId, has_next_game, score
from bot.game.ratings import Record
from engine import Cell
from tests.databases import sqlite_store
from tests.people import ANN, BOB, CHANNEL, CY, EVE, Clock, Deliberate, challenge, duel, press, process
from tests.stored import saved

WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
DRAWN = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2))

acts = st.lists(
    st.one_of(
        st.tuples(st.just("resign"), st.sampled_from([ANN, BOB])),
        st.tuples(st.just("play"), st.sampled_from([WON, DRAWN])),
        st.tuples(st.just("next"), st.sampled_from([ANN, BOB, CY])),
        st.tuples(st.just("next"), st.sampled_from([ANN, BOB])),
        st.tuples(st.just("undo"), st.sampled_from([ANN, BOB])),
        st.tuples(st.just("another"), st.none()),
        st.tuples(st.just("restart"), st.none()),
    ),
    max_size=20,
)


class Model:
    """The winners of the games so far, and whether one is on."""

    def __init__(self, best_of: int) -> None:
        self.best_of = best_of
        self.winners: list[UserId | None] = []
        self.is_on = True

    def lead(self, *more: int) -> int:
        return self.winners.count(ANN) - self.winners.count(BOB) + sum(more)

    @property
    def is_over(self) -> bool:
        """Whether every end of the games that are left has the result of now."""
        left = self.best_of - len(self.winners)
        ends = {(self.lead(*rest) > 0) - (self.lead(*rest) < 0) for rest in itertools.product((-1, 0, 1), repeat=left)}
        return not self.is_on and len(ends) == 1


class Played:
    """A series between Ann and Bob beside its model, in a process that may be started anew."""

    def __init__(self, store: Store, clock: Clock, best_of: int) -> None:
        self.store, self.clock = store, clock
        self.core: Core = process(store, Deliberate(), clock)
        self.model = Model(best_of)
        self.game: Game

    async def begin(self) -> None:
        self.game = await duel(self.core.lobby, best_of=self.model.best_of)

    async def act(self, what: str, by: Any) -> None:
        self.clock.advance(minutes=1)  # few enough games a minute
        match what:
            case "resign" if self.model.is_on:
                self.game = (await self.core.registry.resign(CHANNEL, by)).game
                self.ended(BOB if by == ANN else ANN)
            case "play" if self.model.is_on:
                await self.play(by)
            case "next":
                await self.next(by)
            case "undo" if not self.model.is_on and self.game.plies:
                await self.undo(by)
            case "another" if not self.model.is_on:
                await self.another()
            case "restart":
                self.core = process(self.store, Deliberate(), self.clock)
            case _:
                pass

    def ended(self, winner: UserId | None) -> None:
        self.model.winners.append(winner)
        self.model.is_on = False

    async def play(self, cells: tuple[tuple[int, int], ...]) -> None:
        first, second = self.game.humans
        so_far = self.game.plies  # of the other game, where its last move was taken back
        cells = next(line for line in (cells, WON, DRAWN) if line[: len(so_far)] == so_far)
        for number, cell in enumerate(cells[len(so_far) :], len(so_far)):
            by = (first, second)[number % 2]
            self.game = (await self.core.registry.mark(CHANNEL, by, Cell(*cell))).game
            if self.game.result:
                self.ended(first if self.game.result.winner else None)
                return

    async def next(self, by: UserId) -> None:
        was_over, began = self.model.is_over, self.game.humans
        try:
            self.game = (await self.core.lobby.next_game(press(self.game), by)).game
        except GameError:
            assert self.model.is_on or was_over or by == CY
        else:
            assert not self.model.is_on
            assert not was_over
            assert by != CY
            assert self.game.humans == began[::-1]
            self.model.is_on = True

    async def undo(self, by: UserId) -> None:
        try:
            self.game = (await self.core.registry.undo(press(self.game), by)).game
        except GameError:
            return
        if self.game.result is None:
            self.model.winners.pop()
            self.model.is_on = True

    async def another(self) -> None:
        """Play another game in the channel, after which an undo comes too late."""
        offered = await challenge(self.core.lobby, author=CY, opponent=EVE)
        await self.core.lobby.accept(CHANNEL, offered.id, EVE)
        await self.core.registry.stop(CHANNEL, CY, moderates=False)

    async def check(self) -> None:
        game = await saved(self.store, self.game)
        assert game == self.game
        assert game.series
        by_name = dict(zip(game.humans, score(game, game.series), strict=True))
        assert (by_name[ANN], by_name[BOB]) == (self.model.winners.count(ANN), self.model.winners.count(BOB))
        assert has_next_game(game) == (not self.model.is_on and not self.model.is_over)
        lines = (await self.core.ratings.top(GuildId(1))).lines
        records = {line.user: line.record for line in lines}
        counted = [self.model.winners.count(winner) for winner in (ANN, BOB, None)]
        ann = Record(*counted)
        assert records == ({ANN: ann, BOB: Record(ann.lost, ann.won, ann.drawn)} if self.model.winners else {})


@settings(max_examples=25)
@given(st.sampled_from(BEST_OF), acts)
@example(3, [("play", WON), ("undo", ANN), ("play", DRAWN)])
async def test_a_series_is_what_its_model_says(best_of: int, done: list[tuple[str, Any]]) -> None:
    async with sqlite_store() as store:
        played = Played(store, Clock(), best_of)
        await played.begin()
        await played.check()
        for what, by in done:
            await played.act(what, by)
            await played.check()
