"""The expert's proofs, checked independently: in random positions, and along every line of a stored win."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine import Board, Rules, Value
from engine.budget import Budget, Spent
from engine.expert.position import Kind, Position
from engine.expert.proof import StrongProof
from engine.expert.search import choose
from engine.expert.values import DRAWS, WINS
from tests.engine.expert.verifier import Verifier
from tests.engine.referee import Referee, Undecided

BUDGETS = (10, 300, 3_000, 45_000)  # nodes
MOST_EMPTY = 25
MOST_CHECKED = 100_000  # positions that the referee searches for one claim
MOST_NODES = 20_000_000  # of a proof of a stored value


def position(random: Random) -> Board:
    """Return a random unfinished position with at most MOST_EMPTY empty cells."""
    while True:
        board = Board(Rules(random.randint(3, 7), random.randint(3, 7), random.randint(3, 5)))
        cells = board.rules.m * board.rules.n
        empty = random.randint(1, min(MOST_EMPTY, cells))
        while len(board.plies) < cells - empty and not board.outcome:
            board.push(random.choice(board.legal_moves))
        if not board.outcome:
            return board


def checked(seed: int, budgets: Sequence[int] = BUDGETS, most: int = MOST_CHECKED) -> Counter[str]:
    """Check what the expert proves about one position, and return the number of proofs of each kind."""
    board = position(Random(f"proofs {seed}"))
    rules = board.rules
    referee = Referee(rules.m, rules.n, rules.k, most=most)
    plies = [(row, col) for row, col in board.plies]
    judged: dict[Value | None, str] = {None: "nothing proven"}
    counts: Counter[str] = Counter()
    for budget in budgets:
        proven = choose(board, Budget(budget), Random(seed)).proven
        if proven and proven not in judged:
            try:
                assert referee.agrees(plies, proven.winner or 0, proven.plies), f"{rules}, {plies}, {budget}: {proven}"
                judged[proven] = "right"
            except Undecided:
                judged[proven] = "not checked"
        counts[judged[proven]] += 1
    return counts


def stored() -> dict[tuple[int, int, int], int]:
    """Return the boards whose values were proven by this engine, with the nodes of each proof."""
    nodes = DRAWS | {board: nodes for board, (_, nodes) in WINS.items()}
    return dict(sorted(nodes.items(), key=lambda row: (row[0][2], row[0])))


def verified(m: int, n: int, k: int) -> int:
    """Follow every line of X's stored win, and return the number of positions with X to move.

    Raises Refuted: after a reply by O, X doesn't win, or not within the stored number of plies.
    """
    rules = Rules(m, n, k)

    def move(x: int, o: int, within: int) -> int | None:
        """Return X's cell, from a proof of this position alone."""
        position = Position(rules, Kind.STRONG)
        for side, cells in ((1, x), (2, o)):
            for place in range(m * n):
                if cells >> place & 1:
                    position.turn = side
                    position.make(place)
        position.turn = 1
        for deepest in range(0, within, 2):  # short wins first
            proof = StrongProof(position, rules, Budget(MOST_NODES), deepest)
            try:
                if 0 < proof.plies_to_win() <= within:
                    return proof.place
            except Spent:
                pass
        return None

    verifier = Verifier(m, n, k, move)
    verifier.verify(WINS[m, n, k][0])
    return verifier.positions
