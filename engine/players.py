"""Instant computer players: classic, and easy."""

from enum import Enum
from math import inf
from random import Random
from typing import NamedTuple

from engine.board import Board
from engine.geometry import windows_through
from engine.rules import Cell, IllegalMove, Mark, Value, check_type


class Reason(Enum):
    """Why a computer player took its cell."""

    WIN = "win"
    BLOCK = "block"
    FORCED = "wins by force"
    DRAW = "a draw is the best"
    SEARCH = "judged best"
    RANDOM = "random"
    SWAP = "takes X"  # the cell is then that of X's first mark


class Choice(NamedTuple):
    """A computer player's move, and the reason for it.

    proven: the value of the position before the move, None if unknown.
    score: for the side that moves: inf for a win, -inf for a loss, 0 for a draw, LIKELY_WIN or -LIKELY_WIN for a win or
    loss that the search found without a proof, else a heuristic score between these. None without a search.
    depth, nodes: the depth of the search in plies, and the number of positions searched.
    line: the move and the expected continuation.
    """

    cell: Cell
    reason: Reason
    proven: Value | None = None
    score: float | None = None
    depth: int = 0
    line: tuple[Cell, ...] = ()
    nodes: int = 0


class Handicap(NamedTuple):
    """What makes a player weaker than the expert. It never misses a win in one move, or a cell that it must block.

    nodes: the most nodes for a move.
    slips: how often it marks one of the most promising cells without a search, if lines have up to 3, 4, or more marks.
    The longer the lines, the less a slip costs.
    width: the number of cells that it then chooses from.
    """

    nodes: int
    slips: tuple[float, float, float]
    width: int


MEDIUM = Handicap(nodes=200, slips=(0.4, 0.64, 0.93), width=24)
HARD = Handicap(nodes=300, slips=(0.0, 0.3, 0.78), width=16)

LIKELY_WIN = 1_000_000  # a score
NEAR_TRIES = 100  # attempts to find an empty cell near a mark before any empty cell is taken
EASY_SLIPS = 0.5  # how often the easy player takes a random empty cell


def instant(board: Board) -> Choice | None:
    """Return the first winning move, else the first move that blocks a win, else None.

    Raises IllegalMove: the game is over.
    """
    check_type(board, Board)
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
    """Return a winning move, else one that blocks the opponent's win, else a random empty cell.

    Of several winning (or blocking) moves it takes the first in row order. near limits the distance of the random cell
    from a mark, or from the middle of an empty board, in rows and columns, so that the players meet on a large board.
    If NEAR_TRIES find no empty cell there, it may be any empty cell. Cost: same as Board.all_winning_moves.

    Raises IllegalMove: the game is over.

    Source: the published interview question "M x N board with configurable win condition".
    """
    check_type(random, Random)
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
        if cell in board.legal_moves:
            return cell
    return random.choice(board.legal_moves)


def easy(board: Board, random: Random, *, near: int | None = None) -> Choice:
    """Return the classic player's move half the time, else a random empty cell, near a mark as in classic.

    Raises IllegalMove: the game is over.
    """
    check_type(board, Board)
    check_type(random, Random)
    if not board.is_over and random.random() < EASY_SLIPS:
        return Choice(_empty_cell(board, random, near), Reason.RANDOM)
    return classic(board, random, near=near)


def classic_swaps(board: Board, random: Random) -> bool:
    """Return whether the classic player takes over X after its first mark: if no cell is in more windows."""
    check_type(board, Board)
    middle = Cell(board.rules.m // 2, board.rules.n // 2)
    return windows_through(board.plies[0], board.rules) >= windows_through(middle, board.rules)


def easy_swaps(board: Board, random: Random) -> bool:
    """Return whether the easy player takes over X after its first mark: half the time."""
    check_type(random, Random)
    return random.random() < EASY_SLIPS
