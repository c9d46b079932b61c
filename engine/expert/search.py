"""The expert player: forced moves, wins by threats, exact play on small boards, else a search within a budget.

If k is too large for a Position, no win can be forced, so the expert only compares the live windows.
"""

from contextlib import suppress
from itertools import accumulate
from math import inf
from random import Random

from engine.board import Board
from engine.budget import Budget, Spent
from engine.expert.deepening import SURE, Verdict
from engine.expert.periodic import SHORTEST, holds_pairing, safe_cell
from engine.expert.position import LONGEST, Kind, Position
from engine.expert.proof import Proof
from engine.expert.solve import SPARE, Solver, View, prove, view
from engine.expert.threats import Threats
from engine.geometry import DIRECTIONS, line_through, symmetries
from engine.players import LIKELY_WIN, Choice, Handicap, Reason, instant
from engine.rules import Cell, IllegalMove, Mark, Value

THREATS, THREAT_NODES = 30, 20_000  # at the root: the most threats in a row, and the most nodes to find them
WIDE = 25  # empty cells, up to which every move and reply is searched, so that a win found is proven
EXACT = 49  # empty cells, up to which the proofs get SHARES of the nodes; on larger boards, QUICK_LOOK
SHARES = {Kind.WEAK: 8, Kind.STRONG: 4}  # a proof gets the remaining nodes divided by this
QUICK_LOOK = 8  # nodes
FIRST_MARKS = 12  # compared if X may be taken over, no two of them symmetric
REACH = 8  # latest marks, whose lines are compared if k is large


def choose(
    board: Board, budget: Budget, random: Random, *, swap: bool = False, handicap: Handicap | None = None
) -> Choice:
    """Return the expert's move: a win, a block, a win by force, a move by exact play, or the best move found.

    If k is 9 or more, it leaves its drawing pairing only for moves that can't lose. With swap, X may be taken over
    after the first mark: the expert then opens as evenly as it can, and answers a strong first mark by taking X. A
    handicap makes it weaker. The same seed and nodes give the same move in any process, unless time runs out.

    Raises IllegalMove: the game is over.
    """
    if board.is_over:
        raise IllegalMove("the game is over")
    if handicap:
        budget = budget.part(handicap.nodes)
    if swap and not board.plies:
        return Choice(_even_opening(board, budget, random), Reason.SEARCH)
    if swap:
        if swap_score(board, budget.share(1 / 2), random) > 0:
            return Choice(board.plies[0], Reason.SWAP)
        budget = budget.share(1 / 2)
    choice = instant(board) or (handicap and _slip(board, handicap, random)) or _think(board, budget, random)
    if choice.reason is Reason.SEARCH or (choice.reason is Reason.DRAW and holds_pairing(board)):
        cell = safe_cell(board, choice.cell)
        if cell != choice.cell:
            return choice._replace(cell=cell, line=(cell,))
    return choice


def _slip(board: Board, handicap: Handicap, random: Random) -> Choice | None:
    """Return a promising move as often as the handicap demands, else None."""
    k = board.rules.k
    if k > LONGEST or random.random() >= handicap.slips[min(max(k, 3), 5) - 3]:
        return None
    area = view(board)
    places = _ordered(area, area.position(Kind.PLAY), random)[: handicap.width]
    return Choice(area.cell(random.choice(places)), Reason.RANDOM) if places else None


def _think(board: Board, budget: Budget, random: Random) -> Choice:
    if board.rules.k > LONGEST:
        cell = _busiest_cell(board, random)
        return Choice(cell, Reason.SEARCH, line=(cell,))
    area = view(board)
    position = area.position(Kind.PLAY)
    if not position.live[1] and not position.live[2]:
        cell = random.choice(board.legal_moves)
        if not area.is_whole:
            return Choice(cell, Reason.RANDOM)
        return Choice(cell, Reason.DRAW, Value(None), 0, line=(cell,))
    line = tuple(map(area.cell, _threats(position, budget) or ()))
    if line and (area.is_whole or _wins_on_whole_board(board, line)):
        return Choice(line[0], Reason.FORCED, Value(board.turn, len(line)), inf, len(line), line, budget.nodes)
    choice = _search(area, _ordered(area, position, random), budget)
    return choice._replace(nodes=budget.nodes)


def _threats(position: Position, budget: Budget) -> list[int] | None:
    """Return a winning line of threats, or None if none is found."""
    made = len(position)
    with suppress(Spent):
        return Threats(position, budget).find(THREATS, min(budget.left // 4, THREAT_NODES))
    position.rewind(made)
    return None


def _wins_on_whole_board(board: Board, line: tuple[Cell, ...]) -> bool:
    """Return whether a line found on a part of the board also wins on the whole board."""
    board, side = board.copy(), board.turn
    for cell in line:
        board.push(cell)
        if board.turn is not side and not board.outcome and board.winning_moves(board.turn):
            return False
    return board.outcome is not None


def _ordered(area: View, position: Position, random: Random) -> list[int]:
    """Return the places on a live window, most promising first, equal ones in random order."""
    lanes = position.lanes(position.live[1] + position.live[2])
    places = [place for place, lane in enumerate(lanes) if lane]
    random.shuffle(places)
    m, n = area.rules.m, area.rules.n

    def off_center(place: int) -> int:
        return abs(2 * (place // n) + 1 - m) + abs(2 * (place % n) + 1 - n)

    return sorted(places, key=lambda place: (-lanes[place], off_center(place)))


def _search(area: View, places: list[int], budget: Budget) -> Choice:
    empty = area.rules.m * area.rules.n - len(area.marks)
    if not area.marks and empty > EXACT:
        cell = area.cell(places[0])
        return Choice(cell, Reason.SEARCH, line=(cell,))
    solver = Solver(area, budget)
    proofs: dict[Mark, Proof] = {}
    if area.is_whole:
        for kind in (Kind.WEAK, Kind.STRONG):
            for mark in solver.unknown:
                nodes = budget.left // SHARES[kind] if empty <= EXACT else QUICK_LOOK
                if proof := solver.ask(mark, kind, nodes, part=1 / SHARES[kind]):
                    proofs[mark] = proof
    if solver.value and solver.value.winner is area.turn:
        verdict = Verdict(places[0], 0, 0)
    else:
        spare = SPARE if area.turn.other in proofs else 0
        verdict = solver.best(places, is_wide=area.is_whole and empty <= WIDE, spare=spare)
    return _combine(area, verdict, solver.value, proofs, budget)


def _combine(area: View, verdict: Verdict, value: Value | None, proofs: dict[Mark, Proof], budget: Budget) -> Choice:
    """Return the move that the proofs decide, or else the verdict of the search."""
    own_proof, other_proof = proofs.get(area.turn), proofs.get(area.turn.other)
    place, reason, score = verdict.place, Reason.SEARCH, _score(verdict)
    if value and value.winner is area.turn:
        reason, score = Reason.FORCED, inf
        if own_proof and own_proof.place is not None:
            place = own_proof.place
    elif value and value.winner:
        score = -inf
    else:
        if value:
            reason, score = Reason.DRAW, 0
        if other_proof:
            place = other_proof.safe(place, max(budget.left // 4, SPARE))
    line = verdict.line if place == verdict.place and verdict.line else (place,)
    return Choice(area.cell(place), reason, value, score, verdict.depth, tuple(map(area.cell, line)))


def _score(verdict: Verdict) -> float:
    """Return the score of a search that proves nothing."""
    if abs(verdict.score) > SURE:
        return LIKELY_WIN if verdict.score > 0 else -LIKELY_WIN
    return max(1 - LIKELY_WIN, min(verdict.score, LIKELY_WIN - 1))


def swap_score(board: Board, budget: Budget, random: Random) -> int:
    """Return X's score after the first mark: above SURE is a win, below -SURE a loss, 0 a draw, the rest heuristic."""
    if board.rules.k >= SHORTEST:  # always a draw
        return 0
    solution = prove(board, budget.share(1 / 2))
    if solution.value:
        return {Mark.X: SURE + 1, Mark.O: -SURE - 1, None: 0}[solution.value.winner]
    area = view(board)
    places = _ordered(area, area.position(Kind.PLAY), random)
    return -Solver(area, budget.part(budget.total - solution.nodes)).best(places, is_wide=False).score


def _even_opening(board: Board, budget: Budget, random: Random) -> Cell:
    """Return the first mark with the smallest advantage for either side."""
    board, cells = board.copy(), _distinct_cells(board)
    random.shuffle(cells)
    tried = cells[:FIRST_MARKS]
    advantages: list[int] = []
    for cell in tried:
        board.push(cell)
        advantages.append(abs(swap_score(board, budget.share(1 / len(tried)), random)))
        board.pop()
    return tried[advantages.index(min(advantages))]


def _distinct_cells(board: Board) -> list[Cell]:
    """Return the cells of an empty board, one of each set of symmetric cells."""
    m, n = board.rules.m, board.rules.n
    images = symmetries(m, n)
    return [Cell(*divmod(place, n)) for place in range(m * n) if all(place <= image[place] for image in images)]


def _busiest_cell(board: Board, random: Random) -> Cell:
    """Return the cell with the highest stake in the lines through the latest marks; ties are broken at random.

    A live window with n marks counts (n + 1)^2. Cost: O(m + n) time.
    """
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    stakes: dict[Cell, int] = {}
    centers = board.plies[-REACH:] or [Cell(m // 2, n // 2)]
    for line in {line_through(cell, board.rules, *direction): None for cell in centers for direction in DIRECTIONS}:
        if len(line) >= k:
            cells = [Cell(*divmod(place, n)) for place in line]
            marks = [board[cell] for cell in cells]
            for cell, mark, stake in zip(cells, marks, _stakes(marks, k), strict=True):
                if stake and not mark:
                    stakes[cell] = stakes.get(cell, 0) + stake
    most = max(stakes.values(), default=0)
    return random.choice([cell for cell, stake in stakes.items() if stake == most] or board.legal_moves)


def _stakes(marks: list[Mark | None], k: int) -> list[int]:
    """Return the stake of each cell of a line."""
    change = [0] * (len(marks) + 1)
    sums = {mark: [0, *accumulate(int(other is mark) for other in marks)] for mark in Mark}
    for start in range(len(marks) - k + 1):
        x, o = (sums[mark][start + k] - sums[mark][start] for mark in Mark)
        if not (x and o):
            worth = (x + o + 1) ** 2
            change[start] += worth
            change[start + k] -= worth
    return list(accumulate(change[:-1]))
