"""Who wins with best play on both sides: the exact value of a position, where it can be found."""

from collections.abc import Callable

from engine.board import Board
from engine.expert.deepening import SURE, WIN, Deepening, Verdict
from engine.expert.known.values import value
from engine.expert.limits import Limits, Spent
from engine.expert.position import LONGEST, Kind
from engine.expert.proof import DEEPEST, Proof
from engine.expert.view import View, view
from engine.expert.weak import WeakProof
from engine.rules import Cell, Mark, Solution, Value

FIRST_TRY = 60_000  # nodes for each question in the first round
GROWTH = 4  # times as many in the next
SHALLOW = (6, 8)  # plies: a short win is looked for first, since a deep search may lose itself in another


class Solver:
    """Answers questions about the position in view, all within one budget of nodes."""

    def __init__(self, seen: View, budget: int, is_late: Callable[[], bool] | None = None) -> None:
        self._seen = seen
        self._budget = budget
        self._is_late = is_late
        # Strategy stealing: on the empty board O has no forced win, or X could use it with a mark to spare.
        self._plies: dict[Mark, int] = {} if seen.marks else {Mark.O: 0}
        self._places: dict[Mark, int | None] = {}  # what the side to move does for that, or against it
        self._hopeful: set[Mark] = set()  # the sides that win the weak game
        self._proofs: dict[tuple[Mark, Kind, int], tuple[Proof | WeakProof, Limits]] = {}
        self.nodes = 0

    @property
    def left(self) -> int:
        """How many nodes of the budget are left."""
        return max(0, self._budget - self.nodes)

    @property
    def is_over(self) -> bool:
        """Whether the nodes or the time are used up."""
        return not self.left or (self._is_late is not None and self._is_late())

    @property
    def unknown(self) -> list[Mark]:
        """The sides of which it isn't known whether they win by force, the side to move first."""
        sides = (self._seen.turn, self._seen.turn.other)
        return [] if any(self._plies.values()) else [mark for mark in sides if mark not in self._plies]

    @property
    def value(self) -> Value | None:
        """The value of the position, None when it isn't known."""
        for mark, plies in self._plies.items():
            if plies:
                return Value(mark, plies)
        return None if self.unknown else Value(None)

    @property
    def cell(self) -> Cell | None:
        """A cell that keeps the value for the side to move, None where it loses or the searches named none."""
        if (value := self.value) is None or value.winner is self._seen.turn.other:
            return None
        place = self._places.get(value.winner or self._seen.turn.other)
        return None if place is None else self._seen.cell(place)

    def ask(self, mark: Mark, kind: Kind, nodes: int, deepest: int = DEEPEST) -> Proof | WeakProof | None:
        """Find out whether mark wins by force; return the proof, None if there is none in so many nodes.

        A win in the weak game proves nothing, and is no answer; the game itself isn't searched before that is known.
        """
        if (kind is Kind.WEAK) == (mark in self._hopeful) or self.is_over:
            return None
        proof, limits = self._proofs.get((mark, kind, deepest)) or self._begun(mark, kind, deepest)
        before = limits.nodes
        limits.renew(min(nodes, self.left))
        try:
            plies = proof.plies_to_win()
        except Spent:
            return None
        finally:
            self.nodes += limits.nodes - before
        if plies and kind is Kind.WEAK:
            self._hopeful.add(mark)
            return None
        self._plies[mark], self._places[mark] = plies, proof.place
        return proof

    def _begun(self, mark: Mark, kind: Kind, deepest: int) -> tuple[Proof | WeakProof, Limits]:
        """Return a new proof, kept with what it learns: asked again, it goes on from there."""
        limits, rules, position = Limits(0, self._is_late), self._seen.rules, self._seen.position(kind, mark)
        proof = WeakProof(position, rules, limits) if kind is Kind.WEAK else Proof(position, rules.k, limits, deepest)
        self._proofs[mark, kind, deepest] = proof, limits
        return proof, limits

    def judge(self, places: list[int], nodes: int, *, is_wide: bool) -> Verdict:
        """Return the best of the places, most promising first, as far as so many nodes tell.

        Wide, it looks at all replies, and a win for either side is one.
        """
        if self.is_over:
            return Verdict(places[0], 0, 0)
        limits = Limits(min(nodes, self.left), self._is_late)
        verdict = Deepening(self._seen.position(Kind.PLAY), limits, is_wide=is_wide).best(places)
        self.nodes += limits.nodes
        if abs(verdict.value) > SURE and is_wide:
            turn = self._seen.turn
            self._plies[turn if verdict.value > 0 else turn.other] = WIN - abs(verdict.value)
        return verdict


def solve(board: Board, *, budget: int, is_late: Callable[[], bool] | None = None) -> Solution:
    """Find the value of a position, exactly or not at all.

    Of the empty board it is looked up where it is known, see engine.value; else it is searched for, see prove.
    """
    known = None if board.plies else value(board.rules)
    return Solution(known, 0) if known else prove(board, budget=budget, is_late=is_late)


def prove(
    board: Board, *, budget: int, first_try: int = FIRST_TRY, is_late: Callable[[], bool] | None = None
) -> Solution:
    """Find the value of a position by search alone.

    Of each side it asks whether it wins the weak game, in which most draws show, and if so whether it wins the game
    itself; all questions take turns, first with so many nodes each, then with more. Cost: at most budget nodes, some
    microseconds each; is_late is asked every few nodes, and ends the search when it says so.

    Source: Uiterwijk & van den Herik, The advantage of the initiative, Inf. Sci. 122 (2000), for the values it finds;
    strategy stealing and the weak game: Beck, Combinatorial Games: Tic-Tac-Toe Theory (2008).
    """
    if board.outcome:
        return Solution(Value(board.outcome.winner, 0), 0)
    if board.winning_moves(board.turn):
        return Solution(Value(board.turn, 1), 0)
    if len(board.winning_moves(board.turn.other)) > 1:
        return Solution(Value(board.turn.other, 2), 0)
    seen = view(board)
    if board.rules.k > LONGEST or not seen.is_whole:
        return Solution(Value(None) if board.is_dead else None, 0)
    solver = Solver(seen, budget, is_late)
    nodes = first_try
    while solver.unknown and not solver.is_over:
        for mark in solver.unknown:
            solver.ask(mark, Kind.WEAK, nodes)
        for deepest in (*SHALLOW, DEEPEST):
            for mark in solver.unknown:
                solver.ask(mark, Kind.STRONG, nodes, deepest)
        if nodes >= budget:
            break
        nodes *= GROWTH
    return Solution(solver.value, solver.nodes, solver.cell)
