"""Instant computer players: the classic one, and one that is easier to beat."""

from enum import Enum
from random import Random
from typing import NamedTuple

from engine.board import Board
from engine.rules import Cell, Mark


class Reason(Enum):
    """Why a computer player took its cell."""

    WIN = "win"
    BLOCK = "block"
    FORCED = "wins by force"
    DRAW = "a draw is the best"
    SEARCH = "judged best"
    RANDOM = "random"


class Value(NamedTuple):
    """What a position is worth with best play: who wins, None for a draw, and in how many plies at most."""

    winner: Mark | None
    plies: int | None = None


class Choice(NamedTuple):
    """A computer player's cell, and why; proven is the value of the game before the move, None when it isn't known."""

    cell: Cell
    reason: Reason
    proven: Value | None = None


EASY_SLIPS = 0.5  # how often the easy player looks at nothing


def classic(board: Board, random: Random) -> Choice:
    """Return a cell that wins at once, else one that blocks the other side's win, else a random empty one.

    Where several cells win (or block) it is the first in row order. Cost: at most two passes, see
    Board.winning_moves, which needs no state beside the board: an O(1) look at a set kept up to date would be a few
    times quicker still, for a second structure to keep true through every push and pop.

    Raises
    ------
    IndexError
        The board is full.

    Source: the published interview question "M x N board with configurable win condition".
    """
    for mark, reason in ((board.turn, Reason.WIN), (board.turn.other, Reason.BLOCK)):
        if cells := board.winning_moves(mark):
            return Choice(cells[0], reason)
    return Choice(random.choice(board.legal_moves), Reason.RANDOM)


def easy(board: Board, random: Random) -> Choice:
    """Return the classic player's cell half of the time, else any empty one.

    Raises
    ------
    IndexError
        The board is full.
    """
    if random.random() < EASY_SLIPS:
        return Choice(random.choice(board.legal_moves), Reason.RANDOM)
    return classic(board, random)
