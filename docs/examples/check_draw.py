"""Check a certificate that a board is a draw: python docs/examples/check_draw.py FILE.

This program shares no code with the solver that wrote the certificate. It checks that O can keep X from completing a
line. O can't win either, because X could use O's winning strategy with an extra mark, so the board is a draw.

The first line has m, n, k and the game. Every other line is a position in which O holds, in ascending order. Sets of
cells are hexadecimal numbers, in which row * n + col is the bit of a cell, and of all rotations and reflections of a
position, the certificate has the one with the smallest numbers. A line has the cells of X and those of O, and then:

    game strong    O's move, and the cells of X and of O after it, rotated or reflected. If it is X's turn, no line is
                   needed: the program tries all moves of X, or only the one that stops O's line.
    game weak      Only X has lines. A zone, and a reason: O holds even if X owns all empty cells outside the zone.
        pairs      Each live window (one without an O) contains a pair of these cells. O answers one with the other.
        reply      O's move.
        moves      X's moves. Every other move is outside the zone after one of these, or holds by the sum.

By the sum: if the sum of 2 ** marks over the live windows is less than 2 ** k with O to move, or 2 ** (k - 1) with X to
move, O holds without a line in the certificate. The zone is the empty cells of these windows.

Sources: Hales & Jewett, Regularity and positional games (1963); Erdos & Selfridge, On a combinatorial game (1973).
"""

import sys
from collections.abc import Callable
from pathlib import Path

Position = tuple[int, int]  # the cells of X and of O


class Certificate:
    """A certificate, and the lines that are checked so far."""

    def __init__(self, text: str) -> None:
        first, *lines = text.removesuffix("\n").split("\n")
        m, n, k = map(int, first.split()[:3])
        require(min(m, n, k) > 0 and max(m, n, k) < 100, "numbers of at most two digits")
        self.m, self.n, self.k, self.game = m, n, k, first.removeprefix(f"{m} {n} {k} ")
        cells = [(row, col) for row in range(m) for col in range(n)]
        self.windows = [
            sum(1 << (row + step * down) * n + col + step * right for step in range(k))
            for row, col in cells
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
            if row + (k - 1) * down < m and 0 <= col + (k - 1) * right < n
        ]
        images = [
            [row * n + col, row * n + n - 1 - col, (m - 1 - row) * n + col, (m - row) * n - 1 - col]
            for row, col in cells
        ]
        if m == n:
            images = [image + images[col * n + row] for image, (row, col) in zip(images, cells, strict=True)]
        self.images = [list(image) for image in zip(*images, strict=True)]
        self.lines: dict[Position, list[str]] = {}
        for line in lines:
            x, o, *rest = line.split(" ")
            self.lines[int(x, 16), int(o, 16)] = rest
        written = [" ".join([f"{x:x}", f"{o:x}", *rest]) for (x, o), rest in sorted(self.lines.items())]
        require(lines == written, "lines in ascending order")
        self.zones: dict[Position, int] = {}
        self.safe: set[Position] = set()

    def key(self, x: int, o: int) -> tuple[Position, list[int]]:
        return min(((moved(x, image), moved(o, image)), image) for image in self.images)

    def zone_by_sum(self, x: int, o: int) -> int | None:
        live = [window for window in self.windows if not window & o]
        most = 1 << self.k - 1 + x.bit_count() - o.bit_count()
        if sum(1 << (window & x).bit_count() for window in live) >= most:
            return None
        return sum(1 << cell for cell in range(self.m * self.n) if any(w & ~x & 1 << cell for w in live))

    def completions(self, own: int, other: int) -> list[int]:
        missing = {window & ~own for window in self.windows if not window & other}
        return [cells for cells in missing if cells.bit_count() < 2]

    def check_strong(self, x: int, o: int) -> None:
        (x, o), _ = self.key(x, o)
        if (x, o) in self.safe or self.zone_by_sum(x, o) is not None:
            return
        self.safe.add((x, o))
        is_x, wins, threats = x.bit_count() == o.bit_count(), self.completions(x, o), self.completions(o, x)
        if not is_x and threats:
            return
        require(not (is_x and wins), "no line of X")
        if not is_x:
            reply, *child = self.lines[x, o]
            require(reply in {f"{bit.bit_length() - 1}" for bit in self.empty(x, o)}, "an empty cell")
            after = [self.key(x, o | cell)[0] for cell in self.empty(x, o) if cell < 2 << int(reply)]
            require(child == [f"{cells:x}" for cells in after[-1]] and after[-1] not in after[:-1], "the next position")
            self.check_strong(*after[-1])
        elif len(threats) < 2:
            for cell in threats or self.empty(x, o):
                self.check_strong(x | cell, o)

    def check_weak(self, x: int, o: int) -> int:
        """Return the zone in which O holds."""
        if (zone := self.zone_by_sum(x, o)) is not None:
            return zone
        key, image = self.key(x, o)
        if key not in self.zones:
            zone, reason, *cells = self.lines[key]
            require({*cells} <= {f"{bit.bit_length() - 1}" for bit in self.empty(*key)}, "empty cells")
            bits = [1 << int(cell) for cell in cells]
            self.zones[key] = {"pairs": self.pairs, "reply": self.reply, "moves": self.moves}[reason](*key, bits)
            require(zone == f"{self.zones[key]:x}", "the zone")
        return moved(self.zones[key], [image.index(cell) for cell in range(len(image))])

    def pairs(self, x: int, o: int, bits: list[int]) -> int:
        require(len(set(bits)) == len(bits), "disjoint pairs")
        pairs = [one | other for one, other in zip(bits[::2], bits[1::2], strict=True)]
        live = [window for window in self.windows if not window & o]
        require(all(any(pair & window == pair for pair in pairs) for window in live), "a pair in each live window")
        return sum(bits)

    def reply(self, x: int, o: int, bits: list[int]) -> int:
        [bit] = bits
        require(x.bit_count() > o.bit_count(), "O to move")
        return self.check_weak(x, o | bit) | bit

    def moves(self, x: int, o: int, bits: list[int]) -> int:
        require(x.bit_count() == o.bit_count() and not self.completions(x, o), "X to move, and no line of X")
        zone, left = 0, sum(self.empty(x, o))
        for bit in bits:
            child = self.check_weak(x | bit, o)
            require(left & bit and self.zone_by_sum(x | bit, o) is None, "only moves that matter")
            zone, left = zone | child, left & child
        for bit in self.empty(x, o):
            if left & bit:
                child = self.zone_by_sum(x | bit, o)
                require(child is not None, "an answer to each move")
                zone |= child or 0
        return zone

    def empty(self, x: int, o: int) -> list[int]:
        return [1 << cell for cell in range(self.m * self.n) if not (x | o) >> cell & 1]


def require(condition: object, what: str) -> None:
    """Raise ValueError unless the condition is true."""
    if not condition:
        raise ValueError(f"expected {what}")


def moved(cells: int, image: list[int]) -> int:
    """Return a set of cells, rotated or reflected."""
    return sum(1 << to for cell, to in enumerate(image) if cells >> cell & 1)


def check(text: str) -> tuple[int, int, int]:
    """Return m, n and k of the board that a certificate proves to be a draw.

    Raises ValueError, KeyError, IndexError: it proves no draw.
    """
    certificate = Certificate(text)
    checks: dict[str, Callable[[int, int], object]] = {
        "strong": certificate.check_strong,
        "weak": certificate.check_weak,
    }
    checks[certificate.game](0, 0)
    require(certificate.lines.keys() <= certificate.safe | certificate.zones.keys(), "only lines that matter")
    return certificate.m, certificate.n, certificate.k


if __name__ == "__main__":
    sys.stdout.write("{}x{} k{} is a draw\n".format(*check(Path(sys.argv[1]).read_text(encoding="ascii"))))
