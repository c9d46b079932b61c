"""The defender of the puzzles."""

from collections.abc import Callable

from engine.board import Board
from engine.coach.findings import Answer
from engine.coach.forced import Forced
from engine.expert.position import Kind
from engine.expert.solve import view
from engine.expert.threats import Limits, Spent
from engine.rules import Cell


def answer(
    board: Board, cell: Cell, moves: int, *, budget: int, is_late: Callable[[], bool] | None = None
) -> Answer | None:
    """Return O's best reply to a cell that X takes with so many moves left, this one included.

    It stops the win if that is possible in so many moves, else it holds out as long as it can. None where the budget
    was too small. The cell may not complete a line.
    """
    seen = view(board)
    position = seen.position(Kind.PLAY)
    forced = Forced(position, seen.rules, Limits(budget, is_late), position.turn)
    try:
        reply, left = forced.answer(cell.row * seen.rules.n + cell.col, moves)
    except Spent:
        return None
    return Answer(seen.cell(reply), left)
