"""The tables of docs/values.md: `python -m tests.engine.expert.page` writes them again, below the page's prose."""

from collections.abc import Iterator
from functools import cache

from engine import Knowledge, Mark, Rules, Value, value
from engine.expert.values import DRAWS, EIGHT, PUBLISHED, WINS
from tests.architecture import ROOT

PAGE = ROOT / "docs" / "values.md"
TABLES = "## k = 3\n"  # where they begin
SIDES = range(1, 21)
UNREAD = {(8, 4, 4), (30, 4, 4)}  # boards whose published value we know only from quotes; of others we read an abstract
SIGNS = {Mark.X: "X", None: "="}


def page() -> str:
    """Return the page with current tables."""
    prose = PAGE.read_text(encoding="utf-8").partition(TABLES)[0]
    return prose + "\n\n".join("\n".join(section(k)) for k in range(3, 9)) + "\n"


def section(k: int) -> Iterator[str]:
    """Yield the lines about one k."""
    yield from (f"## k = {k}", "", "```", *grid(k), "```")
    yield from knowledge(k)


def grid(k: int) -> Iterator[str]:
    """Yield the table for one k."""
    yield "  n " + "".join(f"{n:3}" for n in SIDES)
    yield "m"
    for m in SIDES:
        values = [known_value(max(m, n), min(m, n), k) for n in SIDES]
        yield f"{m:3} " + "".join(f"  {SIGNS[known.winner] if known else '?'}" for known in values)


def knowledge(k: int) -> Iterator[str]:
    """Yield the sources of the values for one k."""
    draws = [f"{m}×{n} ({nodes:,})" for (m, n, of), nodes in sorted(DRAWS.items()) if of == k]
    wins = [f"{m:2}×{n:<2}{plies:4}{nodes:10,}" for (m, n, of), (plies, nodes) in sorted(WINS.items()) if of == k]
    if draws:
        yield from ("", f"Weak draws computed here (nodes): {', '.join(draws)}.")
    if wins:
        yield from ("", "Wins for X computed here: the board, the plies at most, and the nodes of the proof.")
        yield from ("", "```", *wins, "```")
    paired = [(m, n) for m in SIDES for n in SIDES if m >= n >= k and is_paired(m, n, k)]
    largest = [(m, n) for m, n in paired if not any((m, n) != (x, y) and x >= m and y >= n for x, y in paired)]
    if largest:
        boards = ", ".join(f"{m}×{n}" for m, n in largest)
        yield from ("", f"Draws by a pairing: {boards}. All smaller boards are therefore draws, too.")
    published: dict[str, list[tuple[int, int]]] = {}
    for (m, n, of), (_, source) in sorted(PUBLISHED.items()):
        if of == k:
            note = " We know this publication only from quotations." if (m, n, k) in UNREAD else ""
            published.setdefault(f"{source}.{note}", []).append((m, n))
    for source, boards in published.items():
        yield from ("", f"Published for {' and '.join(f'{m}×{n}' for m, n in boards)}: {source}")
    if k == 8:
        yield from ("", f"Published for all boards: {EIGHT}.")


def is_paired(m: int, n: int, k: int) -> bool:
    known = known_value(m, n, k)
    return known is not None and known.knowledge is Knowledge.PAIRING


@cache
def known_value(m: int, n: int, k: int) -> Value | None:
    return value(Rules(m, n, k))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
