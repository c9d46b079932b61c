"""Decides who wins a position by a plain bitboard search that is independent of the engine."""

from collections.abc import Sequence

from tests.engine.naive import NaiveBoard

Cells = Sequence[tuple[int, int]]


class Undecided(Exception):
    """The referee reached its limit of positions."""


class Referee:
    """Decides whether a side wins by force within a number of plies, by trying every move that matters.

    It only skips moves that are on no live window, and moves after which the other side wins at once. It stops where
    the sum of 2^-missing over the windows shows that the defender breaks them all (Erdos & Selfridge). A set of cells
    is an integer with one bit per cell. If is_weak, the defender has no lines. All methods raise Undecided if a search
    takes more than most positions.
    """

    def __init__(self, m: int, n: int, k: int, *, most: int = 10**9, is_weak: bool = False) -> None:
        board = NaiveBoard(m, n, k)
        self.windows = board.window_sets()
        self._cells = board.cells
        self._most = most
        self._left = most
        self._is_weak = is_weak
        self._yes: dict[tuple[int, int, bool], int] = {}  # the fewest plies known to suffice for a win
        self._no: dict[tuple[int, int, bool], int] = {}  # the most plies known not to suffice

    def winner(self, plies: Cells) -> int:
        """Return who wins after these plies: 1, 2, or 0 for a draw."""
        return next((side for side in (1, 2) if self.agrees(plies, side, None)), 0)

    def agrees(self, plies: Cells, winner: int, within: int | None) -> bool:
        """Return whether winner (1 or 2) wins by force within plies (None: ever). For 0, whether it is a draw."""
        if not winner:
            return not self.winner(plies)
        sides = self._bits(plies[::2]), self._bits(plies[1::2])
        turn = len(plies) % 2 + 1
        within = len(self._cells) - len(plies) if within is None else within
        return self.wins(sides[winner - 1], sides[2 - winner], turn == winner, within)

    def winning(self, own: Cells, other: Cells, moves: int) -> list[tuple[int, int]]:
        """Return the first moves by which the side with the own marks, to move, wins within this many of its moves."""
        mine, theirs = self._bits(own), self._bits(other)
        return [
            cell
            for number, cell in enumerate(self._cells)
            if not (mine | theirs) >> number & 1 and self.wins(mine | 1 << number, theirs, False, 2 * moves - 2)
        ]

    def wins(self, attacker: int, defender: int, attacks: bool, within: int) -> bool:
        """Return whether the attacker, to move if attacks, completes a line within plies against every defense."""
        self._left = self._most
        return self._forced(attacker, defender, attacks, within)

    def _bits(self, cells: Cells) -> int:
        return sum(1 << self._cells.index(cell) for cell in cells)

    def _forced(self, attacker: int, defender: int, attacks: bool, within: int) -> bool:
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
        hopeful, total = self._empty_by_missing(attacker, defender, marks)
        if 0 in hopeful:
            return True
        if total < (0.5 if attacks else 1) or within < (1 if attacks else 2):
            return False
        against = {} if self._is_weak else self._empty_by_missing(defender, attacker, len(self._cells))[0]
        wins, losses = hopeful.get(1, 0), against.get(1, 0)
        if 0 in against or (losses and not attacks):
            return False
        if wins and (attacks or wins.bit_count() > 1):
            return True
        if losses.bit_count() > 1:
            return False
        moves = [losses or wins] if losses or wins else _ordered(hopeful, against)
        if attacks:
            return any(self._forced(attacker | move, defender, False, within - 1) for move in moves)
        return all(self._forced(attacker, defender | move, True, within - 1) for move in moves)

    def _empty_by_missing(self, side: int, other: int, most: int) -> tuple[dict[int, int], float]:
        """Return the empty cells of a side's live windows, by the number of marks that a window lacks, up to most.

        The sum of 2^-missing over these windows is returned as well.
        """
        found: dict[int, int] = {}
        total = 0.0
        for window in self.windows:
            if not window & other:
                empty = window & ~side
                missing = empty.bit_count()
                if missing <= most:
                    found[missing] = found.get(missing, 0) | empty
                    total += 2.0**-missing
        return found, total


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
