"""Games, challenges and boards in every state that has its own text, with the longest names and numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import product
from random import Random
from typing import TypeVar

from bot.game.clocks import Clock
from bot.game.games import (
    DELETED_USER,
    EVERYONE,
    WITHOUT_RESULT,
    ChannelId,
    Computer,
    Ending,
    Format,
    Game,
    GameId,
    GuildId,
    Human,
    Level,
    MessageId,
    Mover,
    Place,
    Player,
    RatingChange,
    Result,
    Series,
    UserId,
)
from bot.game.lobby import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.requests import ActiveGame, Event, Update
from engine import Board, Cell, Mark, Rules, Value
from engine.players import Choice, Reason
from tests.engine.boards import random_board

AT = datetime(2026, 11, 21, tzinfo=UTC)
LONGEST = UserId(2**63 - 1)  # the largest id that a snowflake can be
ANN, BOB = Human(LONGEST), Human(UserId(LONGEST - 1))
PLACE = Place(ChannelId(LONGEST), GuildId(LONGEST))
LARGEST = Rules(100, 100, 100)
COMPUTER = Computer(Level.CLASSIC)


T = TypeVar("T")


ACTIVE = ActiveGame(
    GameId(1),
    PLACE,
    LARGEST,
    Mark.X,
    ANN,
    0,
    is_over=False,
    touched=AT,
    deadline=AT,
    message=MessageId(LONGEST),
    asked_by=None,
)


def once(generator: Callable[[], Iterator[T]]) -> Callable[[], tuple[T, ...]]:
    """Decorate a generator to make its values only once, for all languages."""
    return cache(lambda: tuple(generator()))


def game(rules: Rules = LARGEST, o: Player = BOB, plies: Iterable[Cell] = (), **more: object) -> Game:
    """Return a game with the longest numbers."""
    new = Game(GameId(10**18 - 1), PLACE, Format(rules), ANN, o, AT, tuple(plies), message=MessageId(LONGEST))
    return replace(new, **more) if more else new


_PACES = (timedelta(days=3), timedelta(hours=9), timedelta(minutes=59), timedelta(seconds=59))


@once
def all_games() -> Iterator[Game]:
    """Yield games in every state that has its own text."""
    small, corner = Rules(3, 3, 3), Cell(99, 99)
    swap = Format(small, swap=True)
    moves = [Cell(99, 99), Cell(99, 98)]
    clock = Clock(timedelta(days=3), AT)
    yield game(clock=clock)
    yield game(clock=clock, series=Series(5, 5, 2, 2))
    yield from (game(plies=moves, clock=Clock(pace, AT)) for pace in _PACES)
    yield game(small, COMPUTER)
    yield game(small, BOB, [Cell(0, 0)], format=swap)
    yield game(small, BOB, format=swap)
    yield game(Rules(5, 5, 5), BOB)
    yield game(LARGEST, Computer(Level.EXPERT), [corner])
    yield game(small, BOB, dead())
    yield game(LARGEST, Human(DELETED_USER))
    yield game(small, BOB, [Cell(0, 0), Cell(0, 1), Cell(0, 2)], format=swap, swapped=True)
    together = game(small, COMPUTER, x=Human(EVERYONE))
    yield together
    for number in (1, 6, 12):  # who have moved: one is named, or five and one or more others
        movers = [mover for user in range(number) for mover in (Mover(UserId(LONGEST - user), AT), None)]
        plies = [Cell(99, col) for col in range(2 * number)]
        shared = game(LARGEST, COMPUTER, plies, x=Human(EVERYONE), movers=tuple(movers))
        yield shared
        yield shared.with_changes(result=Result(Mark.X, Ending.LINE))
    for result in _results():
        over = game(LARGEST, BOB, moves, result=result, hints=2, clock=clock)
        yield over
        yield over.with_changes(o=COMPUTER, hints=1)
        if result.ending in (Ending.TIMEOUT, Ending.AGREED, Ending.STOPPED):  # told in more words than the others
            for gain in (16.0, 5.0, 0.0):  # as the result says, less than that, nothing
                gained = gain if result.winner is Mark.X else -gain
                yield over.with_changes(rating_change=RatingChange(1500, 1500, gained))
            for who, series in product((BOB, COMPUTER), (Series(5), Series(5, 5, 2, 2), Series(3, 3, 1, 0))):
                yield over.with_changes(o=who, series=series)


def _results() -> Iterator[Result]:
    for ending, winner, by in product(Ending, (Mark.X, Mark.O, None), (LONGEST, None)):
        decided = ending in (Ending.LINE, Ending.RESIGNED, Ending.TIMEOUT)
        may_lack_user = ending in (Ending.LINE, Ending.FULL, *WITHOUT_RESULT)
        if decided == (winner is not None) and (by is not None or may_lack_user):
            yield Result(winner, ending, by)


def dead() -> list[Cell]:
    """Return the plies of a 3×3 game that neither side can win anymore."""
    return [Cell(*cell) for cell in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0))]


@once
def updates() -> Iterator[Update]:
    """Yield updates of every kind."""
    for after, event in product(all_games(), (Event.UNDO_ALLOWED, Event.TAKEN_BACK)):
        yield Update(after, after, event, LONGEST)
    before = game(plies=[Cell(99, 99), Cell(99, 98), Cell(99, 97)])
    for count in (1, 2):
        yield Update(before, game(plies=before.plies[: 3 - count]), Event.TAKEN_BACK, LONGEST)
    swap = Format(Rules(3, 3, 3), swap=True)
    with_swap = game(o=BOB, plies=[Cell(0, 0)], format=swap, swapped=True)
    yield Update(with_swap, with_swap.with_changes(swapped=False), Event.TAKEN_BACK, LONGEST)
    yield Update(with_swap, with_swap, Event.SWAPPED, LONGEST)
    yield Update(with_swap, with_swap.with_changes(x=COMPUTER), Event.SWAPPED, LONGEST)
    for reason, proven in product(Reason, (None, Value(Mark.O, 199), Value(Mark.O, 3))):
        solo = game(LARGEST, COMPUTER, before.plies[:2])
        yield Update(solo, solo, Event.PLAYED, LONGEST, Choice(Cell(99, 99), reason, proven))


@once
def all_challenges() -> Iterator[Challenge]:
    longest = Format(LARGEST, timedelta(days=3), swap=True, best_of=5)
    for opponent in (BOB.id, None):
        for side, thread in product((Mark.X, Mark.O, None), (False, True)):
            yield Challenge(ChallengeId(1), Offer(PLACE, longest, LONGEST, opponent, AT, side, thread=thread))
        yield from (Challenge(ChallengeId(1), offer_to(opponent), state) for state in ChallengeState)
    for side in Mark:
        yield Challenge(ChallengeId(1), Offer(PLACE, longest, LONGEST, BOB.id, AT, side, is_rematch=True))
    yield Challenge(ChallengeId(1), offer_to(DELETED_USER), ChallengeState.CANCELLED)


def offer_to(opponent: UserId | None) -> Offer:
    return Offer(PLACE, Format(LARGEST, timedelta(days=3)), LONGEST, opponent, AT)


INVITATION = Challenge(ChallengeId(1), offer_to(BOB.id), message=MessageId(LONGEST))


def played(m: int, n: int, k: int, *cells: tuple[int, int]) -> Board:
    """Return a board after some moves."""
    return Board.replay(Rules(m, n, k), [Cell(*cell) for cell in cells])


@once
def more_boards() -> Iterator[Board]:
    """Yield boards with special descriptions: won, drawn, crowded, and with many threats."""
    win = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    yield played(3, 3, 3, *win)
    yield played(3, 3, 3, *dead(), (2, 2))
    yield played(3, 3, 3, *win[:4])
    yield played(100, 100, 100, *product(range(0, 100, 2), range(0, 100, 3)))
    yield played(40, 40, 3, *_threatening())
    yield played(100, 100, 100, (99, 99), (99, 98), (98, 99))


def _threatening() -> Iterator[tuple[int, int]]:
    for number in range(10):
        yield from ((4 * (number // 5) + 1, 8 * (number % 5) + 1), (20 + 4 * (number // 5), 8 * (number % 5) + 1))
        yield from ((4 * (number // 5) + 1, 8 * (number % 5) + 3), (20 + 4 * (number // 5), 8 * (number % 5) + 3))


SIZES = [(2, 3), (3, 3), (9, 11), (15, 15), (41, 63), (2, 100), (100, 2), (100, 100)]  # of boards in pictures


def shuffled(m: int, n: int, plies: int) -> Board:
    """Return the board after this number of random plies, or fewer if a side wins."""
    return random_board(Random(m * n), Rules(m, n, max(m, n)), plies)
