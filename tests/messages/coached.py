"""Findings of the coach: one for each way of telling them, with the longest numbers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import product
from typing import Any

from bot.game.coach import Retry, Trial
from bot.game.games import UserId
from bot.game.puzzles import Attempt, Day, end_of, puzzle_of
from bot.messages.styles import ROWS
from engine import Cell, Mark, Rules
from engine.coach.findings import Answer, Hint, Moment, Proven, Stop, Why
from tests.messages import states

_LAST = Cell(99, 99)
_LINES = (), (_LAST,), (_LAST,) * 11, (_LAST,) * 30
_LOST, _DRAWN = Proven(Mark.O, 5), Proven(None)

HINTS = [Hint(_LAST, why, number) for why, number in product(Why, (1, 2, 99))]


@dataclass
class Review:
    """The parts of a review that users read."""

    moments: list[Moment]
    plies: tuple[Cell, ...] = (_LAST,) * 10_000
    unknown: int = 0
    certain: int | None = None
    winner: Mark | None = None


def _moments() -> list[Moment]:
    moments = [Moment(10_000 - 1, _LAST, Mark.X, Proven(None, 0, line), _LOST) for line in _LINES[:2]]
    for line, moves, after in product(_LINES, (0, 1, 2, 15), (_LOST, _DRAWN)):
        moments.append(Moment(10_000 - 1, _LAST, Mark.X, Proven(Mark.X, moves, line), after))
        if line:  # nothing is proven of what was played
            moments.append(moments[-1]._replace(after=None))
    return moments + [Moment(10_000 - 1, _LAST, Mark.X, None, _LOST, Stop(_LAST, moves)) for moves in (1, 2, 5)]


def _day(*, has_buttons: bool) -> Day:
    """Return a day whose puzzle has a button for each cell, or one whose puzzle is too large for that."""
    rules = ((Day(day), puzzle_of(Day(day)).rules) for day in range(400))
    return next(day for day, of in rules if (max(of.m, of.n) <= ROWS) is has_buttons)


def _attempts() -> Iterator[tuple[Attempt, Cell | None, Answer | None]]:
    """Yield attempts at a puzzle, each with its last cell and the reply."""
    for day in (_day(has_buttons=True), _day(has_buttons=False)):
        board, moves = puzzle_of(day).board, puzzle_of(day).moves
        cells, start = tuple(board.legal_moves), end_of(day) - timedelta(days=1)
        fresh = Attempt(UserId(2**63 - 1), day, start)
        yield fresh, None, None
        yield replace(fresh, failed=99), cells[0], Answer(cells[1], 0)
        for plies in range(2, 2 * moves, 2):
            yield replace(fresh, cells=cells[:plies]), cells[plies - 2], Answer(cells[plies - 1], moves - plies // 2)
        yield replace(fresh, failed=99, solved=start + timedelta(hours=23, minutes=59)), cells[0], None
        yield replace(fresh, solved=end_of(day) + timedelta(days=1)), cells[0], None


ATTEMPTS = list(_attempts())

REVIEWS: list[Any] = [
    Review([]),
    Review([], unknown=1),
    Review([], plies=(_LAST,), unknown=1),
    Review([], unknown=10_000),
    Review([], certain=9_999, winner=Mark.X),
    *(Review([one] * 3, unknown=9_999, certain=9_999, winner=Mark.X) for one in _moments()),
]


def trials() -> Iterator[Trial]:
    """Yield a try in each state, on a board with buttons and on one with a form."""
    for rules in (Rules(3, 4, 3), Rules(24, 24, 5)):
        start = Retry(replace(states.game(rules), plies=(Cell(0, 0),)), 2, 4)
        cell, reply = Cell(1, 1), Cell(2, 2)
        yield Trial(start)
        yield Trial(start, cell, answer=Answer(reply, 0))
        yield from (
            Trial(replace(start, moves=moves).with_cells(cell, reply), cell, answer=Answer(reply, 1))
            for moves in (2, 4)
        )
        yield Trial(start, cell, is_solved=True)
        draw = replace(start, moves=0, holder=cell)
        yield Trial(draw)
        yield Trial(draw, reply)
        yield Trial(draw, reply, proven=_LOST)
        yield Trial(draw, cell, is_solved=True)
