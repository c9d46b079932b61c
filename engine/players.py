"""Instant computer players: the classic one, and one that is easier to beat."""

from enum import Enum
from math import inf
from random import Random
from typing import NamedTuple

from engine.board import Board
from engine.geometry import windows_through
from engine.rules import Cell, IllegalMove, Mark, Value


class Reason(Enum):
    """Why a computer player took its cell."""

    WIN = "win"
    BLOCK = "block"
    FORCED = "wins by force"
    DRAW = "a draw is the best"
    SEARCH = "judged best"
    RANDOM = "random"
    SWAP = "takes X"  # after its first mark, whose cell it is


class Choice(NamedTuple):
    """A computer player's cell, and why.

    proven: the value of the game before the move, None if unknown.
    score: what the move is worth to its side: inf for a win, -inf for a loss, 0 for a draw, else a heuristic sum; None
    if nothing was searched.
    depth, nodes: how many plies deep the search was, and how many positions it looked at.
    line: the move, and how the search expects the game to go on.
    """

    cell: Cell
    reason: Reason
    proven: Value | None = None
    score: float | None = None
    depth: int = 0
    line: tuple[Cell, ...] = ()
    nodes: int = 0


NEAR_TRIES = 100  # for an empty cell near a mark; then any empty cell will do
EASY_SLIPS = 0.5  # how often the easy player takes just any empty cell


def instant(board: Board) -> Choice | None:
    """Return the first cell that wins at once, else the first that blocks a win, None where there is neither.

    Raises
    ------
    IllegalMove
        The game is over.
    """
    if board.is_over:
        raise IllegalMove("the game is over")
    x, o = board.all_winning_moves()
    wins, blocks = (x, o) if board.turn is Mark.X else (o, x)
    if wins:
        return Choice(wins[0], Reason.WIN, Value(board.turn, 1), inf, 1, (wins[0],))
    if len(blocks) > 1:
        return Choice(blocks[0], Reason.BLOCK, Value(board.turn.other, 2), -inf, 2, tuple(blocks[:2]))
    return Choice(blocks[0], Reason.BLOCK, line=(blocks[0],)) if blocks else None


def classic(board: Board, random: Random, *, near: int | None = None) -> Choice:
    """Return a cell that wins at once, else one that blocks the other side's win, else a random empty one.

    Where several cells win (or block) it is the first in row order. With near, the random cell is at most so many rows
    and columns from a mark, or from the middle of an empty board, if some tries find an empty one there: on a large
    board the marks of both sides meet. Cost: as Board.all_winning_moves.

    Raises
    ------
    IllegalMove
        The game is over.

    Source: the published interview question "M x N board with configurable win condition".
    """
    if choice := instant(board):
        return Choice(choice.cell, choice.reason)
    return Choice(_empty_cell(board, random, near), Reason.RANDOM)


def _empty_cell(board: Board, random: Random, near: int | None) -> Cell:
    middle = Cell(board.rules.m // 2, board.rules.n // 2)
    for _ in range(NEAR_TRIES):
        if near is None:
            break
        row, col = random.choice(board.plies) if board.plies else middle
        cell = Cell(row + random.randint(-near, near), col + random.randint(-near, near))
        if 0 <= cell.row < board.rules.m and 0 <= cell.col < board.rules.n and not board[cell]:
            return cell
    return random.choice(board.legal_moves)


def easy(board: Board, random: Random, *, near: int | None = None) -> Choice:
    """Return the classic player's cell half of the time, else any empty one, or one near a mark.

    Raises
    ------
    IllegalMove
        The game is over.
    """
    if not board.is_over and random.random() < EASY_SLIPS:
        return Choice(_empty_cell(board, random, near), Reason.RANDOM)
    return classic(board, random, near=near)


def classic_swaps(board: Board, random: Random) -> bool:
    """Return whether the classic player takes X after its first mark: where no cell is in more windows than that."""
    middle = Cell(board.rules.m // 2, board.rules.n // 2)
    return windows_through(board.plies[0], board.rules) >= windows_through(middle, board.rules)


def easy_swaps(board: Board, random: Random) -> bool:
    """Return whether the easy player takes X after its first mark: half of the time."""
    return random.random() < EASY_SLIPS
