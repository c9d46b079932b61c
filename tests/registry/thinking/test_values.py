"""What is known of boards when games begin: said at once where it is proven, searched for where it isn't, and kept."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import TypeVar, TypeVarTuple

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors.playing import MustBePlayedOut
from bot.game.games import Game
from bot.game.requests import NewChallenge, Terms, Wish
from bot.messages import texts
from bot.messages.translator import ENGLISH
from bot.registry.thinking.values import WAITING, Finding, Values, searched, upright
from bot.registry.workers import WorkerLost
from engine import Board, Cell, Mark, Rules, Value
from engine.expert.solve import prove
from tests import people
from tests.engine.expert.minimax import Minimax
from tests.game.values import game as a_game
from tests.people import ANN, BOB, CHANNEL, HERE, SMALL, Clock, Deliberate, InProcess, solo

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
WON = Rules(4, 3, 3)
OPEN = Rules(9, 9, 5)  # nobody has proven it
SOME = Finding(None, 300_000)


def knows_nothing(_rules: Rules) -> None:
    """A table without any board."""


class Searchers(InProcess):
    """Workers that count what they are asked, and do it when they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.closed = 0
        self.may_work = asyncio.Event()
        self.may_work.set()
        self.is_lost = False

    async def run(self, work: Callable[[*Arguments], T], *arguments: *Arguments, within: timedelta) -> T:
        self.asked += 1
        await self.may_work.wait()
        if self.is_lost:
            raise WorkerLost("it hung")
        return await super().run(work, *arguments, within=within)

    async def close(self) -> None:
        self.closed += 1


@pytest.fixture
def searchers() -> Searchers:
    return Searchers()


@pytest.fixture
def values(store: Store, searchers: Searchers, clock: Clock) -> Values:
    """What a process knows whose tables are empty, so that everything has to be searched for."""
    return Values(store, searchers, clock=lambda: clock().timestamp(), table=knows_nothing)


async def begun(process: Core, rules: Rules, *, swap: bool = False) -> Game:
    """Ann (X) plays Bob (O)."""
    made = await process.lobby.new(Wish(HERE, ANN, Terms(rules, opponent=BOB, swap=swap)))
    assert isinstance(made, NewChallenge)
    return (await process.lobby.accept(CHANNEL, made.challenge.id, BOB)).game


# -- what is said


def said(rules: Rules, value: Value | None, **changes: object) -> str:
    return texts.best_play(ENGLISH, a_game(rules=rules, **changes), value) if value else ""


@pytest.mark.parametrize(
    ("m", "n", "k"), [(m, n, k) for m, n in product(range(2, 5), repeat=2) for k in range(2, max(m, n) + 1)]
)
async def test_what_is_said_of_boards_up_to_4x4_is_true(m: int, n: int, k: int, process: Core) -> None:
    if m * n <= 12:
        winner = Minimax(m, n, k).value([])[0]
    else:
        proven = prove(Board(Rules(m, n, k)), budget=100_000).value
        assert proven
        winner = proven.winner or 0
    words = "With best play X wins; try swap:true." if winner else "With best play: a draw."
    assert winner != Mark.O
    assert said(Rules(m, n, k), await process.values.of(Rules(m, n, k))) == words


async def test_nothing_is_said_of_a_board_that_is_not_proven(process: Core, store: Store) -> None:
    assert await process.values.of(OPEN) is None
    await store.save_finding(OPEN, *SOME)
    assert await process.values.of(OPEN) is None
    assert await process.values.search(OPEN) is None


def test_where_the_swap_is_on_nobody_is_told_to_try_it() -> None:
    assert said(WON, Value(Mark.X), swapped=False) == "With best play X wins."
    assert said(WON, Value(None), swapped=False) == "With best play: a draw."


async def test_only_a_new_game_says_it(process: Core) -> None:
    game = await begun(process, WON)
    assert await process.values.of_new(game)
    moved = (await process.registry.mark(CHANNEL, ANN, Cell(0, 0))).game
    assert await process.values.of_new(moved) is None
    back = (await process.registry.undo(CHANNEL, ANN)).game
    assert await process.values.of_new(back)
    ended = (await process.registry.resign(CHANNEL, ANN)).game
    assert await process.values.of_new(ended) is None


# -- what is searched for, and kept


async def test_what_was_searched_is_known_at_once_in_every_process_and_for_turned_boards(
    values: Values, searchers: Searchers, store: Store, clock: Clock
) -> None:
    assert await values.of(WON) is None
    assert await values.search(WON) == await values.of(WON) == Value(Mark.X)
    assert await values.search(Rules(3, 4, 3)) == Value(Mark.X)
    assert await values.search(SMALL) == Value(None)
    restarted = Values(store, Searchers(), clock=lambda: clock().timestamp(), table=knows_nothing)
    assert [await restarted.of(rules) for rules in (WON, Rules(3, 4, 3), SMALL)] == [
        Value(Mark.X),
        Value(Mark.X),
        Value(None),
    ]
    assert searchers.asked == 2


async def test_a_search_in_vain_is_not_repeated_unless_it_may_take_longer(store: Store, searchers: Searchers) -> None:
    short = Values(store, searchers, table=knows_nothing, allotted=timedelta(milliseconds=1))
    assert await short.search(Rules(7, 7, 4)) is None
    assert await short.search(Rules(7, 7, 4)) is None
    assert searchers.asked == 1
    assert await store.finding(Rules(7, 7, 4)) == Finding(None, 30)
    longer = Values(store, searchers, table=knows_nothing)
    assert await longer.search(Rules(7, 7, 4)) == Value(Mark.X)


async def test_a_game_on_a_board_that_was_searched_in_vain_asks_the_database_nothing(
    store: Store, searchers: Searchers, clock: Clock
) -> None:
    asked: list[str] = []

    class Asked(Store):
        async def finding(self, rules: Rules) -> tuple[Value | None, int] | None:
            asked.append(str(rules))
            return await super().finding(rules)

    counted = Asked(store.database, lambda _name, _seconds: None)
    values = Values(counted, searchers, clock=lambda: clock().timestamp(), table=knows_nothing, allotted=timedelta(0))
    assert values.is_sought(OPEN)
    assert await values.search(OPEN) is None
    assert not values.is_sought(OPEN)
    asked.clear()
    assert await values.search(OPEN) is None
    assert asked == []


async def test_more_is_never_replaced_by_less(store: Store) -> None:
    await store.save_finding(OPEN, *SOME)
    await store.save_finding(OPEN, *Finding(None, 5))
    assert await store.finding(OPEN) == SOME
    await store.save_finding(OPEN, *Finding(Value(None), SOME.nodes))
    await store.save_finding(OPEN, *Finding(None, 9 * SOME.nodes))
    assert await store.finding(OPEN) == Finding(Value(None), SOME.nodes)


async def test_games_that_begin_at_once_search_a_board_once(values: Values, searchers: Searchers) -> None:
    searchers.may_work.clear()
    asked = [asyncio.ensure_future(values.search(SMALL)) for _ in range(WAITING + 2)]
    await asyncio.sleep(0)
    searchers.may_work.set()
    found = await asyncio.gather(*asked)
    assert found == [Value(None)] * WAITING + [None, None]
    assert (searchers.asked, searchers.closed) == (1, 1)


async def test_what_the_tables_know_and_what_is_too_large_is_not_searched(process: Core, store: Store) -> None:
    searchers = Searchers()
    values = Values(store, searchers)
    assert await values.search(SMALL) is None
    assert await values.search(Rules(20, 20, 5)) is None
    assert searchers.asked == 0


async def test_a_lost_search_is_no_finding(
    values: Values, searchers: Searchers, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    searchers.is_lost = True
    assert await values.search(SMALL) is None
    assert await store.finding(SMALL) is None
    assert "the search of a board was lost" in caplog.text


async def test_a_search_is_left_off_when_the_bot_stops(values: Values, searchers: Searchers, store: Store) -> None:
    searchers.may_work.clear()
    asked = [asyncio.ensure_future(values.search(rules)) for rules in (SMALL, WON)]
    while not searchers.asked:
        await asyncio.sleep(0)
    values.stop()
    assert await asyncio.gather(*asked) == [None, None]
    assert await store.finding(SMALL) is None
    assert searchers.asked == 1  # no other one is begun


def test_a_worker_searches_within_its_time() -> None:
    assert searched(WON, timedelta(seconds=5)) == Value(Mark.X)
    assert searched(OPEN, timedelta(milliseconds=1)) is None


def test_a_turned_board_is_the_same_board() -> None:
    assert upright(Rules(3, 5, 3)) == upright(Rules(5, 3, 3)) == Rules(5, 3, 3)


# -- what counts for the ratings


async def test_a_board_that_x_wins_is_unrated_without_a_swap(process: Core) -> None:
    game = await begun(process, WON)
    assert (game.unrated, game.is_rated) == (True, False)
    words = texts.best_play(ENGLISH, game, Value(Mark.X))
    assert words == "With best play X wins; try swap:true. This game isn't rated."
    await process.registry.mark(CHANNEL, ANN, Cell(0, 0))
    await process.registry.mark(CHANNEL, BOB, Cell(1, 1))
    await process.registry.stop(CHANNEL, ANN, moderates=False)


@pytest.mark.parametrize(("rules", "swap"), [(WON, True), (SMALL, False), (OPEN, False)])
async def test_every_other_board_is_rated(rules: Rules, swap: bool, process: Core) -> None:
    game = await begun(process, rules, swap=swap)
    assert game.is_rated
    await process.registry.mark(CHANNEL, ANN, Cell(0, 0))
    await process.registry.mark(CHANNEL, BOB, Cell(1, 1))
    with pytest.raises(MustBePlayedOut):
        await process.registry.stop(CHANNEL, ANN, moderates=False)


async def test_a_game_stays_rated_when_its_board_is_proven_later(store: Store, clock: Clock) -> None:
    process = people.process(store, Deliberate(), clock, table=knows_nothing, searching=timedelta(seconds=10))
    game = await begun(process, WON)
    assert game.is_rated
    assert await process.values.search(WON) == Value(Mark.X)
    now = (await process.registry.look(CHANNEL, ANN)).game
    assert now.is_rated
    assert texts.best_play(ENGLISH, now, Value(Mark.X)) == "With best play X wins; try swap:true."
    await process.registry.resign(CHANNEL, ANN)
    assert not (await begun(process, WON)).is_rated


async def test_a_game_against_the_computer_says_nothing_of_ratings(process: Core) -> None:
    game = await solo(process.lobby, WON)
    assert texts.best_play(ENGLISH, game, Value(Mark.X)) == "With best play X wins; try swap:true."


@pytest.mark.usefixtures("hurried")
async def test_a_database_that_does_not_tell_soon_delays_no_game(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    class Hanging:
        async def finding(self, rules: Rules) -> tuple[Value | None, int] | None:
            await asyncio.Event().wait()

        async def save_finding(self, rules: Rules, value: Value | None, nodes: int) -> None:
            raise AssertionError

    values = Values(Hanging(), Searchers(), clock=lambda: clock().timestamp())
    async with asyncio.timeout(20):
        assert await values.of(OPEN) is None
    assert "without the value of its board" in caplog.text
