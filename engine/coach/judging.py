"""Prove the result of a position: who wins with best play, in how many moves, and by which line."""

from contextlib import suppress
from random import Random

from engine.board import Board
from engine.budget import Budget, Spent
from engine.coach.attack import Attack
from engine.coach.findings import Answer, Proven, Stop
from engine.coach.review import QUICK_MOVES, Aim, Look, Review
from engine.expert.position import Kind
from engine.expert.search import choose
from engine.expert.solve import View, prove, view, whole
from engine.expert.threats import Threats
from engine.players import instant
from engine.rules import Cell, Mark, Value

MOST_MOVES = 6  # moves in a forced win with quiet moves
THREATS = 30  # moves in a win by threats alone
QUESTIONS, FIRST_TRY = 16, 2_500  # the solver's first try gets its nodes divided by this, at most so many
SHARES = 8  # each search for a forced win gets the nodes divided by this, the solver gets the rest


def judge(board: Board, budget: Budget, *, solves: bool = True) -> Proven | None:
    """Return the proven result of a position, or None. If solves is false, only forced wins are searched for."""
    if (evident := _evident(board)) or not (area := whole(board)):
        return evident
    part = 1 / (SHARES if solves else 2)
    forced = win(area, budget.share(part)) or loss(area, budget.share(part))
    return forced or (_solved(board, budget.share(1 - 2 * part)) if solves else None)


def _evident(board: Board) -> Proven | None:
    """Return the result of a position if it is clear without a search."""
    if board.outcome:
        return Proven(board.outcome.winner)
    if (choice := instant(board)) and choice.proven:
        return Proven(choice.proven.winner, 1, choice.line)
    return Proven(None, 0, (board.legal_moves[0],)) if board.is_dead else None


def attack(area: View, budget: Budget, attacker: Mark) -> Attack:
    """Return a search for forced wins of the attacker."""
    return Attack(area.position(Kind.PLAY), area.rules, budget, attacker)


def win(area: View, budget: Budget) -> Proven | None:
    """Return the shortest forced win found for the side to move, with its line, or None."""
    search = attack(area, budget.share(3 / 4), area.turn)
    with suppress(Spent):
        if moves := search.fewest(MOST_MOVES):
            return _proven(area, area.turn, moves, search.line(moves))
    rest = budget.share(1 / 4)
    with suppress(Spent):
        if line := Threats(area.position(Kind.PLAY), rest).find(THREATS, rest.total):
            return _proven(area, area.turn, (len(line) + 1) // 2, line)
    return None


def loss(area: View, budget: Budget) -> Proven | None:
    """Return a forced win of the side not to move, with the longest defense, or None."""
    search = attack(area, budget, area.turn.other)
    with suppress(Spent):
        replies = search.replies(MOST_MOVES)
        if replies and all(replies.values()):
            place, moves = max(replies.items(), key=lambda reply: reply[1])
            budget.allow(budget.left)
            return _proven(area, area.turn.other, moves, search.line(moves, after=place))
    return None


def _proven(area: View, winner: Mark, moves: int, line: list[int]) -> Proven:
    return Proven(winner, moves, tuple(map(area.cell, line)))


def _solved(board: Board, budget: Budget) -> Proven | None:
    """Return the exact value and, if found, a cell that keeps it, or None if the solver finds no value."""
    searched = budget.share(7 / 8)
    value, _, cell = prove(board, searched, first_try=min(searched.total // QUESTIONS, FIRST_TRY))
    if value is None:
        return None
    if value.winner is not board.turn.other:
        cell = _best_cell(board, value.winner, cell, budget.share(1 / 8))
    return Proven(value.winner, ((value.plies or 0) + 1) // 2, (cell,) if cell else ())


def _best_cell(board: Board, winner: Mark | None, known: Cell | None, budget: Budget) -> Cell | None:
    """Return a cell that keeps the result, if possible the expert's choice, or None if none is known."""
    first = choose(board, budget.share(1 / 4), Random(1)).cell
    for cell in [first, *([known] if known else (cell for cell in board.legal_moves if cell != first))]:
        if cell == known:
            return cell
        if budget.is_over:
            break
        value = after(board, cell, budget.share(1 / 4))
        if value and value.winner is winner:
            return cell
    return known


def after(board: Board, cell: Cell, budget: Budget) -> Value | None:
    """Return the value of the position after a move, or None if it isn't found. The board is unchanged."""
    board = board.copy()
    board.push(cell)
    return prove(board, budget).value


def carry_on(review: Review, budget: Budget, *, begins: Budget | None = None) -> None:
    """Judge the positions of a review until the budget is spent. Once begins is spent, start no new one."""
    while not budget.is_over and not (begins and begins.is_over) and (look := review.look()):
        board, part = review.board(look), budget.part(look.nodes)
        if look.aim is Aim.QUICK:
            _look_quickly(review, look, board, part)
        elif look.aim is not Aim.STOP:
            review.learn(look, judge(board, part, solves=look.aim is Aim.VALUE))
        elif look.cell and holds(board, look.moves, part):
            review.learn_stop(look.number, Stop(look.cell, look.moves))


def _look_quickly(review: Review, look: Look, board: Board, budget: Budget) -> None:
    """Learn whether the side to move wins in up to QUICK_MOVES, or what stops the win that its next ply allowed."""
    proven, area = _evident(board), whole(board)
    with suppress(Spent):
        if area and not proven:
            search = attack(area, budget, area.turn)
            if moves := search.fewest(QUICK_MOVES):
                proven = _proven(area, area.turn, moves, search.line(moves))
        review.learn(look, proven)
        moves = review.allowed(look.number + 1)
        if moves == 1:
            review.learn_stop(look.number + 1, Stop(board.winning_moves(board.turn.other)[0], 1))
        elif area and 0 < moves <= QUICK_MOVES:
            replies = attack(area, budget, area.turn.other).replies(QUICK_MOVES) or {}
            if stops := [area.cell(place) for place, left in replies.items() if not left]:
                review.learn_stop(look.number + 1, Stop(stops[0], moves))


def holds(board: Board, moves: int, budget: Budget) -> bool:
    """Return whether it is proven that the side to move has no forced win in this many moves."""
    area = whole(board)
    if not area or moves > MOST_MOVES:
        return False
    with suppress(Spent):
        return not attack(area, budget, area.turn).fewest(moves)
    return False


def answer(board: Board, cell: Cell, moves: int, budget: Budget) -> Answer | None:
    """Return O's best reply to X's move in a puzzle, or None if the budget is too small.

    moves are the moves that X has left, including this one. The reply stops X if possible, else it holds out longest.
    The cell must not complete a line.
    """
    area = view(board)
    with suppress(Spent):
        reply, left = attack(area, budget, area.turn).answer(cell.row * area.rules.n + cell.col, moves)
        return Answer(area.cell(reply), left)
    return None
