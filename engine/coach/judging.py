"""What is proven of a position: how it ends with best play, in how many moves, and how to play it."""

from contextlib import suppress
from random import Random

from engine.board import Board
from engine.budget import Budget, Spent
from engine.coach.attack import Attack
from engine.coach.findings import Answer, Proven
from engine.coach.review import Aim, Review
from engine.expert.position import Kind
from engine.expert.search import choose
from engine.expert.solve import View, prove, view, whole
from engine.expert.threats import Threats
from engine.players import instant
from engine.rules import Cell, Mark, Value

MOST = 6  # moves of a win that is looked for with quiet moves
THREATS = 30  # moves of a win by threats alone
QUESTIONS = 16  # one in so many of the nodes for the exact value goes to the first try of each question
SHARES = 8  # one in so many of the nodes goes to each kind of forced win, the rest to the exact value


def judge(board: Board, budget: Budget, *, solves: bool = True) -> Proven | None:
    """Return what is proven of a position, None if nothing is. Without solves, only forced wins are searched for.

    >>> from engine import Rules
    >>> proven = judge(Board(Rules(3, 4, 3)), Budget(2000))
    >>> proven.winner, proven.moves
    (<Mark.X: 1>, 4)
    """
    if board.outcome:
        return Proven(board.outcome.winner)
    if (choice := instant(board)) and choice.proven:
        return Proven(choice.proven.winner, 1, choice.line)
    if board.is_dead:
        return Proven(None, 0, (board.legal_moves[0],))
    if not (seen := whole(board)):
        return None
    share = budget.total // (SHARES if solves else 2)
    forced = win(seen, budget.part(share)) or loss(seen, budget.part(share))
    return forced or (_solved(board, budget.part(budget.total - 2 * share)) if solves else None)


def attack(seen: View, budget: Budget, attacker: Mark) -> Attack:
    """Return the search for forced wins of a side."""
    return Attack(seen.position(Kind.PLAY), seen.rules, budget, attacker)


def win(seen: View, budget: Budget) -> Proven | None:
    """Return the shortest forced win of the side to move that is found, with its line."""
    search = attack(seen, budget.part(budget.total * 3 // 4), seen.turn)
    with suppress(Spent):
        if moves := search.fewest(MOST):
            return _proven(seen, seen.turn, moves, search.line(moves))
    rest = budget.part(budget.total // 4)
    with suppress(Spent):
        if line := Threats(seen.position(Kind.PLAY), rest).find(THREATS, rest.total):
            return _proven(seen, seen.turn, (len(line) + 1) // 2, line)
    return None


def loss(seen: View, budget: Budget) -> Proven | None:
    """Return the forced win of the side that is not to move, if one is found, with the defense that is longest."""
    search = attack(seen, budget, seen.turn.other)
    with suppress(Spent):
        replies = search.replies(MOST)
        if replies and all(replies.values()):
            place, moves = max(replies.items(), key=lambda reply: reply[1])
            budget.allow(budget.total)
            return _proven(seen, seen.turn.other, moves, search.line(moves, after=place))
    return None


def _proven(seen: View, winner: Mark, moves: int, line: list[int]) -> Proven:
    return Proven(winner, moves, tuple(map(seen.cell, line)))


def _solved(board: Board, budget: Budget) -> Proven | None:
    """Return the exact value where the solver finds it, and a cell that keeps it where one is found."""
    searched = budget.total * 7 // 8
    value, _, cell = prove(board, budget.part(searched), first_try=searched // QUESTIONS)
    if value is None:
        return None
    if value.winner is not board.turn.other:
        cell = _keeping(board, value.winner, cell, budget.part(budget.total - searched))
    return Proven(value.winner, ((value.plies or 0) + 1) // 2, (cell,) if cell else ())


def _keeping(board: Board, winner: Mark | None, known: Cell | None, budget: Budget) -> Cell | None:
    """Return a cell after which the winner is still the same, the expert's choice if it is one; None if unknown."""
    first = choose(board, budget.part(budget.total // 4), Random(1)).cell
    for cell in [first, *([known] if known else (cell for cell in board.legal_moves if cell != first))]:
        if cell == known:
            return cell
        if budget.is_over:
            break
        value = after(board, cell, budget.part(budget.total // 4))
        if value and value.winner is winner:
            return cell
    return known


def after(board: Board, cell: Cell, budget: Budget) -> Value | None:
    """Return the value of the position after a cell is marked, None where it isn't found; the board stays as it is."""
    board.push(cell)
    try:
        return prove(board, budget).value
    finally:
        board.pop()


def carry_on(review: Review, budget: Budget, *, begins: Budget | None = None) -> None:
    """Judge positions of a review until all are judged or the budget is over. No new one is begun once begins is.

    >>> from engine import Rules
    >>> review = Review(Rules(3, 3, 3), (Cell(1, 1), Cell(0, 1)))
    >>> carry_on(review, Budget(1_000_000))
    >>> [moment] = review.moments
    >>> moment.number, moment.before.winner, moment.before.line, moment.after.winner, moment.after.moves
    (2, None, (Cell(row=0, col=0),), <Mark.X: 1>, 3)
    """
    while not budget.is_over and not (begins and begins.is_over) and (look := review.look()):
        board, part = review.board(look), budget.part(look.nodes)
        budget.nodes += look.nodes
        if look.aim is Aim.STOP:
            review.learn_stop(look, is_stopped=holds(board, look.moves, part))
        else:
            review.learn(look, judge(board, part, solves=look.aim is Aim.VALUE))


def holds(board: Board, moves: int, budget: Budget) -> bool:
    """Return whether it is proven that the side to move can't win by force in so many moves."""
    seen = whole(board)
    if not seen or moves > MOST:
        return False
    with suppress(Spent):
        return not attack(seen, budget, seen.turn).fewest(moves)
    return False


def answer(board: Board, cell: Cell, moves: int, budget: Budget) -> Answer | None:
    """Return O's best reply to a puzzle's cell that X takes with so many moves left, this one included.

    It stops the win if that is possible in so many moves, else it holds out as long as it can. None where the budget
    was too small. The cell may not complete a line.
    """
    seen = view(board)
    with suppress(Spent):
        reply, left = attack(seen, budget, seen.turn).answer(cell.row * seen.rules.n + cell.col, moves)
        return Answer(seen.cell(reply), left)
    return None
