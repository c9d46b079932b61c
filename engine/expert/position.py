"""The position as a search wants it: for each side one integer that knows every empty cell's worth, kept ply by ply.

Why it is built so. A window of k cells is live for a side while the other has no mark in it. The integer of a side
is a vector with a lane of 32 bits for each cell. The lane of an empty cell counts the side's live windows through it,
in four fields by how many own marks they hold:

    bits 22 to 31   windows that a mark here completes          (so "can this side win now" is one AND)
    bits 16 to 21   windows that a mark here leaves one short   (a four, when k is 5)
    bits 10 to 15   windows that a mark here leaves two short
    bits  0 to  9   the rest, sixteen for a window left three short, else one

A zero vector means that the side can't win any more, the sum of both sides' vectors orders the moves, and the old
integers are kept to take a ply back. A proof has a third vector, the stakes, in which each live window of side 1
counts as 2^own. A mark changes only cells less than k away in four directions, and the change depends on nothing else,
so it is worked out once for each pattern of those cells and remembered.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random

from engine.geometry import DIRECTIONS, lines, symmetries, windows_at
from engine.rules import Rules

LANE = 32
LANE_MASK = (1 << LANE) - 1
COMPLETION, THREAT, BUILD, HINT = 1 << 22, 1 << 16, 1 << 10, 1 << 4  # one window, in each field
LONGEST = 15  # the longest k: a cell has at most 4 * k windows, and a field of six bits holds no more than 63
OUTSIDE = 3
_POWERS = [1 << held for held in range(LONGEST + 1)]
MOST_PATTERNS = 100_000  # remembered, a few hundred bytes each

Weights = tuple[int, list[int]]  # whose live windows count, and what one adds by the own marks it holds
Effect = tuple[int, int, int, int]  # what a mark adds to the vectors of side 1, side 2 and the stakes, and to the score
Effects = tuple[dict[int, Effect], ...]  # for each side, by pattern
# A line through a place: its number, the bit of its code where the place's pattern begins, the bit of its mark, the
# effects of marks along it, the step from cell to cell, and the bit of a vector where the first cell of the pattern is.
Crossing = tuple[int, int, int, Effects, int, int]


class Kind(Enum):
    """What the score is, and whose lines count."""

    PLAY = "the windows' worth to side 1 less their worth to side 2"
    STRONG = "the sum of 2^own over the live windows of side 1"
    WEAK = "the same, and side 2 has no lines: the Maker-Breaker game"


@dataclass(frozen=True, slots=True)
class Geometry:
    """Everything about a size of board that no game changes, and the patterns met so far."""

    crossings: tuple[tuple[Crossing, ...], ...]  # for each place, by the lines through it that hold a window
    codes: tuple[int, ...]  # each line's marks, two bits a cell, with OUTSIDE at both ends
    through: int  # a vector: how many windows there are through each cell
    windows: int
    pad: int  # lanes below place 0, so that the effect of a pattern that sticks out is never shifted down
    ones: int  # a vector: 1 for each cell
    keys: tuple[tuple[int, ...], ...]  # for each side, each place: what a mark does to the hash
    images: int  # 64-bit hashes in one key, one for each symmetry of the board
    effects: tuple[Effects, ...]  # one for each direction


class Position:
    """The marks of sides 1 and 2, made and unmade. Nobody ever completes a line in it.

    A search sees a win one ply ahead, in live & completions, so a position is never finished.
    """

    __slots__ = (
        "_before", "_codes", "_crossings", "_keys", "_mask", "_rules", "_weights", "cells", "completions",
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
        self._before: list[tuple[int, ...]] = []
        self.cells = rules.m * rules.n
        self.pad = geometry.pad
        self.images = geometry.images
        self.completions = geometry.ones * (LANE_MASK & -COMPLETION)
        self.threats = geometry.ones * (COMPLETION - THREAT)
        urgencies = _urgencies(rules.k)
        # For the vectors of side 1, side 2 and the stakes: whose windows count, and what by the own marks they hold.
        nobody: Weights = (0, [])
        self._weights: tuple[Weights, Weights, Weights] = {
            Kind.PLAY: ((1, urgencies), (2, urgencies), nobody),
            Kind.STRONG: ((1, urgencies), (2, urgencies), (1, _POWERS)),
            Kind.WEAK: ((1, urgencies), nobody, (1, _POWERS)),
        }[kind]
        first, second, self.stakes = (geometry.through * weights[0] if owner else 0 for owner, weights in self._weights)
        self.live = [0, first, second]
        self.score = 0 if kind is Kind.PLAY else geometry.windows
        self.marks = [0, 0, 0]  # for each side its cells, one bit a place
        self.hash = 0
        self.turn = turn

    def make(self, place: int) -> None:
        """Set the mark of the side to move on an empty place and pass the turn."""
        side = self.turn
        live = self.live
        _, first, second = live
        stakes = self.stakes
        codes = self._codes
        mask = self._mask
        score = self.score
        key = self._keys[side][place]
        self._before.append((place, side, first, second, stakes, score, self.hash))
        for line, shift, at, effects, step, low in self._crossings[place]:
            code = codes[line]
            pattern = (code >> shift) & mask
            effect = effects[side].get(pattern)
            if effect is None:
                effect = effects[side][pattern] = self._effect(pattern, side, step)
            to_first, to_second, to_stakes, to_score = effect
            if to_first:
                first += to_first << low
            if to_second:
                second += to_second << low
            if to_stakes:
                stakes += to_stakes << low
            score += to_score
            codes[line] = code | side << at
        live[1] = first
        live[2] = second
        self.stakes = stakes
        self.score = score
        self.marks[side] |= 1 << place
        self.hash ^= key
        self.turn = 3 - side

    def gain(self, place: int) -> int:
        """Return what a mark of the side to move on an empty place would add to the score."""
        side, codes, mask, gain = self.turn, self._codes, self._mask, 0
        for line, shift, _, effects, step, _ in self._crossings[place]:
            pattern = (codes[line] >> shift) & mask
            effect = effects[side].get(pattern)
            if effect is None:
                effect = effects[side][pattern] = self._effect(pattern, side, step)
            gain += effect[3]
        return gain

    def unmake(self) -> None:
        """Take back the last mark made."""
        live = self.live
        place, side, live[1], live[2], self.stakes, self.score, self.hash = self._before.pop()
        self.turn = side
        codes = self._codes
        for line, _, at, _, _, _ in self._crossings[place]:
            codes[line] ^= side << at
        self.marks[side] ^= 1 << place

    def rewind(self, made: int) -> None:
        """Unmake until only the first so many marks are left."""
        while len(self._before) > made:
            self.unmake()

    def __len__(self) -> int:
        return len(self._before)

    def first(self, vector: int) -> int:
        """Return the first place whose lane in a vector is not zero."""
        return ((vector & -vector).bit_length() - 1) // LANE - self.pad

    def places(self, vector: int) -> list[int]:
        """Return the places whose lanes in a vector are not zero, in order."""
        found: list[int] = []
        while vector:
            lane = ((vector & -vector).bit_length() - 1) // LANE
            found.append(lane - self.pad)
            vector &= -1 << (lane + 1) * LANE
        return found

    def lanes(self, vector: int) -> list[int]:
        """Return each place's lane in a vector as a number."""
        packed = (vector >> LANE * self.pad).to_bytes(LANE // 8 * self.cells, "little")
        return memoryview(packed).cast("I").tolist()

    def lane(self, vector: int, place: int) -> int:
        """Return one place's lane in a vector as a number."""
        return vector >> LANE * (place + self.pad) & LANE_MASK

    def hashes(self) -> list[int]:
        """Return the hash of each image of the position under the symmetries of the board."""
        return memoryview(self.hash.to_bytes(8 * self.images, "little")).cast("Q").tolist()

    def _effect(self, pattern: int, side: int, step: int) -> Effect:
        """Work out what a mark of side changes, from the 2 * k - 1 cells along a line of which it takes the middle."""
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
                if not marks[3 - owner]:  # else it is no live window of this owner, before or after
                    score += self._change_of_score(owner, marks[owner], gained=owner == side)
            for vector, (owner, weights) in zip(vectors, self._weights, strict=True):
                if not owner or marks[3 - owner]:
                    continue
                before = weights[marks[owner]]
                change = (weights[marks[owner] + 1] if owner == side else 0) - before
                for index in range(start, start + k):
                    if not cells[index]:
                        vector[index] += change if index != k - 1 else -before
        first, second, stakes = (
            sum(change << LANE * index * step for index, change in enumerate(vector)) for vector in vectors
        )
        return first, second, stakes, score

    def _change_of_score(self, owner: int, held: int, *, gained: bool) -> int:
        """Return how the score changes when a live window of owner gains a mark, or is lost to one."""
        if self.kind is not Kind.PLAY:
            return (1 << held if gained else -(1 << held)) if owner == 1 else 0
        change = _worth(held + 1) - _worth(held) if gained else -_worth(held)
        return change if owner == 1 else -change


def _urgencies(k: int) -> list[int]:
    """Return, by the own marks it holds, what a live window adds to the lanes of its empty cells."""
    return [{1: COMPLETION, 2: THREAT, 3: BUILD, 4: HINT}.get(k - held, 1) for held in range(k + 1)]


def _worth(held: int) -> int:
    """Return what a live window with so many own marks adds to the score of a game in play."""
    return 5 ** (held - 1) if held else 0


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
                low = LANE * (place + pad - (k - 1) * step)
                crossings[place].append((len(codes), 2 * index, 2 * (index + k - 1), effects, step, low))
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
    """Return for each side and place the random numbers of its images, 64 bits each, as one integer."""
    random = Random(1)  # any number: the same in every process, so that a search is
    keys: list[tuple[int, ...]] = [()]
    for _ in (1, 2):
        plain = [random.getrandbits(64) for _ in images[0]]
        keys.append(tuple(
            sum(plain[image[place]] << 64 * index for index, image in enumerate(images)) for place in images[0]
        ))  # fmt: skip
    return tuple(keys)
