"""The board: marks set and taken back, a win seen from the last mark.

Why it is built so. All cells lie in one bytearray, row after row, so that a step in any of the four directions is one
addition. Every row ends in a guard byte that is nobody's mark, and a row of guards lies above and below: a walk along
a line stops at the edge by itself. One guard a row is enough, since the one that ends a row also stands before the
next.

    m = 2, n = 3:   # # # # #
                      . . . #
                      . . . #
                      # # # #
"""

from collections.abc import Sequence

from engine.cells import LegalMoves, Plies, cell_at
from engine.rules import Cell, IllegalMove, Mark, Outcome, Rules
from engine.windows import Watch, Windows, completing

_GUARD = b"\x03"
LONG = 32  # a run of that many marks is measured as a slice, a shorter one walked: faster from about there on
_MARKS = (None, Mark.X, Mark.O)


class Board:
    """A game in progress: one byte a cell, one int a ply.

    >>> board = Board(Rules(m=3, n=3, k=3))
    >>> board.push(Cell(1, 1))
    >>> board[Cell(1, 1)], board.turn, len(board.legal_moves)
    (<Mark.X: 1>, <Mark.O: 2>, 8)
    >>> board.pop()
    Cell(row=1, col=1)
    """

    # fmt: off
    __slots__ = ("_alive", "_cells", "_is_over", "_last", "_line", "_lines", "_long", "_m", "_n",
                 "_plies", "_quiet", "_watched_from", "_watches", "_width", "rules")
    # fmt: on

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        m, n, k = rules.m, rules.n, rules.k
        self._m, self._n = m, n
        width = self._width = n + 1
        self._cells = bytearray(_GUARD * (width + 1) + (bytes(n) + _GUARD) * m + _GUARD * width)
        self._plies: list[int] = []
        self._is_over = False
        self._line: range | None = None  # the places of the winning run
        self._watches: tuple[()] | tuple[Watch, Watch] = ()
        self._watched_from = 0  # plies
        # Along a row, a column and both diagonals: the step, and the length in steps of a run worth a closer look.
        alarm = min(k, LONG)
        self._lines = ((1, alarm), (width, alarm * width), (width + 1, alarm * width + alarm), (n, alarm * n))
        self._long = False  # has there been a long run? Then it is likely to be met again
        self._quiet = 2 * k - 2 if k <= max(m, n) else m * n  # no line can be complete before that many plies are over
        self._alive = 2 * max(m * (n // k), n * (m // k))  # plies to put both marks into so many separate windows
        self._last = 1 if k == 1 else m * n  # the ply that ends the game whatever it completes

    @classmethod
    def replay(cls, rules: Rules, plies: Sequence[Cell]) -> "Board":
        """Return the board of a game that was played: all plies but the last are taken as they are.

        Cost: a quarter of pushing them one by one.

        Raises
        ------
        IllegalMove
            The last cell is off the board or taken.
        """
        board = cls(rules)
        cells, width, mark = board._cells, board._width, 1
        for row, col in plies[:-1]:
            place = (row + 1) * width + col + 1
            cells[place] = mark
            mark = 3 - mark
            board._plies.append(place)
        for last in plies[-1:]:
            board.push(last)
        return board

    def push(self, cell: Cell) -> None:  # noqa: C901, PLR0912 - calls would make it half as fast, see benchmarks/engine.py
        """Set the mark of the side to move on cell and pass the turn.

        Shapes: cell is (row, col), 0 <= row < m from the top, 0 <= col < n from the left. Cost: O(k) time, whatever
        the size of the board. Refused, it changes nothing.

        Raises
        ------
        IllegalMove
            The cell is off the board or taken, or the game is over.
        """
        row, col = cell
        if not (0 <= col < self._n and 0 <= row < self._m):
            raise IllegalMove(f"({row}, {col}) is off the board of {self._m} rows and {self._n} columns")
        cells = self._cells
        place = (row + 1) * self._width + col + 1
        if cells[place] or self._is_over:
            raise IllegalMove("the game is over" if self._is_over else f"({row}, {col}) is taken")
        plies = self._plies
        mark = 1 + (len(plies) & 1)
        cells[place] = mark
        plies.append(place)
        if len(plies) > self._quiet:
            for step, alarm in self._lines:
                ahead = place + step
                behind = place - step
                if cells[ahead] == mark or cells[behind] == mark:
                    if self._long:
                        ahead, behind = self._ends(place, step, mark)
                    else:
                        while cells[ahead] == mark:
                            ahead += step
                        while cells[behind] == mark:
                            behind -= step
                    if ahead - behind > alarm:
                        self._long_run(range(behind + step, ahead, step))
        if len(plies) == self._last:
            self._is_over = True
        if self._watches:
            watch = self._watches[2 - mark]  # the other side's
            if place in watch.window:
                watch.move_on(cells, len(plies))

    def _ends(self, place: int, step: int, mark: int) -> tuple[int, int]:
        """Return the first places ahead and behind that are not mark's, by slices; no win needs more than k."""
        cells, reach, others = self._cells, self.rules.k * step, (0, 3 - mark, 3)
        ahead, behind = place + step, place - step
        if cells[ahead] == mark:
            run = cells[place : place + reach : step] + bytes(others)
            ahead = place + min(map(run.find, others)) * step
        if cells[behind] == mark:
            run = cells[max(place - reach, place % step) : place + 1 : step]
            behind = place - (len(run) - 1 - max(map(run.rfind, others))) * step
        return ahead, behind

    def _long_run(self, run: range) -> None:
        if len(run) < self.rules.k:
            self._long = True
        else:
            self._line = run
            self._is_over = True

    def pop(self) -> Cell:
        """Take back the last ply and return its cell; a finished game is open again. Cost: O(1) time.

        Raises
        ------
        IndexError
            There is no ply to take back.
        """
        place = self._plies.pop()
        self._cells[place] = 0
        self._is_over = False
        self._line = None
        if self._watches:
            if len(self._plies) < self._watched_from:
                self._watches = ()
            for watch in self._watches:
                watch.rewind(len(self._plies))
        return cell_at(place, self._width)

    def __getitem__(self, cell: Cell) -> Mark | None:
        """Return the mark on a cell, None when it is empty.

        Raises
        ------
        IndexError
            The cell is off the board.
        """
        row, col = cell
        if not (0 <= row < self._m and 0 <= col < self._n):
            raise IndexError(f"({row}, {col}) is off the board of {self._m} rows and {self._n} columns")
        return _MARKS[self._cells[(row + 1) * self._width + col + 1]]

    def row(self, index: int) -> bytes:
        """Return the marks of a row from the left, a byte a cell: 0 empty, else the Mark. Cost: O(n) time."""
        start = (index + 1) * self._width + 1
        return bytes(self._cells[start : start + self.rules.n])

    @property
    def turn(self) -> Mark:
        """The side to move, or that would be if the game were not over."""
        return Mark.O if len(self._plies) & 1 else Mark.X

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self._is_over:
            return None
        run = self._line or (self._plies if self.rules.k == 1 else ())
        return Outcome(self.turn.other if run else None, tuple(cell_at(place, self._width) for place in run))

    @property
    def plies(self) -> Plies:
        """The cells marked so far, in order: a view that changes with the board."""
        return Plies(self._plies, self._width)

    @property
    def legal_moves(self) -> LegalMoves:
        """The empty cells, in row order: a view that changes with the board."""
        return LegalMoves(self._cells, self._width, self.rules.m * self.rules.n - len(self._plies))

    def winning_moves(self, mark: Mark) -> list[Cell]:
        """Return the empty cells that would complete a line for mark, in row order, whoever is to move.

        Cost: as all_winning_moves.
        """
        return self.all_winning_moves()[mark - 1]

    def all_winning_moves(self) -> tuple[list[Cell], list[Cell]]:
        """Return the winning moves of X and those of O.

        Cost: one pass over the board for both, O(m * n * log k) bit operations on whole-board integers, some dozens of
        cells in each step of the processor. No state is kept between calls.
        """
        x, o = completing(self._cells, self.rules.k, self._width)
        return [cell_at(place, self._width) for place in x], [cell_at(place, self._width) for place in o]

    @property
    def is_dead(self) -> bool:
        """Whether nobody can complete a line any more: every window of k cells holds both marks.

        It never ends a game; published rules end it on a full board. Cost: once asked, one window a side is watched
        from then on, O(1) a ply until it is hit, and all searches of a game together pass each window once.
        """
        if len(self._plies) < self._alive:
            return False
        if not self._watches:
            windows = Windows(self.rules)
            self._watches = (Watch(windows, Mark.X, self._cells), Watch(windows, Mark.O, self._cells))
            self._watched_from = len(self._plies)
        x, o = self._watches
        return not (x.window or o.window)
