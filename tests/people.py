"""People, places and shorthands for the tests of the registry."""

import asyncio
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, TypeVar, TypeVarTuple

from bot.core import Core
from bot.database.store import Store
from bot.deadlines import OUTAGE, Times
from bot.game.games import ChannelId, Format, Game, GuildId, Level, Place, UserId
from bot.game.lobby import Challenge, First, Terms
from bot.game.requests import NewChallenge, Target, Update
from bot.registry.computers import Computers, Experts
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.workers import Workers
from engine import Board, Cell, Limit, Rules, choose
from engine.players import Choice, Handicap

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
SMALL = Rules(3, 3, 3)
ANN, BOB, CY, EVE = UserId(101), UserId(102), UserId(103), UserId(104)
HERE, THERE = Place(ChannelId(7), GuildId(1)), Place(ChannelId(8), GuildId(1))
X_WINS = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


def by(user: UserId, place: Place = HERE, **fields: Any) -> Target:
    """Return the target of a user's command."""
    return Target(user, place, **fields)


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **by: float) -> None:
        self.now += timedelta(**by)


class Deliberate(Experts):
    """An expert that answers in this process, at once unless may_answer is cleared."""

    def __init__(self) -> None:
        super().__init__(workers=1, budget=timedelta(seconds=1))
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.requests = 0
        self.breaks = False

    async def choose(
        self, board: Board, seed: int, *, has_swap: bool = False, handicap: Handicap | None = None
    ) -> Choice:
        self.requests += 1
        await self.may_answer.wait()
        if self.breaks:
            raise ConnectionAbortedError
        return choose(board, Limit(nodes=1_000), random=Random(seed), swap=has_swap, handicap=handicap)


class InProcess(Workers):
    """Workers that work in this process, on copies."""

    def __init__(self, count: int = 1) -> None:
        super().__init__(count)

    async def run(self, work: Callable[[*Arguments], T], *arguments: *Arguments, within: timedelta) -> T:
        return deepcopy(work)(*arguments)


def process(
    store: Store,
    experts: Experts,
    clock: Callable[[], datetime],
    seed: int = 7,
    *,
    request: timedelta = timedelta(minutes=1),
    outage: timedelta = OUTAGE,
    timer: Callable[[], float] | None = None,
    on_timeout: Callable[[Update], object] = lambda _update: None,
) -> Core:
    """Wire a process as the bot does, with a seeded Random."""
    seconds = timer or (lambda: clock().timestamp())
    times = Times(clock, seconds, request=request, outage=outage)
    computers = Computers(experts, random=Random(seed))
    return Core(store, computers, InProcess, times, on_timeout=on_timeout)


async def solo(
    lobby: Lobby,
    rules: Rules = SMALL,
    place: Place = HERE,
    level: Level = Level.CLASSIC,
    first: First = First.ME,
    **options: Any,
) -> Game:
    """Ann starts a game against the computer."""
    change = await lobby.new(by(ANN, place), Terms(Format(rules, **options), level, first=first))
    assert isinstance(change, Update)
    return change.game


async def challenge(
    lobby: Lobby,
    rules: Rules = SMALL,
    opponent: UserId | None = BOB,
    place: Place = HERE,
    author: UserId = ANN,
    first: First = First.ME,
    thread: bool = False,
    **options: Any,
) -> Challenge:
    """Ann challenges a member, or anyone."""
    terms = Terms(Format(rules, **options), opponent=opponent, first=first, thread=thread)
    new = await lobby.new(by(author, place), terms)
    assert isinstance(new, NewChallenge)
    return new.challenge


async def duel(lobby: Lobby, rules: Rules = SMALL, place: Place = HERE, **terms: Any) -> Game:
    """Ann (X) plays Bob (O)."""
    offer = await challenge(lobby, rules, place=place, **terms)
    return (await lobby.accept(Target(BOB, place), offer.id)).game


async def play(games: Games, *cells: tuple[int, int]) -> Update:
    """Ann and Bob mark cells in turn, Ann first; return the last change."""
    changes = [await games.mark(by((ANN, BOB)[number % 2]), Cell(*cell)) for number, cell in enumerate(cells)]
    return changes[-1]


def press(game: Game, user: UserId, ply: int | None = None) -> Target:
    """Return the target of a user's press on a board of a game."""
    return Target(user, game.place, game.id, game.moves if ply is None else ply)


async def export_of(privacy: Privacy, user: UserId) -> dict[str, list[dict[str, Any]]]:
    """Return everything that is stored about a user, by kind."""
    parts: dict[str, list[dict[str, Any]]] = {}
    async for part in privacy.export(user):
        parts.setdefault(part.name, []).extend(map(dict, part.rows))
    return parts
