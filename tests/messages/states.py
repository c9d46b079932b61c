"""Games, challenges and boards in every state that is told in words of its own, with the longest names and numbers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.clock import Clock
from bot.game.games import (
    DELETED_USER,
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
    Place,
    Player,
    RatingChange,
    Result,
    Series,
    UserId,
)
from bot.game.requests import Event, Update
from engine import Board, Cell, Mark, Rules, Value
from engine.players import Choice, Reason

AT = datetime(2026, 11, 21, tzinfo=UTC)
LONGEST = UserId(2**63 - 1)  # the largest id that a snowflake can be
ANN, BOB = Human(LONGEST), Human(UserId(LONGEST - 1))
PLACE = Place(ChannelId(LONGEST), GuildId(LONGEST))
LARGEST = Rules(100, 100, 100)
COMPUTER = Computer(Level.CLASSIC)


def game(rules: Rules = LARGEST, o: Player = BOB, plies: Iterable[Cell] = (), **more: object) -> Game:
    """Return a game with the longest numbers."""
    made = Game(GameId(10**18 - 1), PLACE, rules, ANN, o, AT, tuple(plies), message=MessageId(LONGEST))
    return made.with_changes(**more) if more else made


_PACES = (timedelta(days=3), timedelta(hours=9), timedelta(minutes=59), timedelta(seconds=59))


def games() -> Iterator[Game]:
    """Yield games in every state that is told in words of its own."""
    small, corner = Rules(3, 3, 3), Cell(99, 99)
    moved = [Cell(99, 99), Cell(99, 98)]
    clock = Clock(timedelta(days=3), AT)
    yield game(clock=clock)
    yield game(clock=clock, series=Series(5, 5, 2, 2))
    yield from (game(plies=moved, clock=Clock(pace, AT)) for pace in _PACES)
    yield game(small, COMPUTER)
    yield game(small, BOB, [Cell(0, 0)], swapped=False)
    yield game(small, BOB, swapped=False)
    yield game(Rules(5, 5, 5), BOB)
    yield game(LARGEST, Computer(Level.EXPERT), [corner])
    yield game(small, BOB, dead())
    yield game(LARGEST, Human(DELETED_USER))
    yield game(small, BOB, [Cell(0, 0), Cell(0, 1), Cell(0, 2)], swapped=True)
    ends = product(Ending, (Mark.X, Mark.O, None), (LONGEST, None))
    for ending, winner, by in ends:
        decided = ending in (Ending.LINE, Ending.RESIGNED, Ending.TIMEOUT)
        if decided == (winner is not None) and (
            by is not None or ending in (Ending.LINE, Ending.FULL, *WITHOUT_RESULT)
        ):
            ended = game(LARGEST, BOB, moved, result=Result(winner, ending, by), hints=2, clock=clock)
            yield ended
            for gain in (16.0, 5.0, 0.0):  # as the result says, less than that, nothing
                yield ended.with_changes(rating_change=RatingChange(1500, 1500, gain if winner is Mark.X else -gain))
            yield ended.with_changes(o=COMPUTER, hints=1)
            for who, played in product((BOB, COMPUTER), (Series(5), Series(5, 5, 2, 2), Series(3, 3, 1, 0))):
                yield ended.with_changes(o=who, series=played)


def dead() -> list[Cell]:
    return [Cell(*cell) for cell in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0))]


def updates() -> Iterator[Update]:
    """Yield updates of every kind."""
    for after, event in product(games(), Event):
        yield Update(after, after, event, LONGEST)
    moved = game(plies=[Cell(99, 99), Cell(99, 98), Cell(99, 97)])
    for taken in (1, 2):
        yield Update(moved, game(plies=moved.plies[: 3 - taken]), Event.TAKEN_BACK, LONGEST)
    swapped = game(Rules(3, 3, 3), BOB, [Cell(0, 0)], swapped=True)
    yield Update(swapped, swapped.with_changes(swapped=False), Event.TAKEN_BACK, LONGEST)
    yield Update(swapped, swapped, Event.SWAPPED, LONGEST)
    yield Update(swapped, swapped.with_changes(x=COMPUTER), Event.SWAPPED, LONGEST)
    for reason, proven in product(Reason, (None, Value(Mark.O, 199), Value(Mark.O, 3))):
        solo = game(LARGEST, COMPUTER, moved.plies[:2])
        yield Update(solo, solo, Event.PLAYED, LONGEST, Choice(Cell(99, 99), reason, proven))


def all_challenges() -> Iterator[Challenge]:
    for opponent, side, state in product((BOB.id, None), (Mark.X, Mark.O, None), ChallengeState):
        offer = Offer(PLACE, Format(LARGEST, timedelta(days=3)), LONGEST, opponent, AT, side)
        yield Challenge(ChallengeId(1), offer, state)
        yield Challenge(
            ChallengeId(1), replace(offer, format=replace(offer.format, swap=True, best_of=5), thread=True), state
        )
    deleted = Offer(PLACE, Format(LARGEST), LONGEST, DELETED_USER, AT)
    yield Challenge(ChallengeId(1), deleted, ChallengeState.CANCELLED)


def more_boards() -> Iterator[Board]:
    """Yield boards of which rows, threats and moves are told in other ways: won, drawn, crowded, with many threats."""
    won = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    yield Board.replay(Rules(3, 3, 3), [Cell(*cell) for cell in won])
    yield Board.replay(Rules(3, 3, 3), [*dead(), Cell(2, 2)])
    yield Board.replay(Rules(3, 3, 3), [Cell(*cell) for cell in won[:4]])
    large = Board(LARGEST)
    for cell in (Cell(row, col) for row in range(0, 100, 2) for col in range(0, 100, 3)):
        large.push(cell)
    yield large
    yield Board.replay(Rules(40, 40, 3), [Cell(*cell) for cell in _threatening()])
    yield Board.replay(LARGEST, [Cell(99, 99), Cell(99, 98), Cell(98, 99)])


def _threatening() -> Iterator[tuple[int, int]]:
    for number in range(10):
        yield from ((4 * (number // 5) + 1, 8 * (number % 5) + 1), (20 + 4 * (number // 5), 8 * (number % 5) + 1))
        yield from ((4 * (number // 5) + 1, 8 * (number % 5) + 3), (20 + 4 * (number // 5), 8 * (number % 5) + 3))
