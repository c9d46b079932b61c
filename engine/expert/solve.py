"""The solver: the exact value of a position, where it can be found.

A search works on a View: all of a small board, or the part of a large one around the latest marks.
"""

from typing import NamedTuple

from engine.board import Board
from engine.budget import Budget, Spent
from engine.expert.deepening import SURE, WIN, Deepening, Verdict
from engine.expert.position import LONGEST, Kind, Position
from engine.expert.proof import DEEPEST, Proof, StrongProof, WeakProof
from engine.expert.values import value
from engine.players import instant
from engine.rules import Cell, Mark, Rules, Solution, Value
from engine.winning import find_two_short

FIRST_TRY = 60_000  # nodes for each question in the first round
GROWTH = 4  # the factor from one round to the next
SHALLOW = (6, 8)  # plies: short wins come first, since a deep search may get lost in another move
SIDE = 24  # rows and columns of a view: a larger one costs more time than it gains
SPARE = 100  # nodes, at most, that a search leaves to check that its move is safe
LATEST = 8  # marks that a view of a large board may be centered on
MOST_VIEWS = 16  # compared, a few milliseconds each


class View(NamedTuple):
    """A rectangle of a board, with its marks in the order of the moves. Places count from its corner: row * n + col."""

    rules: Rules
    corner: Cell
    marks: tuple[tuple[int, Mark], ...]
    turn: Mark
    is_whole: bool

    def cell(self, place: int) -> Cell:
        """Return the board's cell at a place of the view."""
        row, col = divmod(place, self.rules.n)
        return Cell(row + self.corner.row, col + self.corner.col)

    def contains(self, cell: Cell) -> bool:
        """Return whether the view contains a cell."""
        row, col = cell.row - self.corner.row, cell.col - self.corner.col
        return 0 <= row < self.rules.m and 0 <= col < self.rules.n

    def position(self, kind: Kind, first: Mark = Mark.X) -> Position:
        """Return the position with first as side 1."""
        position = Position(self.rules, kind)
        for place, mark in self.marks:
            position.turn = 1 if mark is first else 2
            position.make(place)
        position.turn = 1 if self.turn is first else 2
        return position


def view(board: Board) -> View:
    """Return all of a small board, or the part of a large one with the highest stake.

    It is around one of the latest marks, or around a window that is two marks short, anywhere.
    """
    m, n = board.rules.m, board.rules.n
    plies = list(board.plies)
    if max(m, n) <= SIDE or not plies:
        return _around(plies, Cell(m // 2, n // 2), board)
    views: list[View] = []
    threats = [Cell(*divmod(place, n + 1)) for place in find_two_short(board.rows(range(m)), board.rules.k, n + 1)]
    for cell in (*reversed(plies[-LATEST:]), *threats):
        if len(views) < MOST_VIEWS and not any(area.contains(cell) for area in views):
            views.append(_around(plies, cell, board))
    return max(views, key=_stake)


def whole(board: Board) -> View | None:
    """Return the view if it is the whole board and k is small enough for a Position, else None."""
    area = view(board)
    return area if area.is_whole and board.rules.k <= LONGEST else None


def _stake(area: View) -> int:
    position = area.position(Kind.PLAY, area.turn)
    return max(position.lanes(2 * position.live[1] + position.live[2]))  # a win is better than a block


def _around(plies: list[Cell], middle: Cell, board: Board) -> View:
    """Return the view around a cell, shifted to include as many of the latest marks as possible, with a margin."""
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    rules = Rules(min(m, SIDE), min(n, SIDE), k)
    room = SIDE - 2 * min(k - 1, SIDE // 3)  # for marks; the rest is a margin for their lines
    corner = Cell(
        _start([row for row, _ in plies], middle.row, m, room), _start([col for _, col in plies], middle.col, n, room)
    )
    marks: list[tuple[int, Mark]] = []
    for ply, (row, col) in enumerate(plies):
        down, right = row - corner.row, col - corner.col
        if 0 <= down < rules.m and 0 <= right < rules.n:
            marks.append((down * rules.n + right, Mark.O if ply % 2 else Mark.X))
    return View(rules, corner, tuple(marks), board.turn, is_whole=(rules.m, rules.n) == (m, n))


def _start(coordinates: list[int], middle: int, length: int, room: int) -> int:
    """Return the view's first row or column, so that it contains the latest marks and stays on the board."""
    low = high = middle
    for coordinate in reversed(coordinates):
        if max(high, coordinate) - min(low, coordinate) >= room:
            break
        low, high = min(low, coordinate), max(high, coordinate)
    return max(0, min((low + high) // 2 - SIDE // 2, length - SIDE))


class Solver:
    """Answers questions about the position of a view, all within one budget."""

    def __init__(self, area: View, budget: Budget) -> None:
        self._area = area
        self._budget = budget
        # The plies in which each side wins, 0 if it doesn't. Strategy stealing: O doesn't win on the empty board.
        self._plies: dict[Mark, int] = {} if area.marks else {Mark.O: 0}
        self._places: dict[Mark, int | None] = {}  # the move that makes or prevents each side's win
        self._weak_winners: set[Mark] = set()
        self._proofs: dict[tuple[Mark, Kind, int], Proof] = {}

    @property
    def unknown(self) -> list[Mark]:
        """The sides that may or may not win by force, the side to move first."""
        sides = (self._area.turn, self._area.turn.other)
        return [] if any(self._plies.values()) else [mark for mark in sides if mark not in self._plies]

    @property
    def value(self) -> Value | None:
        """The value of the position, or None if it isn't known."""
        for mark, plies in self._plies.items():
            if plies:
                return Value(mark, plies)
        return None if self.unknown else Value(None)

    @property
    def cell(self) -> Cell | None:
        """A move that keeps the value, or None if the side to move loses or no such move is known."""
        if (value := self.value) is None or value.winner is self._area.turn.other:
            return None
        place = self._places.get(value.winner or self._area.turn.other)
        return None if place is None else self._area.cell(place)

    def ask(self, mark: Mark, kind: Kind, nodes: int, deepest: int = DEEPEST, part: float = 1) -> Proof | None:
        """Search for a forced win of mark. Return the proof that decides the question, None if the nodes don't suffice.

        A win of the weak game decides nothing, but the game itself is searched only after it. part is the share of
        the remaining time.
        """
        if (kind is Kind.WEAK) == (mark in self._weak_winners) or self._budget.is_over:
            return None
        proof = self._proofs.get((mark, kind, deepest)) or self._new_proof(mark, kind, deepest)
        self._budget.allow(min(nodes, self._budget.left), part)
        try:
            plies = proof.plies_to_win()
        except Spent:
            return None
        if plies and kind is Kind.WEAK:
            self._weak_winners.add(mark)
            return None
        self._plies[mark], self._places[mark] = plies, proof.place
        return proof

    def _new_proof(self, mark: Mark, kind: Kind, deepest: int) -> Proof:
        """Return a new proof, and store it: the next call of ask resumes it."""
        rules, position = self._area.rules, self._area.position(kind, mark)
        is_weak = kind is Kind.WEAK
        proof = (
            WeakProof(position, rules, self._budget) if is_weak else StrongProof(position, rules, self._budget, deepest)
        )
        self._proofs[mark, kind, deepest] = proof
        return proof

    def best(self, places: list[int], *, is_wide: bool, spare: int = 0) -> Verdict:
        """Return the best of the places, which are given most promising first, within the rest of the budget.

        If is_wide, every reply is searched, so a win found for either side is proven. spare is how many nodes remain.
        """
        if self._budget.is_over:
            return Verdict(places[0], 0, 0)
        self._budget.allow(self._budget.left - min(spare, self._budget.left // 4))
        verdict = Deepening(self._area.position(Kind.PLAY), self._budget, is_wide=is_wide).best(places)
        if abs(verdict.score) > SURE and is_wide:
            turn = self._area.turn
            self._plies[turn if verdict.score > 0 else turn.other] = WIN - abs(verdict.score)
        return verdict


def solve(board: Board, budget: Budget) -> Solution:
    """Return the exact value of a position, if it is found: for an empty board as in engine.value, else as in prove."""
    known = None if board.plies else value(board.rules)
    return Solution(known, 0) if known else prove(board, budget)


def prove(board: Board, budget: Budget, first_try: int = FIRST_TRY) -> Solution:
    """Return the value of a position by search alone.

    For each side, it first searches the weak game, which proves most draws, and then, if the side wins that, the game
    itself. The searches take turns, with first_try nodes each in the first round and more in each later one.

    Source: values to compare with, Uiterwijk & van den Herik, The advantage of the initiative, Inf. Sci. 122 (2000);
    strategy stealing and the weak game, Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008).
    """
    if board.outcome:
        return Solution(Value(board.outcome.winner, 0), 0)
    if (choice := instant(board)) and choice.proven:
        return Solution(choice.proven, 0)
    area = whole(board)
    if not area:
        return Solution(Value(None) if board.is_dead else None, 0)
    solver, nodes = Solver(area, budget), max(1, first_try)
    while solver.unknown and not budget.is_over:
        for mark in solver.unknown:
            solver.ask(mark, Kind.WEAK, nodes)
        for deepest in (*SHALLOW, DEEPEST):
            for mark in solver.unknown:
                solver.ask(mark, Kind.STRONG, nodes, deepest)
        if nodes >= budget.total:
            break
        nodes *= GROWTH
    return Solution(solver.value, budget.nodes, solver.cell)
