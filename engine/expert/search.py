"""The expert player: forced moves, threats, exact play where the board is small, else the best its budget finds.

Where lines are too long for Position nobody forces them, so one look at the live windows is enough.
"""

from collections.abc import Callable
from itertools import accumulate
from math import inf
from random import Random

from engine.board import Board
from engine.expert.deepening import SURE, Verdict
from engine.expert.periodic import SHORTEST, holding, is_held
from engine.expert.position import LONGEST, Kind, Position
from engine.expert.proof import Proof
from engine.expert.solve import Solver, View, prove, view
from engine.expert.threats import Limits, Spent, Threats
from engine.geometry import DIRECTIONS, line_through, symmetries
from engine.players import Choice, Reason
from engine.rules import Cell, IllegalMove, Mark, Value

THREATS, THREAT_NODES = 30, 20_000  # threats in a row, and the most nodes to find them, at the root
WIDE = 25  # up to so many empty cells every move and reply is looked at, so that a win found is one
EXACT = 49  # up to so many empty cells the weak game is worth more than one look
SHARES = {Kind.WEAK: 8, Kind.STRONG: 4}  # one in so many of the nodes that are left goes to each question
QUICK_LOOK = 8  # nodes of that look
SPARE = 100  # nodes beyond the budget to see that a move is safe
FIRST_MARKS = 12  # how many first marks are compared where X may be taken, no two alike
REACH = 8  # with long lines, those through so many of the latest marks are looked at, whatever the size of the board


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
    IllegalMove
        The game is over.
    """
    if board.is_over:
        raise IllegalMove("the game is over")
    choice = _instant(board) or _considered(board, budget, random, is_late)
    if choice.reason is Reason.SEARCH or (choice.reason is Reason.DRAW and is_held(board)):
        cell = holding(board, choice.cell)
        if cell != choice.cell:
            return choice._replace(cell=cell, line=(cell,))
    return choice


def _considered(board: Board, budget: int, random: Random, is_late: Callable[[], bool] | None) -> Choice:
    if board.rules.k > LONGEST:
        cell = _busiest(board, random)
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
    choice = _searched(seen, _ordered(seen, position, random), solver)
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


def _ordered(seen: View, position: Position, random: Random) -> list[int]:
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
    proofs: dict[Mark, Proof] = {}
    if seen.is_whole:
        for kind in (Kind.WEAK, Kind.STRONG):
            for mark in solver.unknown:
                nodes = solver.left // SHARES[kind] if empty <= EXACT else QUICK_LOOK
                if proof := solver.ask(mark, kind, nodes):
                    proofs[mark] = proof
    if solver.value and solver.value.winner is seen.turn:
        verdict = Verdict(places[0], 0, 0)
    else:
        is_wide = seen.is_whole and empty <= WIDE
        verdict = solver.best(places, solver.left, is_wide=is_wide)
    return _decided(seen, verdict, solver, proofs)


def _decided(seen: View, verdict: Verdict, solver: Solver, proofs: dict[Mark, Proof]) -> Choice:
    """Return what the proofs say, as far as they go, and the verdict where they leave room."""
    value, mine, theirs = solver.value, proofs.get(seen.turn), proofs.get(seen.turn.other)
    place, reason = verdict.place, Reason.SEARCH
    if value and value.winner is seen.turn:
        reason = Reason.FORCED
        if mine and mine.place is not None:
            place = mine.place
    elif not value or value.winner is None:
        reason = Reason.DRAW if value else Reason.SEARCH
        if theirs:
            place = theirs.safe(place, solver.left // 4 + SPARE)
    score = verdict.score if not value else 0 if value.winner is None else inf if value.winner is seen.turn else -inf
    line = verdict.line if place == verdict.place and verdict.line else (place,)
    return Choice(seen.cell(place), reason, value, score, verdict.depth, tuple(map(seen.cell, line)))


def choose_beside_swap(
    board: Board, *, budget: int, random: Random, is_late: Callable[[], bool] | None = None
) -> Choice:
    """Return the expert player's first mark where X may be taken after it, or its answer: to take X, or a cell.

    Its first mark is the one that gives the least to either side, so that it doesn't matter who takes X. Cost: at most
    about budget nodes; is_late is asked every few nodes.

    >>> from engine import Rules
    >>> board = Board(Rules(4, 3, 3))
    >>> board.push(Cell(1, 1))
    >>> choose_beside_swap(board, budget=2000, random=Random(1)).reason
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
    if swap_score(board, budget=budget // 2, random=random, is_late=is_late) > 0:
        return Choice(board.plies[0], Reason.SWAP)
    return choose(board, budget=budget - budget // 2, random=random, is_late=is_late)


def swap_score(board: Board, *, budget: int, random: Random, is_late: Callable[[], bool] | None = None) -> int:
    """Return the score for X of a position with one mark, after which X may be taken.

    Shapes: more than SURE or less than -SURE where a side wins, 0 for a draw, and a judgement in between.
    """
    if board.rules.k >= SHORTEST:  # nobody has to lose
        return 0
    solution = prove(board, budget=budget // 2, is_late=is_late)
    if solution.value:
        return {Mark.X: SURE + 1, Mark.O: -SURE - 1, None: 0}[solution.value.winner]
    seen = view(board)
    places = _ordered(seen, seen.position(Kind.PLAY), random)
    return -Solver(seen, budget - solution.nodes, is_late).best(places, budget, is_wide=False).score


def _first(board: Board, budget: int, random: Random, is_late: Callable[[], bool] | None) -> Cell:
    cells = _unlike(board)
    random.shuffle(cells)
    tried = cells[:FIRST_MARKS]
    leads: list[int] = []
    for cell in tried:
        board.push(cell)
        leads.append(abs(swap_score(board, budget=budget // len(tried), random=random, is_late=is_late)))
        board.pop()
    return tried[leads.index(min(leads))]


def _unlike(board: Board) -> list[Cell]:
    """Return the cells of an empty board, one of those that are alike by its symmetries."""
    m, n = board.rules.m, board.rules.n
    images = symmetries(m, n)
    return [Cell(*divmod(place, n)) for place in range(m * n) if all(place <= image[place] for image in images)]


def _busiest(board: Board, random: Random) -> Cell:
    """Return the cell on which most is at stake in the lines through the latest marks, by lot where cells are alike.

    A window that is alive for a side counts as the square of one more than the marks it holds. Cost: O(m + n) time.
    """
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    stakes: dict[Cell, int] = {}
    busy = board.plies[-REACH:] or [Cell(m // 2, n // 2)]
    for line in {line_through(cell, board.rules, *direction): None for cell in busy for direction in DIRECTIONS}:
        if len(line) >= k:
            cells = [Cell(*divmod(place, n)) for place in line]
            marks = [board[cell] for cell in cells]
            for cell, mark, stake in zip(cells, marks, _stakes(marks, k), strict=True):
                if stake and not mark:
                    stakes[cell] = stakes.get(cell, 0) + stake
    most = max(stakes.values(), default=0)
    return random.choice([cell for cell, stake in stakes.items() if stake == most] or board.legal_moves)


def _stakes(marks: list[Mark | None], k: int) -> list[int]:
    """Return for each cell of a line the worth of the live windows through it."""
    change = [0] * (len(marks) + 1)
    sums = {mark: [0, *accumulate(int(other is mark) for other in marks)] for mark in Mark}
    for start in range(len(marks) - k + 1):
        x, o = (sums[mark][start + k] - sums[mark][start] for mark in Mark)
        if not (x and o):
            worth = (x + o + 1) ** 2
            change[start] += worth
            change[start + k] -= worth
    return list(accumulate(change[:-1]))
