"""The expert player: forced moves, threats, exact play where the board is small, else the best its budget finds."""

from collections.abc import Callable
from math import inf
from random import Random

from engine.board import Board
from engine.expert.deepening import Verdict
from engine.expert.known.periodic import holding, is_held
from engine.expert.limits import Limits, Spent
from engine.expert.long_lines import busiest
from engine.expert.position import LONGEST, Kind, Position
from engine.expert.proof import Proof
from engine.expert.solve import Solver
from engine.expert.threats import Threats
from engine.expert.view import View, view
from engine.expert.weak import WeakProof
from engine.players import Choice, Reason, classic
from engine.rules import Cell, Mark, Value

THREATS, THREAT_NODES = 30, 20_000  # threats in a row, and the most nodes to find them, at the root
WIDE = 25  # up to so many empty cells every move and reply is looked at, so that a win found is one
EXACT = 49  # up to so many empty cells the weak game is worth more than one look
SHARES = {Kind.WEAK: 8, Kind.STRONG: 4}  # one in so many of the nodes that are left goes to each question
QUICK_LOOK = 8  # nodes of that look
SPARE = 100  # nodes beyond the budget to see that a move is safe


def choose(board: Board, *, budget: int, random: Random, is_late: Callable[[], bool] | None = None) -> Choice:
    """Return the expert player's cell: a win or a block, a win by force, what exact play says, else the best it finds.

    With a k of 9 or more, where nobody has to lose, it takes the best only where that leaves it a pairing to hold.
    Cost: at most about budget nodes, some microseconds each; is_late is asked every few nodes, and when it says so
    the best so far is taken. The same seed and budget give the same cell in any process.

    >>> from engine import Rules
    >>> board = Board(Rules(4, 3, 3))
    >>> choice = choose(board, budget=2000, random=Random(1))
    >>> choice.reason, choice.proven.winner
    (<Reason.FORCED: 'wins by force'>, <Mark.X: 1>)

    Raises
    ------
    IndexError
        The board is full.
    """
    if board.outcome:
        return classic(board, random)
    choice = _instant(board) or _considered(board, budget, random, is_late)
    if choice.reason is Reason.SEARCH or (choice.reason is Reason.DRAW and is_held(board)):
        cell = holding(board, choice.cell)
        if cell != choice.cell:
            return choice._replace(cell=cell, line=(cell,))
    return choice


def _considered(board: Board, budget: int, random: Random, is_late: Callable[[], bool] | None) -> Choice:
    if board.rules.k > LONGEST:
        cell = busiest(board, random)
        return Choice(cell, Reason.SEARCH, line=(cell,))
    seen = view(board)
    position = seen.position(Kind.PLAY)
    if not position.live[1] and not position.live[2]:
        cell = random.choice(board.legal_moves)
        if not seen.is_whole:
            return Choice(cell, Reason.RANDOM)
        return Choice(cell, Reason.DRAW, Value(None), 0, line=(cell,))
    limits = Limits(budget, is_late)
    line = tuple(map(seen.cell, _threats(position, limits) or ()))
    if line and (seen.is_whole or _holds(board, line)):
        return Choice(line[0], Reason.FORCED, Value(board.turn, len(line)), inf, len(line), line, limits.nodes)
    solver = Solver(seen, limits.left, is_late)
    choice = _searched(seen, ordered(seen, position, random), solver)
    return choice._replace(nodes=limits.nodes + solver.nodes)


def _instant(board: Board) -> Choice | None:
    x, o = board.all_winning_moves()
    wins, blocks = (x, o) if board.turn is Mark.X else (o, x)
    if wins:
        return Choice(wins[0], Reason.WIN, Value(board.turn, 1), inf, 1, (wins[0],))
    if len(blocks) > 1:
        return Choice(blocks[0], Reason.BLOCK, Value(board.turn.other, 2), -inf, 2, tuple(blocks[:2]))
    return Choice(blocks[0], Reason.BLOCK, line=(blocks[0],)) if blocks else None


def _threats(position: Position, limits: Limits) -> list[int] | None:
    """Return a line of threats that wins, None when none is found."""
    made = len(position)
    try:
        return Threats(position, limits).find(THREATS, min(limits.left // 4, THREAT_NODES))
    except Spent:
        position.rewind(made)
        return None


def _holds(board: Board, line: tuple[Cell, ...]) -> bool:
    """Return whether every reply of the line is forced on the board itself, of which the search saw perhaps a part."""
    made = 0
    try:
        for made, cell in enumerate(line, 1):
            board.push(cell)
            if made % 2 and not board.outcome and board.winning_moves(board.turn):
                return False
        return board.outcome is not None
    finally:
        for _ in range(made):
            board.pop()


def ordered(seen: View, position: Position, random: Random) -> list[int]:
    """Return the places worth a move, most promising first, by lot where two are alike."""
    lanes = position.lanes(position.live[1] + position.live[2])
    places = [place for place, lane in enumerate(lanes) if lane]
    random.shuffle(places)
    m, n = seen.rules.m, seen.rules.n

    def off_centre(place: int) -> int:
        return abs(2 * (place // n) + 1 - m) + abs(2 * (place % n) + 1 - n)

    return sorted(places, key=lambda place: (-lanes[place], off_centre(place)))


def _searched(seen: View, places: list[int], solver: Solver) -> Choice:
    empty = seen.rules.m * seen.rules.n - len(seen.marks)
    if not seen.marks and empty > EXACT:
        cell = seen.cell(places[0])
        return Choice(cell, Reason.SEARCH, line=(cell,))
    proofs: dict[bool, Proof | WeakProof | None] = {}
    if seen.is_whole:
        for kind in (Kind.WEAK, Kind.STRONG):
            for mark in solver.unknown:
                nodes = solver.left // SHARES[kind] if empty <= EXACT else QUICK_LOOK
                proofs[mark is seen.turn] = solver.ask(mark, kind, nodes)
    if solver.value and solver.value.winner is seen.turn:
        verdict = Verdict(places[0], 0, 0)
    else:
        is_wide = seen.is_whole and empty <= WIDE
        verdict = solver.judge(places, solver.left, is_wide=is_wide)
    return _decided(seen, verdict, solver, proofs)


def _decided(seen: View, verdict: Verdict, solver: Solver, proofs: dict[bool, Proof | WeakProof | None]) -> Choice:
    """Return what the proofs say, as far as they go, and the verdict where they leave room."""
    value, mine, theirs = solver.value, proofs.get(True), proofs.get(False)
    place, reason = verdict.place, Reason.SEARCH
    if value and value.winner is seen.turn:
        reason = Reason.FORCED
        if mine and mine.place is not None:
            place = mine.place
    elif not value or value.winner is None:
        reason = Reason.DRAW if value else Reason.SEARCH
        if theirs:
            place = theirs.safe(place, solver.left // 4 + SPARE)
    score = verdict.value if not value else 0 if value.winner is None else inf if value.winner is seen.turn else -inf
    line = verdict.line if place == verdict.place and verdict.line else (place,)
    return Choice(seen.cell(place), reason, value, score, verdict.depth, tuple(map(seen.cell, line)))
