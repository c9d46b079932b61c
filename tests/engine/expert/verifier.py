"""Checks a win with every possible reply, independently of engine."""

from collections.abc import Callable

from tests.engine.naive import NaiveBoard

Moves = Callable[[int, int, int], int | None]  # the cells of X, those of O, the plies left: the number of X's next cell


class Refuted(Exception):
    """A line doesn't win as claimed."""


class Verifier:
    """Follows the claimed winning moves of X from the empty board, against every reply of O.

    Only what the rules force is played without asking: a line that can be completed, and the one cell that keeps the
    other side from completing one. A set of cells is an integer with one bit a cell, row after row.
    """

    def __init__(self, m: int, n: int, k: int, moves: Moves) -> None:
        windows = NaiveBoard(m, n, k).window_sets()
        self._through = {1 << cell: [window for window in windows if window >> cell & 1] for cell in range(m * n)}
        self._everything = (1 << m * n) - 1
        self._moves = moves
        self._verified: dict[tuple[int, int], int] = {}  # within how many plies X was seen to win
        self.positions = 0

    def verify(self, within: int) -> None:
        """Check that X wins within this number of plies.

        Raises Refuted: some line doesn't end so.
        """
        self._attack(0, 0, 0, within)

    def _attack(self, x: int, o: int, must: int, within: int) -> None:
        """Make X's move. X can't complete a line, and O only on the cell that X must take."""
        if self._verified.get((x, o), within + 1) <= within:
            return
        self.positions += 1
        number = None if must else self._moves(x, o, within)
        cell = must if number is None else 1 << number
        if not cell or cell & (x | o):
            raise Refuted(f"X has no move at {x:b}, {o:b}")
        self._defend(x | cell, o, self._completing(x | cell, o, cell), within - 1)
        self._verified[x, o] = within

    def _defend(self, x: int, o: int, threats: int, within: int) -> None:
        """Try O's replies. O can't complete a line, and X threatens to complete one on these cells."""
        replies = threats or self._everything & ~(x | o)
        if within < 2 or not replies:
            raise Refuted(f"X has not won at {x:b}, {o:b}")
        if threats.bit_count() > 1:
            return  # O takes one of the cells, X another
        while replies:
            reply = replies & -replies
            replies ^= reply
            must = self._completing(o | reply, x, reply)
            if must.bit_count() > 1:
                raise Refuted(f"O wins at {x:b}, {o | reply:b}")
            self._attack(x, o | reply, must, within - 1)

    def _completing(self, own: int, other: int, last: int) -> int:
        """Return the cells where the side that just made its last mark threatens to complete a line."""
        found = 0
        for window in self._through[last]:
            missing = window & ~own
            if not window & other and missing.bit_count() == 1:
                found |= missing
        return found
