"""The value of every board: python -m benchmarks.values [M,N,K ...] proves anew what the engine has stored.

Printed for each board: its value, the nodes that the proof took and those stored, and the processor time. With --lines
it follows every line of the wins of X instead, by a verifier of the tests that knows nothing of the search, and with
--page it prints docs/values.md.
"""

import argparse
from collections.abc import Iterator
from time import process_time

from engine import Board, Knowledge, Mark, Rules, value
from engine.budget import Budget, Spent
from engine.expert.position import Kind, Position
from engine.expert.proof import StrongProof
from engine.expert.solve import prove
from engine.expert.values import DRAWS, EIGHT, PUBLISHED, WINS
from tests.engine.expert.verifier import Verifier

SIDES = range(1, 21)
BUDGET = 20_000_000  # nodes
SIGNS = {Mark.X: "X", None: "="}
MEANINGS = {
    Knowledge.EVIDENT: "evident",
    Knowledge.PAIRING: "by a pairing",
    Knowledge.COMPUTED: "computed here",
    Knowledge.PUBLISHED: "published",
}
INTRODUCTION = """# The value of every board

With best play on both sides, does X win on m rows and n columns with k in a row, or is it a draw? O never wins: X could
use O's winning strategy with a mark to spare. In Python, `engine.value(Rules(m, n, k))` says it at once, and how it is
known; `/ttt new` on such a board is fair where it is a draw.

This page is printed by `python -m benchmarks.values --page`, and a test holds it equal to that. `X` is a win of X, `=`
a draw, `?` is open here. Rows are m, columns are n.

- **k = 1 and k = 2**: X wins with the first and second mark, unless the board has too few cells.
- **k = 9 and more**: a draw on every board, by a pairing of all cells of the plane in which every window of nine holds
  a pair (`engine/expert/periodic.py`; a test checks them all). Answer each mark with its partner, and you never
  lose.
- **A side shorter than k**: a draw for k of 3 and more. All lines run one way, and neighbours are paired.
- **Weak draws carry over.** In the weak game only X has lines. A draw of it stays one on smaller boards and with a
  larger k. A win need not stay one on a larger board, where O has more room as well: each is proven for itself.
- **Wins are followed to their end.** A verifier that knows the rules alone tried every reply of O to the 48 wins of X
  that are computed here, in 680,291 positions (`python -m benchmarks.values --lines`): all end within the plies named.
- **k = 3**: X wins by threats round its first mark from 4×3 on, however large the board: the rest of it plays no part
  (`tests/engine/expert/test_values.py`).
"""
OPEN = {
    4: (
        "Open from 11×4 on but for 30×4, as far as is known here. Uiterwijk, Solving strong and weak 4-in-a-row, IEEE "
        "Conference on Games (2019), doi 10.1109/CIG.2019.8848010, was not read. Others quote from it that all boards "
        "from 6×5 to 10×10 are wins, as computed here."
    ),
    5: (
        "Open, 8×7: it lies between two published draws, but only a draw of the weak game carries over to a smaller "
        "board, and the abstract of the article on 8×8 does not say that its draw is one."
    ),
}


def rows() -> dict[tuple[int, int, int], int]:
    """Return the boards that this engine has proven, with the nodes that it took."""
    nodes = DRAWS | {board: nodes for board, (_, nodes) in WINS.items()}
    return dict(sorted(nodes.items(), key=lambda row: (row[0][2], row[0])))


def page() -> Iterator[str]:
    """Yield the lines of docs/values.md."""
    yield from INTRODUCTION.splitlines()
    for k in range(3, 9):
        yield from ("", f"## k = {k}", "", "```", *grid(k), "```")
        yield from knowledge(k)


def grid(k: int) -> Iterator[str]:
    """Yield the table of one k."""
    yield "  n " + "".join(f"{n:3}" for n in SIDES)
    yield "m"
    for m in SIDES:
        found = [value(Rules(m, n, k)) for n in SIDES]
        yield f"{m:3} " + "".join(f"  {SIGNS[known.winner] if known else '?'}" for known in found)


def knowledge(k: int) -> Iterator[str]:
    """Yield how the values of one k are known."""
    draws = [f"{m}×{n} ({nodes:,})" for (m, n, of), nodes in sorted(DRAWS.items()) if of == k]
    wins = [f"{m}×{n} ({plies}; {nodes:,})" for (m, n, of), (plies, nodes) in sorted(WINS.items()) if of == k]
    if draws:
        yield from ("", f"Computed here, weak draws (nodes): {', '.join(draws)}.")
    if wins:
        yield from ("", f"Computed here, wins of X (in how many plies at most; nodes): {', '.join(wins)}.")
    paired = [(m, n) for m in SIDES for n in SIDES if m >= n >= k and is_paired(Rules(m, n, k))]
    largest = [(m, n) for m, n in paired if not any((m, n) != (x, y) and x >= m and y >= n for x, y in paired)]
    if largest:
        yield from ("", f"By a pairing, and with them all smaller ones: {', '.join(f'{m}×{n}' for m, n in largest)}.")
    for (m, n, of), publication in sorted(PUBLISHED.items()):
        if of == k:
            read = "" if publication.was_read else " Not checked: quoted by others, not read here."
            yield from ("", f"Published, {m}×{n}: {publication.source}.{read}")
    if k == 8:
        yield from ("", f"Published, all boards: {EIGHT}.")
    if k in OPEN:
        yield from ("", OPEN[k])


def is_paired(rules: Rules) -> bool:
    known = value(rules)
    return known is not None and known.knowledge is Knowledge.PAIRING


def lines(m: int, n: int, k: int) -> int:
    """Follow every line of the stored win of X; return how many positions there are with X to move.

    Raises
    ------
    Refuted
        O has a reply after which X does not win, or not within the plies stored.
    """
    rules = Rules(m, n, k)

    def move(x: int, o: int, within: int) -> int | None:
        """Return X's cell by a proof of this position alone."""
        position = Position(rules, Kind.STRONG)
        for side, cells in ((1, x), (2, o)):
            for place in range(m * n):
                if cells >> place & 1:
                    position.turn = side
                    position.make(place)
        position.turn = 1
        for deepest in range(0, within, 2):  # a short win is looked for first
            proof = StrongProof(position, rules, Budget(BUDGET), deepest)
            try:
                if 0 < proof.plies_to_win() <= within:
                    return proof.place
            except Spent:
                pass
        return None

    verifier = Verifier(m, n, k, move)
    verifier.verify(WINS[m, n, k][0])
    return verifier.positions


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.values", description=__doc__)
    parser.add_argument("boards", nargs="*", help="as M,N,K; without, all that are stored")
    parser.add_argument("--lines", action="store_true", help="follow every line of the wins of X")
    parser.add_argument("--page", action="store_true", help="print docs/values.md")
    options = parser.parse_args()
    if options.page:
        print("\n".join(page()))
        return
    stored = WINS if options.lines else rows()
    for m, n, k in [tuple(map(int, name.split(","))) for name in options.boards] or stored:
        start = process_time()
        said = followed(m, n, k) if options.lines else proven(m, n, k)
        print(f"{m:3} {n:3} {k:2}  {said} {process_time() - start:8.2f} s", flush=True)


def proven(m: int, n: int, k: int) -> str:
    """Say what a new proof tells of a board."""
    found, nodes, _ = prove(Board(Rules(m, n, k)), Budget(BUDGET))
    name = "open" if not found else "X wins" if found.winner else "draw"
    return f"{name:7}{nodes:11,} nodes, stored {rows().get((m, n, k), 0):11,}"


def followed(m: int, n: int, k: int) -> str:
    """Say how many positions the lines of a win go through."""
    return f"X wins in {WINS[m, n, k][0]} plies at most, {lines(m, n, k):9,} positions with X to move"


if __name__ == "__main__":
    main()
