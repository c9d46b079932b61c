"""Instant computer players: the classic one, and one that is easier to beat."""

from enum import Enum
from random import Random
from typing import NamedTuple

from engine.board import Board
from engine.rules import Cell, Mark, Value


class Reason(Enum):
    """Why a computer player took its cell."""

    WIN = "win"
    BLOCK = "block"
    FORCED = "wins by force"
    DRAW = "a draw is the best"
    SEARCH = "judged best"
    RANDOM = "random"


class Choice(NamedTuple):
    """A computer player's cell, and why; proven is the value of the game before the move, None where it is unknown."""

    cell: Cell
    reason: Reason
    proven: Value | None = None


EASY_SLIPS = 0.5  # how often the easy player takes just any empty cell


def classic(board: Board, random: Random) -> Choice:
    """Return a cell that wins at once, else one that blocks the other side's win, else a random empty one.

    Where several cells win (or block) it is the first in row order. Cost: as Board.all_winning_moves.

    Raises
    ------
    IndexError
        The board is full.

    Source: the published interview question "M x N board with configurable win condition".
    """
    x, o = board.all_winning_moves()
    mine, theirs = (x, o) if board.turn is Mark.X else (o, x)
    if mine:
        return Choice(mine[0], Reason.WIN)
    if theirs:
        return Choice(theirs[0], Reason.BLOCK)
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
