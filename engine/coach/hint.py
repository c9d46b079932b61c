"""A hint: a good move and the reason for it, proven if possible."""

from contextlib import suppress
from random import Random

from engine.board import Board
from engine.budget import Budget, Spent
from engine.coach.findings import Hint, Proven, Why
from engine.coach.judging import MOST_MOVES, after, attack, judge
from engine.expert.search import choose
from engine.expert.solve import whole
from engine.geometry import DIRECTIONS
from engine.rules import Cell

FEW = 16  # empty cells, up to which every move of a drawn position is solved
_WITH_SWAP = {Why.LOSES: Why.TAKES_X, Why.ONLY_DRAW: Why.DRAWS, Why.ONLY: Why.BEST}  # the reason if X may be taken over


def hint(board: Board, budget: Budget, random: Random, *, swap: bool = False) -> Hint:
    """Return a hint for the side to move. With swap, X may be taken over after the first mark.

    Raises IllegalMove: the game is over.
    """
    if swap and not board.plies:
        return Hint(choose(board, budget, random, swap=True).cell, Why.EVEN)
    result = _hint(board, budget, random)
    return result._replace(why=_WITH_SWAP.get(result.why, result.why)) if swap else result


def _hint(board: Board, budget: Budget, random: Random) -> Hint:
    proven = judge(board, budget.share(1 / 2))
    best = choose(board, budget.share(1 / 4), random).cell
    if proven and proven.winner:
        return _decisive(board, proven, best)
    if blocks := board.winning_moves(board.turn.other):
        return Hint(blocks[0], Why.BLOCKS)
    if board.is_dead:
        return Hint(board.legal_moves[0], Why.DEAD)
    stops = _stops(board, budget.share(1 / 8))
    if len(stops) == 1:
        return Hint(stops[0], Why.ONLY_DRAW if proven else Why.ONLY)
    if proven:
        return _drawn(board, proven, budget.share(1 / 8))
    cell = best if not stops or best in stops else stops[0]
    row = open_row(board, cell)
    return Hint(cell, Why.STOPS_OPEN, row) if row else Hint(cell, Why.BEST)


def _decisive(board: Board, proven: Proven, best: Cell) -> Hint:
    """Return the hint for a position that one side wins."""
    cell = proven.line[0] if proven.line else best
    if proven.winner is not board.turn:
        return Hint(cell, Why.LOSES, proven.moves)
    if not proven.line:
        return Hint(cell, Why.BEST)
    return Hint(cell, Why.WINS_NOW) if proven.moves == 1 else Hint(cell, Why.WINS, proven.moves)


def _stops(board: Board, budget: Budget) -> list[Cell]:
    """Return the cells that stop the opponent's forced win. The list is empty if no such win is known."""
    if area := whole(board):
        with suppress(Spent):
            replies = attack(area, budget, area.turn.other).replies(MOST_MOVES) or {}
            return [area.cell(place) for place, moves in replies.items() if not moves]
    return []


def _drawn(board: Board, proven: Proven, budget: Budget) -> Hint:
    """Return the hint for a drawn position: the only cell that draws, if the budget proves that every other loses."""
    cells = list(board.legal_moves)
    if not proven.line:
        return Hint(cells[0], Why.BEST)
    if len(cells) <= FEW:
        others = (after(board, cell, budget.part(budget.left)) for cell in cells if cell != proven.line[0])
        if all(value and value.winner for value in others):
            return Hint(proven.line[0], Why.ONLY_DRAW)
    return Hint(proven.line[0], Why.DRAWS)


def open_row(board: Board, cell: Cell) -> int:
    """Return the length of the opponent's open row, two short of a line, that the cell would stop, or 0."""
    other, short = board.turn.other, board.rules.k - 2
    for down, right in DIRECTIONS if short > 1 else ():
        for sign in (1, -1):
            cells = [
                Cell(cell.row + sign * step * down, cell.col + sign * step * right) for step in range(1, short + 2)
            ]
            on_board = all(0 <= row < board.rules.m and 0 <= col < board.rules.n for row, col in cells)
            if on_board and [board[at] for at in cells] == [other] * short + [None]:
                return short
    return 0
