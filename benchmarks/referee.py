"""Checks claims about a position by a plain search on bit boards; nothing of engine in it."""

from tests.engine.naive import NaiveBoard

Plies = list[tuple[int, int]]


class Undecided(Exception):
    """The referee looked at as many positions as it may."""


class Referee:
    """Knows whether a side wins by force within so many plies, by trying everything that can matter.

    Left out are only moves into windows that are dead for both sides, which change nothing, and moves that let the
    other side win at once.
    """

    def __init__(self, m: int, n: int, k: int, *, most: int = 10**9) -> None:
        board = NaiveBoard(m, n, k)
        self._k = k
        self._bit = {cell: 1 << index for index, cell in enumerate(board.cells())}
        self._windows = [sum(self._bit[cell] for cell in window) for window in board.windows()]
        self._most = most  # positions looked at
        self._left = most
        self._yes: dict[tuple[int, int, bool], int] = {}  # the least plies in which the attacker is known to win
        self._no: dict[tuple[int, int, bool], int] = {}  # the most in which it is known not to

    def agrees(self, plies: Plies, winner: int, within: int | None) -> bool:
        """Return whether winner, 1 or 2, wins by force within so many plies (None: ever), or nobody if it is 0.

        Raises
        ------
        Undecided
            It takes more positions than it may look at.
        """
        self._left = self._most
        empty = len(self._bit) - len(plies)
        if winner:
            return self._wins(plies, winner, empty if within is None else within)
        return not self._wins(plies, 1, empty) and not self._wins(plies, 2, empty)

    def _wins(self, plies: Plies, attacker: int, within: int) -> bool:
        sides = [sum(self._bit[cell] for cell in plies[first::2]) for first in (0, 1)]
        turn = len(plies) % 2 + 1
        return self._forced(sides[attacker - 1], sides[2 - attacker], turn == attacker, within)

    def _forced(self, attacker: int, defender: int, attacks: bool, within: int) -> bool:
        """Return whether the attacker completes a line within so many plies, whatever the defender does."""
        key = (attacker, defender, attacks)
        if self._yes.get(key, within + 1) <= within:
            return True
        if self._no.get(key, -1) >= within:
            return False
        self._left -= 1
        if self._left < 0:
            raise Undecided
        won = self._tried(attacker, defender, attacks, within)
        (self._yes if won else self._no)[key] = within
        return won

    def _tried(self, attacker: int, defender: int, attacks: bool, within: int) -> bool:
        marks = (within + attacks) // 2  # that the attacker still sets
        by_missing = self._empty_by_missing(attacker, defender)
        hopeful = {missing: cells for missing, cells in by_missing.items() if missing <= marks}
        if not hopeful or within < (1 if attacks else 2):
            return False
        against = self._empty_by_missing(defender, attacker)
        wins, losses = hopeful.get(1, 0), against.get(1, 0)
        if attacks and wins:
            return True
        if losses and not (attacks and losses.bit_count() == 1):
            return False
        if wins.bit_count() > 1:
            return True
        moves = [losses or wins] if losses or wins else _ordered(hopeful, against)
        if attacks:
            return any(self._forced(attacker | move, defender, False, within - 1) for move in moves)
        return all(self._forced(attacker, defender | move, True, within - 1) for move in moves)

    def _empty_by_missing(self, side: int, other: int) -> dict[int, int]:
        """Return the empty cells of a side's live windows, by how many marks a window lacks."""
        found: dict[int, int] = {}
        for window in self._windows:
            if not window & other:
                empty = window & ~side
                missing = empty.bit_count()
                found[missing] = found.get(missing, 0) | empty
        return found


def _ordered(*sides: dict[int, int]) -> list[int]:
    """Return the cells one by one, each once: those of the first side's fullest windows, and so on."""
    found: list[int] = []
    seen = 0
    for by_missing in sides:
        for missing in sorted(by_missing):
            cells = by_missing[missing] & ~seen
            seen |= cells
            while cells:
                found.append(cells & -cells)
                cells &= cells - 1
    return found
