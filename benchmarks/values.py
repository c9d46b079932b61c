"""Prove the stored values of boards again: python -m benchmarks.values [M,N,K ...].

For each board it prints the value, the nodes of the proof, the stored nodes, and the processor time. With --lines, a
verifier that is independent of the search follows every line of X's wins instead. With --page, it prints
docs/values.md.
"""

import argparse
from collections.abc import Iterator
from functools import cache
from time import process_time

from engine import Board, Knowledge, Mark, Rules, Value, value
from engine.budget import Budget, Spent
from engine.expert.position import Kind, Position
from engine.expert.proof import StrongProof
from engine.expert.solve import prove
from engine.expert.values import DRAWS, EIGHT, PUBLISHED, WINS
from tests.engine.expert.verifier import Verifier

SIDES = range(1, 21)
BUDGET = 20_000_000  # nodes
UNREAD = {(8, 4, 4), (30, 4, 4)}  # boards whose published value we know only from quotes; of others we read an abstract
SIGNS = {Mark.X: "X", None: "="}
MEANINGS = {
    Knowledge.EVIDENT: "evident",
    Knowledge.PAIRING: "by a pairing",
    Knowledge.COMPUTED: "computed here",
    Knowledge.PUBLISHED: "published",
}
INTRODUCTION = """# The value of every board

With best play on both sides, does X win on m rows and n columns with k in a row, or is it a draw? O never wins: if O
had a winning strategy, X could use it, too, with an extra mark on the board. In Python, `engine.value(Rules(m, n, k))`
returns the value and how it is known, without a search. If the value is a draw, `/ttt new` on that board is fair.

`python -m benchmarks.values --page` prints this page, and a test checks that the page is up to date. In the tables, `X`
is a win for X, `=` a draw, and `?` unknown. Each row has the boards with one m, each column those with one n.

- **k = 1 and k = 2**: X wins with its first or second mark, unless the board has too few cells.
- **k of 9 or more**: a draw on every board. The cells of an endless board can be paired so that any nine cells in a row
  contain a pair (`engine/expert/periodic.py`; a test checks this). If you answer each of your opponent's marks on the
  paired cell, you never lose.
- **One side shorter than k**: a draw if k is 3 or more. All lines run in the same direction, and neighboring cells can
  be paired so that each line contains a pair.
- **Weak draws carry over.** In the weak game, only X's lines count. If a board is a draw in the weak game, it is also a
  draw for every larger k, and so are all smaller boards. A win doesn't carry over to larger boards, because O also has
  more room there. So each win has its own proof.
- **Every win is verified.** For the 48 wins for X computed here, an independent verifier tried every reply by O, in
  680,291 positions (`python -m benchmarks.values --lines`). X always won within the stated number of plies.
- **k = 3**: on 4×3 and all larger boards, X wins by threats around its first mark
  (`tests/engine/expert/test_values.py`).
"""
OPEN = {
    4: (
        "Of the boards with a side of 4, we don't know the values of 11×4 and longer boards, except for 30×4. We "
        "haven't read Uiterwijk, Solving strong and weak 4-in-a-row, IEEE Conference on Games (2019), doi "
        "10.1109/CIG.2019.8848010. According to other authors, the article says that all boards from 6×5 to 10×10 are "
        "wins for X. Our computations agree."
    ),
    5: (
        "Unknown: 8×7. This board lies between two published draws, 7×7 and 8×8. But only a draw of the weak game "
        "carries over to a smaller board. The abstract of the article on 8×8 doesn't say whether the weak game on 8×8 "
        "is a draw."
    ),
}


def rows() -> dict[tuple[int, int, int], int]:
    """Return the boards proven by this engine, with the nodes of each proof."""
    nodes = DRAWS | {board: nodes for board, (_, nodes) in WINS.items()}
    return dict(sorted(nodes.items(), key=lambda row: (row[0][2], row[0])))


def page() -> Iterator[str]:
    """Yield the lines of docs/values.md."""
    yield from INTRODUCTION.splitlines()
    for k in range(3, 9):
        yield from ("", f"## k = {k}", "", "```", *grid(k), "```")
        yield from knowledge(k)


def grid(k: int) -> Iterator[str]:
    """Yield the table for one k."""
    yield "  n " + "".join(f"{n:3}" for n in SIDES)
    yield "m"
    for m in SIDES:
        found = [known_value(max(m, n), min(m, n), k) for n in SIDES]
        yield f"{m:3} " + "".join(f"  {SIGNS[known.winner] if known else '?'}" for known in found)


def knowledge(k: int) -> Iterator[str]:
    """Yield the sources of the values for one k."""
    draws = [f"{m}×{n} ({nodes:,})" for (m, n, of), nodes in sorted(DRAWS.items()) if of == k]
    wins = [f"{m}×{n} ({plies}; {nodes:,})" for (m, n, of), (plies, nodes) in sorted(WINS.items()) if of == k]
    if draws:
        yield from ("", f"Weak draws computed here (nodes): {', '.join(draws)}.")
    if wins:
        yield from ("", f"Wins for X computed here (maximum plies; nodes): {', '.join(wins)}.")
    paired = [(m, n) for m in SIDES for n in SIDES if m >= n >= k and is_paired(m, n, k)]
    largest = [(m, n) for m, n in paired if not any((m, n) != (x, y) and x >= m and y >= n for x, y in paired)]
    if largest:
        boards = ", ".join(f"{m}×{n}" for m, n in largest)
        yield from ("", f"Draws by a pairing: {boards}. All smaller boards are therefore draws, too.")
    for (m, n, of), (_, source) in sorted(PUBLISHED.items()):
        if of == k:
            unread = " We know this publication only from quotations." if (m, n, k) in UNREAD else ""
            yield from ("", f"Published result for {m}×{n}: {source}.{unread}")
    if k == 8:
        yield from ("", f"Published result for all boards: {EIGHT}.")
    if k in OPEN:
        yield from ("", OPEN[k])


def is_paired(m: int, n: int, k: int) -> bool:
    known = known_value(m, n, k)
    return known is not None and known.knowledge is Knowledge.PAIRING


@cache
def known_value(m: int, n: int, k: int) -> Value | None:
    return value(Rules(m, n, k))


def lines(m: int, n: int, k: int) -> int:
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
    parser.add_argument("boards", nargs="*", help="as M,N,K; default: all stored boards")
    parser.add_argument("--lines", action="store_true", help="follow every line of X's wins")
    parser.add_argument("--page", action="store_true", help="print docs/values.md")
    options = parser.parse_args()
    if options.page:
        print("\n".join(page()))
        return
    stored = WINS if options.lines else rows()
    for m, n, k in [tuple(map(int, name.split(","))) for name in options.boards] or stored:
        start = process_time()
        result = followed(m, n, k) if options.lines else proven(m, n, k)
        print(f"{m:3} {n:3} {k:2}  {result} {process_time() - start:8.2f} s", flush=True)


def proven(m: int, n: int, k: int) -> str:
    """Return the result of a new proof for a board."""
    found, nodes, _ = prove(Board(Rules(m, n, k)), Budget(BUDGET))
    name = "open" if not found else "X wins" if found.winner else "draw"
    return f"{name:7}{nodes:11,} nodes, stored {rows().get((m, n, k), 0):11,}"


def followed(m: int, n: int, k: int) -> str:
    """Return how many positions the lines of a win have."""
    return f"X wins in {WINS[m, n, k][0]} plies at most, {lines(m, n, k):9,} positions with X to move"


if __name__ == "__main__":
    main()
