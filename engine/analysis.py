"""Analyze a board within a limit: choose a move, solve the position, get a hint, review the game.

The search modules are imported by the first call, so programs that only play never load them.
"""

from random import Random

from engine.board import Board
from engine.budget import Budget, Limit
from engine.coach.findings import Hint
from engine.coach.review import MOMENTS, Review
from engine.players import Choice, Handicap
from engine.rules import Solution, check_type

A_SECOND = Limit(time=1)


def choose(
    board: Board,
    limit: Limit = A_SECOND,
    *,
    random: Random | None = None,
    swap: bool = False,
    handicap: Handicap | None = None,
) -> Choice:
    """Return the expert's move with its score, depth, line and nodes.

    With swap, the second player may take over X after its first mark. random breaks ties between equal moves. A
    handicap, such as engine.players.HARD, makes the expert weaker.

    >>> choice = choose(Board.from_text("x.../..../..../.o.. 3"), Limit(nodes=2000))
    >>> choice.reason.value, choice.score, choice.cell.to_text()
    ('wins by force', inf, 'c3')

    Raises IllegalMove: the game is over.
    """
    from engine.expert import search  # noqa: PLC0415 - see above

    budget = _begin(board, limit, random)
    check_type(handicap, Handicap | None)
    swap = swap and len(board.plies) < 2
    return search.choose(board, budget, random or Random(), swap=swap, handicap=handicap)


def solve(board: Board, limit: Limit = A_SECOND) -> Solution:
    """Return how the game ends with best play. The value is None if it is neither known nor found within the limit.

    >>> from engine import Rules
    >>> solve(Board(Rules(5, 5, 4))).value.winner is None
    True
    >>> solve(Board.from_text("x.../..../..o./.... 3")).value.winner
    <Mark.X: 1>
    """
    from engine.expert import solve as solving  # noqa: PLC0415

    return solving.solve(board, _begin(board, limit))


def hint(board: Board, limit: Limit = A_SECOND, *, random: Random | None = None, swap: bool = False) -> Hint:
    """Return a good move and the reason for it.

    >>> hint(Board.from_text("xo./.../..x 3")).why.value
    'the only cell that stops a line'

    Raises IllegalMove: the game is over.
    """
    from engine.coach import hint as hinting  # noqa: PLC0415

    budget = _begin(board, limit, random)
    return hinting.hint(board, budget, random or Random(), swap=swap and len(board.plies) < 2)


def review(board: Board, limit: Limit = A_SECOND, *, moments: int | None = MOMENTS) -> Review:
    """Return the moves of a game that changed its result with best play, as far as the limit allows a proof.

    It has the costliest moments, or all of them if moments is None. On boards with more than 24 rows or columns, it
    finds only wins in one move and what would have stopped them.

    >>> from engine import Cell, Rules
    >>> game = Board.replay(Rules(3, 3, 3), [Cell(1, 1), Cell(0, 1)])
    >>> [(moment.number, moment.mark.name, moment.drop) for moment in review(game).moments]
    [(2, 'O', 1)]
    """
    from engine.coach.judging import carry_on  # noqa: PLC0415

    check_type(moments, int | None)
    if moments is not None and moments < 0:
        raise ValueError(f"expected at least 0 moments, not {moments}")
    budget = _begin(board, limit)
    result = Review(board.rules, tuple(board.plies), moments)
    carry_on(result, budget)
    return result


def _begin(board: Board, limit: Limit, random: Random | None = None) -> Budget:
    """Return the budget of a search, after a check of its arguments."""
    check_type(board, Board)
    check_type(limit, Limit)
    check_type(random, Random | None)
    return limit.begin()
