"""Checks claims about a position with a plain bitboard search that is independent of the engine."""

from tests.engine.naive import NaiveBoard

Plies = list[tuple[int, int]]


class Undecided(Exception):
    """The referee reached its limit of positions."""


class Referee:
    """Decides whether a side wins by force within a number of plies, by trying every move that matters.

    It only skips moves that are on no live window, and moves after which the other side wins at once.
    """

    def __init__(self, m: int, n: int, k: int, *, most: int = 10**9) -> None:
        board = NaiveBoard(m, n, k)
        self._k = k
        self._bit = {cell: 1 << index for index, cell in enumerate(board.cells())}
        self._windows = [sum(self._bit[cell] for cell in window) for window in board.windows()]
        self._most = most  # positions searched per claim
        self._left = most
        self._yes: dict[tuple[int, int, bool], int] = {}  # the fewest plies known to suffice for a win
        self._no: dict[tuple[int, int, bool], int] = {}  # the most plies known not to suffice

    def agrees(self, plies: Plies, winner: int, within: int | None) -> bool:
        """Return whether a claim is true: winner, 1 or 2, wins by force within plies (None: ever), or 0, a draw.

        Raises
        ------
        Undecided
            The search exceeds its limit of positions.
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
        """Return whether the attacker completes a line within this many plies against every defense."""
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
        marks = (within + attacks) // 2  # that the attacker can still make
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
        """Return the empty cells of a side's live windows, by the number of marks that a window lacks."""
        found: dict[int, int] = {}
        for window in self._windows:
            if not window & other:
                empty = window & ~side
                missing = empty.bit_count()
                found[missing] = found.get(missing, 0) | empty
        return found


def _ordered(*sides: dict[int, int]) -> list[int]:
    """Return each cell once, beginning with those of the first side's fullest windows."""
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
