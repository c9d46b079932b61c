"""What is proven of a position: how it ends with best play, in how many moves, and how to play it."""

from collections.abc import Callable
from random import Random

from engine.board import Board
from engine.coach.attack import Attack
from engine.coach.findings import Answer, Proven
from engine.coach.review import Aim, Review
from engine.expert.position import LONGEST, Kind
from engine.expert.search import choose
from engine.expert.solve import View, prove, view
from engine.expert.threats import Limits, Spent, Threats
from engine.rules import Cell, Mark, Value

MOST = 6  # moves of a win that is looked for with quiet moves
THREATS = 30  # moves of a win by threats alone
QUESTIONS = 16  # one in so many of the nodes for the exact value goes to the first try of each question
SHARES = 8  # one in so many of the nodes goes to each kind of forced win, the rest to the exact value


def judge(
    board: Board, *, budget: int, solves: bool = True, is_late: Callable[[], bool] | None = None
) -> Proven | None:
    """Return what is proven of a position, None where nothing could be proven.

    Shapes: solves says whether the exact value is searched for, too, or all nodes go to wins by force.
    Cost: at most about budget nodes, some microseconds each; is_late is asked every few nodes.

    >>> from engine import Rules
    >>> board = Board(Rules(3, 4, 3))
    >>> proven = judge(board, budget=2000)
    >>> proven.winner, proven.moves
    (<Mark.X: 1>, 4)
    """
    if board.outcome:
        return Proven(board.outcome.winner)
    if evident := _evident(board):
        return evident
    seen = view(board)
    if board.is_dead:
        return Proven(None, 0, (board.legal_moves[0],))
    if board.rules.k > LONGEST or not seen.is_whole:
        return None
    share = budget // SHARES if solves else budget // 2
    forced = win(seen, share, is_late) or loss(seen, share, is_late)
    return forced or (_solved(board, budget - 2 * share, is_late) if solves else None)


def _evident(board: Board) -> Proven | None:
    """Return what one look at the cells that complete a line says."""
    x, o = board.all_winning_moves()
    wins, blocks = (x, o) if board.turn is Mark.X else (o, x)
    if wins:
        return Proven(board.turn, 1, (wins[0],))
    if len(blocks) > 1:
        return Proven(board.turn.other, 1, (blocks[0], blocks[1]))
    return None


def win(seen: View, budget: int, is_late: Callable[[], bool] | None) -> Proven | None:
    """Return the shortest forced win of the side to move that is found, with its line."""
    position = seen.position(Kind.PLAY)
    limits = Limits(budget * 3 // 4, is_late)
    attack = Attack(position, seen.rules, limits, position.turn)
    try:
        moves = attack.fewest(MOST)
        if moves:
            return _proven(seen, seen.turn, moves, attack.line(moves))
    except Spent:
        pass
    limits.renew(budget // 4)
    try:
        line = Threats(position, limits).find(THREATS, budget)
    except Spent:
        return None
    return _proven(seen, seen.turn, (len(line) + 1) // 2, line) if line else None


def loss(seen: View, budget: int, is_late: Callable[[], bool] | None) -> Proven | None:
    """Return the forced win of the side that is not to move, if one is found, with the defence that is longest."""
    position = seen.position(Kind.PLAY)
    attack = Attack(position, seen.rules, Limits(budget, is_late), 3 - position.turn)
    try:
        replies = attack.replies(MOST)
        if not replies or not all(replies.values()):
            return None
        place, moves = max(replies.items(), key=lambda reply: reply[1])
        position.make(place)
        line = [place, *Attack(position, seen.rules, Limits(budget, is_late), position.turn).line(moves)]
    except Spent:
        return None
    return _proven(seen, seen.turn.other, moves, line)


def _proven(seen: View, winner: Mark, moves: int, line: list[int]) -> Proven:
    return Proven(winner, moves, tuple(seen.cell(place) for place in line))


def _solved(board: Board, budget: int, is_late: Callable[[], bool] | None) -> Proven | None:
    """Return the exact value where the solver finds it, and a cell that keeps it where one is found."""
    searched = budget * 7 // 8
    value, _, cell = prove(board, budget=searched, first_try=searched // QUESTIONS, is_late=is_late)
    if value is None:
        return None
    moves = ((value.plies or 0) + 1) // 2
    if value.winner is not board.turn.other:
        cell = keeping(board, value.winner, cell, budget - searched, is_late)
    return Proven(value.winner, moves, (cell,) if cell else ())


def keeping(
    board: Board, winner: Mark | None, known: Cell | None, budget: int, is_late: Callable[[], bool] | None
) -> Cell | None:
    """Return a cell after which the game still ends so with best play, None where none is found.

    That is the expert's choice where it does, else the one that is known to.
    """
    first = choose(board, budget=budget // 4, random=Random(1), is_late=is_late).cell
    for cell in [first, *([known] if known else (cell for cell in board.legal_moves if cell != first))]:
        if cell == known:
            return cell
        if is_late and is_late():
            break
        value = after(board, cell, budget // 4, is_late)
        if value and value.winner is winner:
            return cell
    return known


def after(board: Board, cell: Cell, budget: int, is_late: Callable[[], bool] | None) -> Value | None:
    """Return the value of the position after a cell is marked, None where it isn't found; the board stays as it is."""
    board.push(cell)
    try:
        return prove(board, budget=budget, is_late=is_late).value
    finally:
        board.pop()


def carry_on(
    found: Review, *, is_over: Callable[[], bool] | None = None, is_late: Callable[[], bool] | None = None
) -> None:
    """Judge positions of a review until all are judged, or no more may be begun, or it is late.

    >>> from engine import Rules
    >>> found = Review(Rules(3, 3, 3), (Cell(1, 1), Cell(0, 1)))
    >>> carry_on(found)
    >>> [moment] = found.moments
    >>> moment.number, moment.before.winner, moment.before.line, moment.after.winner, moment.after.moves
    (2, None, (Cell(row=0, col=0),), <Mark.X: 1>, 3)
    """
    while not (is_over and is_over()) and not (is_late and is_late()) and (look := found.look()):
        board = found.board(look)
        if look.aim is Aim.STOP:
            found.learn_stop(look, is_stopped=holds(board, look.moves, budget=look.nodes, is_late=is_late))
        else:
            found.learn(look, judge(board, budget=look.nodes, solves=look.aim is Aim.VALUE, is_late=is_late))


def holds(board: Board, moves: int, *, budget: int, is_late: Callable[[], bool] | None = None) -> bool:
    """Return whether it is proven that the side to move can't win by force in so many moves."""
    seen = view(board)
    if board.rules.k > LONGEST or not seen.is_whole or moves > MOST:
        return False
    position = seen.position(Kind.PLAY)
    try:
        return not Attack(position, seen.rules, Limits(budget, is_late), position.turn).fewest(moves)
    except Spent:
        return False


def answer(
    board: Board, cell: Cell, moves: int, *, budget: int, is_late: Callable[[], bool] | None = None
) -> Answer | None:
    """Return O's best reply to a puzzle's cell that X takes with so many moves left, this one included.

    It stops the win if that is possible in so many moves, else it holds out as long as it can. None where the budget
    was too small. The cell may not complete a line.
    """
    seen = view(board)
    position = seen.position(Kind.PLAY)
    attack = Attack(position, seen.rules, Limits(budget, is_late), position.turn)
    try:
        reply, left = attack.answer(cell.row * seen.rules.n + cell.col, moves)
    except Spent:
        return None
    return Answer(seen.cell(reply), left)
