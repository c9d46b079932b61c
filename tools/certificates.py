"""Write a certificate that a board is a draw: python -m tools.certificates 5 5 4 > certificate.txt.

docs/examples/check_draw.py describes the format, and checks it without the engine.
"""

import sys
from collections.abc import Callable, Sequence

from engine import Rules
from engine.budget import Budget
from engine.expert.position import Kind, Position
from engine.expert.proof import StrongProof, WeakProof
from engine.geometry import symmetries

NODES = 10**7
Key = tuple[int, int]  # the cells of X and of O


class StrongCertificate(StrongProof):
    """A proof that O holds, which is walked once more to write it down."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(Position(rules, Kind.STRONG), rules, Budget(NODES))
        self.lines: dict[Key, str] = {}
        self._images = symmetries(rules.m, rules.n)
        self._seen: set[Key] = set()

    def write(self, x: int, o: int) -> None:
        """Write down how O holds in a position and all that follow."""
        (x, o), _ = _smallest(x, o, self._images)
        position = _set_up(self._position, x, o)
        if (x, o) in self._seen or position.score < self._loss[position.turn]:
            return
        self._seen.add((x, o))
        wins = position.places(position.live[2] & position.completions)
        places = _empty(position, x | o)
        if position.turn == 2 and not wins:
            stops = position.places(position.live[1] & position.completions)
            reply = next(place for place in stops or self._moves() if not self._after(place))
            after, _ = _smallest(x, o | 1 << reply, self._images)
            first = next(place for place in places if _smallest(x, o | 1 << place, self._images)[0] == after)
            self.lines[x, o] = f"{first} {after[0]:x} {after[1]:x}"
            self.write(*after)
        elif position.turn == 1 and len(wins) < 2:
            for place in wins or places:
                self.write(x | 1 << place, o)


class WeakCertificate(WeakProof):
    """A proof that O holds even without lines, which is walked once more to write it down."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(Position(rules, Kind.WEAK), rules, Budget(NODES))
        self.lines: dict[Key, str] = {}
        self._zones: dict[Key, int] = {}

    def write(self, x: int, o: int) -> int:
        """Write down how O holds in a position and all that follow, and return the zone."""
        if self._holds_by_sum(x, o):
            return self._pairings.live(x, o)
        key, image = _smallest(x, o, self._images)
        if key not in self._zones:
            self._zones[key], reason, places = self._reason(*key)
            self.lines[key] = " ".join([f"{self._zones[key]:x}", reason, *map(str, places)])
        return _moved(self._zones[key], [image.index(place) for place in range(len(image))])

    def _reason(self, x: int, o: int) -> tuple[int, str, list[int]]:
        position = _set_up(self._position, x, o)
        if pairing := self._pairings.pairing(x, o):
            places = [cell.bit_length() - 1 for cell in sorted(pairing, key=lambda cell: (pairing[cell], cell))]
            return sum(pairing), "pairs", places
        if position.turn == 2:
            reply = next(place for place in self._moves() if not self._after(place))
            return self.write(x, o | 1 << reply) | 1 << reply, "reply", [reply]
        empty = _empty(position, x | o)
        zone, left, tried = 0, sum(1 << place for place in empty), list[int]()
        for place in self._moves():
            if left >> place & 1 and not self._holds_by_sum(x | 1 << place, o):
                child = self.write(x | 1 << place, o)
                zone, left, tried = zone | child, left & child, [*tried, place]
        for place in empty:
            if left >> place & 1:
                zone |= self._pairings.live(x | 1 << place, o)
        return zone, "moves", tried

    def _holds_by_sum(self, x: int, o: int) -> bool:
        position = _set_up(self._position, x, o)
        return position.score < self._loss[position.turn]


def certificate(rules: Rules) -> str | None:
    """Return a certificate that a board is a draw, or None if it isn't."""
    kinds: dict[str, Callable[[Rules], WeakCertificate | StrongCertificate]] = {
        "weak": WeakCertificate,
        "strong": StrongCertificate,
    }
    for name, kind in kinds.items():
        proof = kind(rules)
        if not proof.plies_to_win():
            proof.write(0, 0)
            lines = [f"{x:x} {o:x} {rest}" for (x, o), rest in sorted(proof.lines.items())]
            return "\n".join([f"{rules.m} {rules.n} {rules.k} {name}", *lines, ""])
    return None


def _set_up(position: Position, x: int, o: int) -> Position:
    position.rewind(0)
    for side, cells in ((1, x), (2, o)):
        for place in range(cells.bit_length()):
            if cells >> place & 1:
                position.turn = side
                position.make(place)
    position.turn = 1 + x.bit_count() - o.bit_count()
    return position


def _empty(position: Position, taken: int) -> list[int]:
    return [place for place in range(position.cells) if not taken >> place & 1]


def _smallest(x: int, o: int, images: Sequence[Sequence[int]]) -> tuple[Key, Sequence[int]]:
    """Return the smallest rotation or reflection of a position, and the image of each cell."""
    return min(((_moved(x, image), _moved(o, image)), tuple(image)) for image in images)


def _moved(cells: int, image: Sequence[int]) -> int:
    return sum(1 << to for cell, to in enumerate(image) if cells >> cell & 1)


if __name__ == "__main__":
    text = certificate(Rules(*map(int, sys.argv[1:])))
    if text is None:
        sys.exit("not a draw")
    sys.stdout.write(text)
