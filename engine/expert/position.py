"""The position in a search, updated with every ply: one integer per side evaluates all empty cells.

A window of k cells is live for a side while the other side has no mark in it. Each side has a vector: an integer with a
lane of 32 bits per cell. The lane of an empty cell counts the side's live windows through it, in four fields by how
many marks the window holds:

    bits 22 to 31   windows that a mark here completes          (so "can this side win now" is one AND)
    bits 16 to 21   windows that a mark here leaves one short   (a four, if k is 5)
    bits 10 to 15   windows that a mark here leaves two short
    bits  0 to  9   all others: 16 for a window left three short, else 1

If a vector is zero, its side can no longer win. The sum of both vectors orders the moves. Old vectors are stored, so a
ply is quickly unmade. A proof has a third vector, the stakes, in which a live window of side 1 with n marks counts 2^n.
A mark changes only cells less than k away in four directions. The change depends only on the pattern of those cells, so
it is computed once per pattern and cached.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random

from engine.geometry import DIRECTIONS, lines, symmetries, windows_at
from engine.rules import Rules

LANE = 32
LANE_MASK = (1 << LANE) - 1
COMPLETION, THREAT, BUILD, HINT = 1 << 22, 1 << 16, 1 << 10, 1 << 4  # one window in each field
LONGEST = 15  # the largest k: a cell is in at most 4 * k windows, and a field of six bits counts to 63
OUTSIDE = 3
_POWERS = [1 << marks for marks in range(LONGEST + 1)]
MOST_PATTERNS = 100_000  # cached, a few hundred bytes each

Weights = tuple[int, list[int]]  # the side whose live windows count, and the weight of a window by its number of marks
# What a mark on place 0 adds to the vectors of side 1, side 2 and the stakes, and to the score.
Effect = tuple[int, int, int, int]
Effects = tuple[dict[int, Effect], ...]  # for each side, by pattern
# A line through a place: the line's number; in its code, the first bit of the place's pattern and the bit of the place;
# the effects in this direction; the step from cell to cell.
Crossing = tuple[int, int, int, Effects, int]


class Kind(Enum):
    """How a position is scored, and which side's lines count."""

    PLAY = "the value of side 1's windows minus that of side 2's"
    STRONG = "the sum of 2^marks over the live windows of side 1"
    WEAK = "as STRONG, and side 2 has no lines: the Maker-Breaker game"


@dataclass(frozen=True, slots=True)
class Geometry:
    """The constants of a board size, and the cache of patterns, shared by all positions."""

    crossings: tuple[tuple[Crossing, ...], ...]  # for each place, the lines through it that are at least k long
    codes: tuple[int, ...]  # the empty lines, two bits per cell, with OUTSIDE at both ends
    through: int  # a vector: the number of windows through each cell
    windows: int  # their number
    pad: int  # lanes below place 0, for patterns that begin off the board
    ones: int  # a vector: 1 for each cell
    keys: tuple[tuple[int, ...], ...]  # for each side and place, the Zobrist key of a mark
    images: int  # the number of 64-bit hashes in one key, one for each symmetry of the board
    effects: tuple[Effects, ...]  # for each direction


class Position:
    """The marks of sides 1 and 2. No line is ever complete: a search sees a win a ply ahead, in live & completions."""

    __slots__ = (
        "_codes", "_crossings", "_history", "_keys", "_mask", "_rules", "_weights", "cells", "completions",
        "hash", "images", "kind", "live", "marks", "pad", "score", "stakes", "threats", "turn",
    )  # fmt: skip

    def __init__(self, rules: Rules, kind: Kind, turn: int = 1) -> None:
        geometry = _geometry(rules, kind)
        tables = [table for effects in geometry.effects for table in effects]
        if sum(map(len, tables)) > MOST_PATTERNS:
            for table in tables:
                table.clear()
        self._rules = rules
        self.kind = kind
        self._crossings = geometry.crossings
        self._keys = geometry.keys
        self._codes = list(geometry.codes)
        self._mask = (1 << 2 * (2 * rules.k - 1)) - 1
        self._history: list[tuple[int, ...]] = []
        self.cells = rules.m * rules.n
        self.pad = geometry.pad
        self.images = geometry.images
        self.completions = geometry.ones * (LANE_MASK & -COMPLETION)
        self.threats = geometry.ones * (COMPLETION - THREAT)
        urgencies = _urgencies(rules.k)
        # For the vectors of side 1, side 2 and the stakes.
        nobody: Weights = (0, [])
        self._weights: tuple[Weights, Weights, Weights] = {
            Kind.PLAY: ((1, urgencies), (2, urgencies), nobody),
            Kind.STRONG: ((1, urgencies), (2, urgencies), (1, _POWERS)),
            Kind.WEAK: ((1, urgencies), nobody, (1, _POWERS)),
        }[kind]
        first, second, self.stakes = (geometry.through * weights[0] if owner else 0 for owner, weights in self._weights)
        self.live = [0, first, second]
        self.score = 0 if kind is Kind.PLAY else geometry.windows
        self.marks = [0, 0, 0]  # for each side, a bit set of places
        self.hash = 0
        self.turn = turn

    def make(self, place: int) -> None:
        """Set the mark of the side to move on an empty place and pass the turn."""
        side = self.turn
        live = self.live
        codes = self._codes
        mask = self._mask
        to_first = to_second = to_stakes = to_score = 0
        self._history.append((place, side, live[1], live[2], self.stakes, self.score, self.hash))
        for line, shift, at, effects, step in self._crossings[place]:
            code = codes[line]
            pattern = (code >> shift) & mask
            effect = effects[side].get(pattern)
            if effect is None:
                effect = effects[side][pattern] = self._effect(pattern, side, step)
            to_first += effect[0]
            to_second += effect[1]
            to_stakes += effect[2]
            to_score += effect[3]
            codes[line] = code | side << at
        low = LANE * place
        live[1] += to_first << low
        live[2] += to_second << low
        if to_stakes:
            self.stakes += to_stakes << low
        self.score += to_score
        self.marks[side] |= 1 << place
        self.hash ^= self._keys[side][place]
        self.turn = 3 - side

    def gain(self, place: int) -> int:
        """Return what a mark of the side to move on an empty place would add to the score."""
        side, codes, mask, gain = self.turn, self._codes, self._mask, 0
        for line, shift, _, effects, step in self._crossings[place]:
            pattern = (codes[line] >> shift) & mask
            effect = effects[side].get(pattern)
            if effect is None:
                effect = effects[side][pattern] = self._effect(pattern, side, step)
            gain += effect[3]
        return gain

    def unmake(self) -> None:
        """Take back the last mark made."""
        live = self.live
        place, side, live[1], live[2], self.stakes, self.score, self.hash = self._history.pop()
        self.turn = side
        codes = self._codes
        for line, _, at, _, _ in self._crossings[place]:
            codes[line] ^= side << at
        self.marks[side] ^= 1 << place

    def rewind(self, made: int) -> None:
        """Unmake marks until made of them are left."""
        while len(self._history) > made:
            self.unmake()

    def __len__(self) -> int:
        return len(self._history)

    def first(self, vector: int) -> int:
        """Return the first place whose lane in a vector isn't zero."""
        return ((vector & -vector).bit_length() - 1) // LANE - self.pad

    def places(self, vector: int) -> list[int]:
        """Return the places whose lanes in a vector aren't zero, in order."""
        found: list[int] = []
        while vector:
            lane = ((vector & -vector).bit_length() - 1) // LANE
            found.append(lane - self.pad)
            vector &= -1 << (lane + 1) * LANE
        return found

    def lanes(self, vector: int) -> list[int]:
        """Return the lane of every place in a vector."""
        packed = (vector >> LANE * self.pad).to_bytes(LANE // 8 * self.cells, "little")
        return memoryview(packed).cast("I").tolist()

    def lane(self, vector: int, place: int) -> int:
        """Return the lane of one place in a vector."""
        return vector >> LANE * (place + self.pad) & LANE_MASK

    def hashes(self) -> list[int]:
        """Return the hash of the position under each symmetry of the board."""
        return memoryview(self.hash.to_bytes(8 * self.images, "little")).cast("Q").tolist()

    def _effect(self, pattern: int, side: int, step: int) -> Effect:
        """Compute the effect of a mark of side in the middle of a pattern of 2 * k - 1 cells."""
        k = self._rules.k
        cells = [pattern >> 2 * index & 3 for index in range(2 * k - 1)]
        vectors = [[0] * len(cells) for _ in self._weights]
        score = 0
        for start in range(k):
            window = cells[start : start + k]
            if OUTSIDE in window:
                continue
            marks = (0, window.count(1), window.count(2))
            for owner in (1, 2):
                if not marks[3 - owner]:  # else the window isn't live for this owner
                    score += self._score_change(owner, marks[owner], gained=owner == side)
            for vector, (owner, weights) in zip(vectors, self._weights, strict=True):
                if not owner or marks[3 - owner]:
                    continue
                before = weights[marks[owner]]
                change = (weights[marks[owner] + 1] if owner == side else 0) - before
                for index in range(start, start + k):
                    if not cells[index]:
                        vector[index] += change if index != k - 1 else -before
        first, second, stakes = (
            sum(change << LANE * (self.pad + index * step) for index, change in enumerate(vector, 1 - k))
            for vector in vectors
        )
        return first, second, stakes, score

    def _score_change(self, owner: int, marks: int, *, gained: bool) -> int:
        """Return how the score changes when a live window of owner gains a mark, or is blocked by one."""
        if self.kind is not Kind.PLAY:
            return (1 << marks if gained else -(1 << marks)) if owner == 1 else 0
        change = _worth(marks + 1) - _worth(marks) if gained else -_worth(marks)
        return change if owner == 1 else -change


def _urgencies(k: int) -> list[int]:
    """Return what a live window adds to the lanes of its empty cells, by its number of marks."""
    return [{1: COMPLETION, 2: THREAT, 3: BUILD, 4: HINT}.get(k - marks, 1) for marks in range(k + 1)]


def _worth(marks: int) -> int:
    """Return what a live window adds to the score of Kind.PLAY, by its number of marks.

    Fitted as in benchmarks/weights.py for k = 5. Larger numbers continue the series.
    """
    return (0, 1, 10)[marks] if marks < 3 else 3**marks


@lru_cache(maxsize=8)
def _geometry(rules: Rules, kind: Kind) -> Geometry:
    m, n, k = rules.m, rules.n, rules.k
    pad = (k - 1) * (n + 1)
    crossings: list[list[Crossing]] = [[] for _ in range(m * n)]
    codes: list[int] = []
    through = windows = 0
    sides = (1 << 2 * (k - 1)) - 1
    directions: list[Effects] = []
    for down, right in DIRECTIONS:
        step = down * n + right
        effects: Effects = ({}, {}, {})
        directions.append(effects)
        for line in lines(rules, down, right):
            for index, place in enumerate(line):
                crossings[place].append((len(codes), 2 * index, 2 * (index + k - 1), effects, step))
                through += windows_at(index, len(line), k) << LANE * (place + pad)
            codes.append(sides | sides << 2 * (len(line) + k - 1))
            windows += len(line) - k + 1
    images = symmetries(m, n) if kind is not Kind.PLAY else (tuple(range(m * n)),)
    return Geometry(
        crossings=tuple(map(tuple, crossings)),
        codes=tuple(codes),
        through=through,
        windows=windows,
        pad=pad,
        ones=sum(1 << LANE * (place + pad) for place in range(m * n)),
        keys=_keys(images),
        images=len(images),
        effects=tuple(directions),
    )


def _keys(images: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return, for each side and place, the random 64-bit numbers of its images in one integer."""
    random = Random(1)  # a fixed seed, so that a search is the same in every process
    keys: list[tuple[int, ...]] = [()]
    for _ in (1, 2):
        plain = [random.getrandbits(64) for _ in images[0]]
        keys.append(tuple(
            sum(plain[image[place]] << 64 * index for index, image in enumerate(images)) for place in images[0]
        ))  # fmt: skip
    return tuple(keys)
