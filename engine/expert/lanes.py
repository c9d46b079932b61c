"""The position as a search wants it: for each side one integer that knows every empty cell's worth, kept ply by ply.

Why it is built so. A window of k cells is alive for a side while the other has no mark in it. The integer of a side
has a lane of 32 bits for each cell; the lane of an empty cell counts the side's live windows through it, in four
fields by how many own marks they hold:

    bits 22 to 31   windows that a mark here completes          (so "can this side win now" is one AND)
    bits 16 to 21   windows that a mark here leaves one short   (a four, when k is 5)
    bits 10 to 15   windows that a mark here leaves two short
    bits  0 to  9   the rest, sixteen for a window left three short, else one

A zero integer means that the side can't win any more, the sum of both sides' lanes orders the moves, and to take a
ply back is to have kept the old integers. A proof has a third integer, in which each live window of side 1 counts as
2^own. A mark changes only cells less than k away in four directions, and the change depends on nothing else, so it is
worked out once for each pattern of those cells and remembered.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random

from engine.rules import Rules

LANE = 32
LANE_MASK = (1 << LANE) - 1
COMPLETES, THREATENS, BUILDS, HINTS = 1 << 22, 1 << 16, 1 << 10, 1 << 4  # one window, in each field
LONGEST = 15  # a cell has at most 4 * k windows, and a field of six bits holds no more than 63
STAKES = 3  # where in live a search for a proof finds what a mark of side 1 would add to the score
OUTSIDE = 3
_POWERS = [1 << held for held in range(LONGEST + 1)]
REMEMBERED = 100_000  # patterns, a few hundred bytes each

Change = tuple[int, int, int, int]  # what a mark adds to the three integers of live, and to the score
Tables = tuple[dict[int, Change], ...]  # for each side, by pattern
Line = tuple[int, int, int, Tables, int, int]  # number, where a pattern begins, a mark stands, tables, step, lane


class Kind(Enum):
    """What the score is, and whose lines count."""

    PLAY = "the windows' worth to side 1 less their worth to side 2"
    STRONG = "the sum of 2^own over the live windows of side 1"
    WEAK = "the same, and side 2 has no lines: the Maker-Breaker game"


@dataclass(frozen=True, slots=True)
class Geometry:
    """Everything about a size of board that no game changes, and the patterns met so far."""

    lines: tuple[tuple[Line, ...], ...]  # for each place: the lines through it that hold a window
    codes: tuple[int, ...]  # each line's marks, two bits a cell, with OUTSIDE at both ends
    crossing: int  # how many windows there are through each cell, in its lane
    windows: int
    pad: int  # lanes below place 0, so that the change of a pattern that sticks out is never shifted down
    every: int  # bit 0 of each place's lane
    keys: tuple[tuple[int, ...], ...]  # for each side, each place: what a mark does to the hash
    images: int  # 64-bit hashes in one key, one for each symmetry of the board
    patterns: tuple[Tables, ...]


class Lanes:
    """A position of sides 1 and 2 in which marks are made and unmade; nobody ever completes a line in it.

    Whoever searches sees a win one ply before, in live & completes, so a finished position has no place here.
    """

    __slots__ = (
        "_before", "_codes", "_keys", "_lines", "_mask", "_rules", "_tallies", "cells", "completes", "hash", "images",
        "kind", "live", "marks", "pad", "score", "threatens", "turn",
    )  # fmt: skip

    def __init__(self, rules: Rules, kind: Kind, turn: int = 1) -> None:
        geometry = _geometry(rules, kind)
        if sum(len(table) for tables in geometry.patterns for table in tables) > REMEMBERED:
            for table in (table for tables in geometry.patterns for table in tables):
                table.clear()
        self._rules = rules
        self.kind = kind
        self._lines = geometry.lines
        self._keys = geometry.keys
        self._codes = list(geometry.codes)
        self._mask = (1 << 2 * (2 * rules.k - 1)) - 1
        self._before: list[tuple[int, int, int, int, int, int]] = []
        self.cells = rules.m * rules.n
        self.pad = geometry.pad
        self.images = geometry.images
        self.completes = geometry.every * (LANE_MASK & -COMPLETES)
        self.threatens = geometry.every * (COMPLETES - THREATENS)
        urgencies = _urgencies(rules.k)
        self._tallies = {  # for each integer of live: whose windows count in its lanes, and how
            Kind.PLAY: {1: (1, urgencies), 2: (2, urgencies)},
            Kind.STRONG: {1: (1, urgencies), 2: (2, urgencies), STAKES: (1, _POWERS)},
            Kind.WEAK: {1: (1, urgencies), STAKES: (1, _POWERS)},
        }[kind]
        self.live = [0, 0, 0, 0]
        for lane, (_, weights) in self._tallies.items():
            self.live[lane] = geometry.crossing * weights[0]
        self.score = 0 if kind is Kind.PLAY else geometry.windows
        self.marks = bytearray(self.cells)
        self.hash = 0
        self.turn = turn

    def make(self, place: int) -> None:
        """Set the mark of the side to move on an empty place and pass the turn."""
        side = self.turn
        live = self.live
        _, first, second, third = live
        codes = self._codes
        mask = self._mask
        score = self.score
        key = self._keys[side][place]
        self._before.append((place, first, second, third, score, self.hash))
        for line, shift, at, tables, step, low in self._lines[place]:
            code = codes[line]
            pattern = (code >> shift) & mask
            change = tables[side].get(pattern)
            if change is None:
                change = tables[side][pattern] = self._change(pattern, side, step)
            mine, theirs, stakes, worth = change
            if mine:
                first += mine << low
            if theirs:
                second += theirs << low
            if stakes:
                third += stakes << low
            score += worth
            codes[line] = code | side << at
        live[1] = first
        live[2] = second
        live[3] = third
        self.score = score
        self.marks[place] = side
        self.hash ^= key
        self.turn = 3 - side

    def unmake(self) -> None:
        """Take back the last mark made."""
        live = self.live
        place, live[1], live[2], live[3], self.score, self.hash = self._before.pop()
        side = self.turn = 3 - self.turn
        codes = self._codes
        for line, _, at, _, _, _ in self._lines[place]:
            codes[line] ^= side << at
        self.marks[place] = 0

    def rewind(self, made: int) -> None:
        """Unmake until only the first so many marks are left."""
        while len(self._before) > made:
            self.unmake()

    def __len__(self) -> int:
        return len(self._before)

    def first(self, lanes: int) -> int:
        """Return the place of the lowest lane that is not zero."""
        return ((lanes & -lanes).bit_length() - 1) // LANE - self.pad

    def places(self, lanes: int) -> list[int]:
        """Return the places whose lanes are not zero, in order."""
        found: list[int] = []
        while lanes:
            lane = ((lanes & -lanes).bit_length() - 1) // LANE
            found.append(lane - self.pad)
            lanes &= -1 << (lane + 1) * LANE
        return found

    def worth(self, lanes: int) -> list[int]:
        """Return each place's lane as a number."""
        laid = (lanes >> LANE * self.pad).to_bytes(LANE // 8 * self.cells, "little")
        return memoryview(laid).cast("I").tolist()

    def at(self, lanes: int, place: int) -> int:
        """Return one place's lane as a number."""
        return lanes >> LANE * (place + self.pad) & LANE_MASK

    def key(self) -> int:
        """Return a hash that is the same for all images of the position under the symmetries of the board."""
        return min(memoryview(self.hash.to_bytes(8 * self.images, "little")).cast("Q"))

    def _change(self, pattern: int, side: int, step: int) -> Change:
        """Work out what a mark of side changes, from the 2 * k - 1 cells along a line of which it takes the middle."""
        k = self._rules.k
        cells = [pattern >> 2 * index & 3 for index in range(2 * k - 1)]
        lanes = [[0] * len(cells) for _ in range(4)]
        worth = 0
        for start in range(k):
            window = cells[start : start + k]
            if OUTSIDE in window:
                continue
            marks = (0, window.count(1), window.count(2))
            for owner in (1, 2):
                if not marks[3 - owner]:  # else it is no live window of this owner, before or after
                    worth += self._worth(owner, marks[owner], gained=owner == side)
            for lane, (owner, weights) in self._tallies.items():
                if marks[3 - owner]:
                    continue
                before = weights[marks[owner]]
                change = (weights[marks[owner] + 1] if owner == side else 0) - before
                for index in range(start, start + k):
                    if not cells[index]:
                        lanes[lane][index] += change if index != k - 1 else -before
        _, first, second, third = (
            sum(value << LANE * index * step for index, value in enumerate(lane)) for lane in lanes
        )
        return first, second, third, worth

    def _worth(self, owner: int, held: int, *, gained: bool) -> int:
        """Return how the score changes when a live window of owner gains a mark, or is lost to one."""
        if self.kind is not Kind.PLAY:
            return (1 << held if gained else -(1 << held)) if owner == 1 else 0
        change = _value(held + 1) - _value(held) if gained else -_value(held)
        return change if owner == 1 else -change


def _urgencies(k: int) -> list[int]:
    """Return, by the own marks it holds, what a live window adds to the lanes of its empty cells."""
    return [{1: COMPLETES, 2: THREATENS, 3: BUILDS, 4: HINTS}.get(k - held, 1) for held in range(k + 1)]


def _value(held: int) -> int:
    return 5 ** (held - 1) if held else 0


@lru_cache(maxsize=8)
def _geometry(rules: Rules, kind: Kind) -> Geometry:
    m, n, k = rules.m, rules.n, rules.k
    pad = (k - 1) * (n + 1)
    through: list[list[Line]] = [[] for _ in range(m * n)]
    codes: list[int] = []
    crossing = windows = 0
    sides = (1 << 2 * (k - 1)) - 1
    patterns: list[Tables] = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        step = down * n + right
        tables: Tables = ({}, {}, {})
        patterns.append(tables)
        for line in _lines(m, n, k, down, right):
            for index, place in enumerate(line):
                low = LANE * (place + pad - (k - 1) * step)
                through[place].append((len(codes), 2 * index, 2 * (index + k - 1), tables, step, low))
                count = min(index + 1, k, len(line) - index, len(line) - k + 1)
                crossing += count << LANE * (place + pad)
            codes.append(sides | sides << 2 * (len(line) + k - 1))
            windows += len(line) - k + 1
    images = _images(m, n) if kind is not Kind.PLAY else (tuple(range(m * n)),)
    return Geometry(
        lines=tuple(map(tuple, through)),
        codes=tuple(codes),
        crossing=crossing,
        windows=windows,
        pad=pad,
        every=sum(1 << LANE * (place + pad) for place in range(m * n)),
        keys=_keys(images),
        images=len(images),
        patterns=tuple(patterns),
    )


def _lines(m: int, n: int, k: int, down: int, right: int) -> list[list[int]]:
    """Return the lines in one direction that hold a window, each as its places in order."""
    lines: list[list[int]] = []
    for row in range(m):
        for col in range(n):
            if row >= down and 0 <= col - right < n:
                continue  # the line began before
            length = min(m - row if down else n, n - col if right > 0 else col + 1 if right < 0 else m)
            if length >= k:
                lines.append([(row + down * index) * n + col + right * index for index in range(length)])
    return lines


def _images(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the board, where it takes each place."""
    grid = [list(range(row * n, row * n + n)) for row in range(m)]
    turned = [grid, [row[::-1] for row in grid], grid[::-1], [row[::-1] for row in grid[::-1]]]
    if m == n:
        turned += [[list(row) for row in zip(*image, strict=True)] for image in turned]
    return tuple(tuple(place for row in image for place in row) for image in turned)


def _keys(images: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each side and place the random numbers of its images, 64 bits each, as one integer."""
    random = Random(1)  # any number: the same in every process, so that a search is
    keys: list[tuple[int, ...]] = [()]
    for _ in (1, 2):
        plain = [random.getrandbits(64) for _ in images[0]]
        keys.append(tuple(
            sum(plain[image[place]] << 64 * index for index, image in enumerate(images)) for place in images[0]
        ))  # fmt: skip
    return tuple(keys)
