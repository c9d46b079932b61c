"""The expert player where the second player may take X after its first mark."""

from collections.abc import Callable
from random import Random

from engine.board import Board
from engine.expert import search
from engine.expert.deepening import SURE
from engine.expert.geometry import symmetries
from engine.expert.known.periodic import SHORTEST
from engine.expert.position import Kind
from engine.expert.solve import Solver, prove
from engine.expert.view import view
from engine.players import Choice, Reason
from engine.rules import Cell, IllegalMove, Mark

FIRST_MARKS = 12  # how many the expert compares, no two alike


def choose(board: Board, *, budget: int, random: Random, is_late: Callable[[], bool] | None = None) -> Choice:
    """Return the expert player's first mark, or its answer to one: to take X where that is better for X, or a cell.

    Its first mark is the one that gives the least to either side, so that it doesn't matter who takes X. Cost: at most
    about budget nodes; is_late is asked every few nodes.

    >>> from engine import Rules
    >>> board = Board(Rules(4, 3, 3))
    >>> board.push(Cell(1, 1))
    >>> choose(board, budget=2000, random=Random(1)).reason
    <Reason.SWAP: 'takes X'>

    Raises
    ------
    IllegalMove
        The game is over.
    """
    if board.is_over:
        raise IllegalMove("the game is over")
    if not board.plies:
        return Choice(_first(board, budget, random, is_late), Reason.SEARCH)
    if worth(board, budget=budget // 2, random=random, is_late=is_late) > 0:
        return Choice(board.plies[0], Reason.SWAP)
    return search.choose(board, budget=budget - budget // 2, random=random, is_late=is_late)


def worth(board: Board, *, budget: int, random: Random, is_late: Callable[[], bool] | None = None) -> int:
    """Return what a position with one mark, and O to move, is worth to X.

    Shapes: more than SURE or less than -SURE where a side wins, 0 for a draw, and a judgement in between.
    """
    if board.rules.k >= SHORTEST:  # nobody has to lose
        return 0
    solution = prove(board, budget=budget // 2, is_late=is_late)
    if solution.value:
        return {Mark.X: SURE + 1, Mark.O: -SURE - 1, None: 0}[solution.value.winner]
    seen = view(board)
    places = search.ordered(seen, seen.position(Kind.PLAY), random)
    return -Solver(seen, budget - solution.nodes, is_late).judge(places, budget, is_wide=False).value


def _first(board: Board, budget: int, random: Random, is_late: Callable[[], bool] | None) -> Cell:
    cells = _unlike(board)
    random.shuffle(cells)
    tried = cells[:FIRST_MARKS]
    leads: list[int] = []
    for cell in tried:
        board.push(cell)
        leads.append(abs(worth(board, budget=budget // len(tried), random=random, is_late=is_late)))
        board.pop()
    return tried[leads.index(min(leads))]


def _unlike(board: Board) -> list[Cell]:
    """Return the cells of an empty board, one of those that are alike by its symmetries."""
    m, n = board.rules.m, board.rules.n
    images = symmetries(m, n)
    return [Cell(*divmod(place, n)) for place in range(m * n) if all(place <= image[place] for image in images)]
