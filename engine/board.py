"""The board: set marks, take them back, and detect a win from the last mark.

All cells are in one bytearray, row after row, so a step in any of the four directions is one addition. Every row ends
with a guard byte, which equals no mark, and a row of guards follows the last row. A walk along a line therefore stops
at the edge without a bounds check. The guard at the end of a row also guards the start of the next one. A place above
the first row is a negative index, which Python counts from the end: it lands in the row of guards.

    m = 2, n = 3:   . . . #
                    . . . #
                    # # # #
"""

import re
from collections.abc import Iterable
from itertools import chain, zip_longest

from engine.cells import LegalMoves, Plies, cell_at
from engine.geometry import symmetries
from engine.rules import Cell, IllegalMove, Mark, Outcome, Rules
from engine.svg import SIDE, picture
from engine.text import draw
from engine.winning import WinningPlaces, live_window

_GUARD = b"\x03"
_GLYPHS = bytes.maketrans(b"\0\1\2\3", b".xo/")
_TEXT = re.compile(r"([.xo/]+)\s+([1-9][0-9]{0,8})")
_MARKS = (None, Mark.X, Mark.O)


class Board:
    """A game in progress. Memory: one byte per cell and one int per ply.

    >>> board = Board(Rules(m=3, n=3, k=3))
    >>> board.push(Cell(1, 1))
    >>> board[Cell(1, 1)], board.turn, len(board.legal_moves)
    (<Mark.X: 1>, <Mark.O: 2>, 8)
    >>> board.pop()
    Cell(row=1, col=1)
    """

    # fmt: off
    __slots__ = ("_cells", "_earliest_end", "_is_dead", "_live_window", "_m", "_n", "_plies", "_steps", "_width",
                 "_winning_places", "_winning_run", "rules")
    # fmt: on

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        m, n, k = rules.m, rules.n, rules.k
        self._m, self._n = m, n
        width = self._width = n + 1
        self._cells = bytearray((bytes(n) + _GUARD) * m + _GUARD * width)
        self._plies: list[int] = []  # places: indices of _cells
        self._winning_run: range | None = None
        self._winning_places: WinningPlaces | None = None  # computed when first needed
        self._live_window: tuple[Mark, range] | None = None  # the side that can fill it, and its places; set by is_dead
        self._is_dead = False  # cached by is_dead
        self._steps = (1, width, width + 1, width - 1)  # from cell to cell, in rows, columns and both diagonals
        self._earliest_end = 2 * k - 2 or 1  # plies before the first mark that can complete a line

    @classmethod
    def replay(cls, rules: Rules, plies: Iterable[Cell]) -> "Board":
        """Return the board after these plies.

        Raises IllegalMove: a ply is off the board, on a taken cell, or after the end of the game.
        """
        board = cls(rules)
        for ply in plies:
            board.push(ply)
        return board

    @classmethod
    def setup(cls, rules: Rules, x: Iterable[Cell], o: Iterable[Cell]) -> "Board":
        """Return a board with these marks. X has the same number of marks as O, or one more; then it is O's turn.

        The plies alternate between X and O, each in the given order. If a line is complete, one of its marks
        becomes the last ply.

        Raises IllegalMove: a cell is off the board or given twice, or no game leads to this position.
        """
        sides = list(x), list(o)
        lead = len(sides[0]) - len(sides[1])
        if lead not in (0, 1):
            raise IllegalMove(
                f"X must have the same number of marks as O or one more, not {len(sides[0])} to {len(sides[1])}"
            )
        board, count = cls._until_over(rules, sides), len(sides[0]) + len(sides[1])
        latest = sides[1 - lead]  # only the side that moved last can have completed a line
        for last in board.outcome.line if board.outcome and len(board.plies) < count else ():
            if last in latest:
                latest.remove(last)
                latest.append(last)
                board = cls._until_over(rules, sides)
                if len(board.plies) == count:
                    break
        if len(board.plies) < count:
            raise IllegalMove("no game leads to this position: a line was complete before the last mark")
        return board

    @classmethod
    def _until_over(cls, rules: Rules, sides: tuple[list[Cell], list[Cell]]) -> "Board":
        """Return the board after alternate marks of both sides, up to the end of the game."""
        board = cls(rules)
        for cell in chain.from_iterable(zip_longest(*sides)):
            if cell and not board.is_over:
                board.push(cell)
        return board

    @classmethod
    def from_text(cls, text: str) -> "Board":
        """Return the board that a text describes, in the format of to_text.

        The plies alternate between X and O, each in row order.

        >>> print(Board.from_text("xo./.x./... 3"))
            0 1 2
         0  X O .
         1  .[X].
         2  . . .

        Raises ValueError: the text isn't in that format, or no game leads to the position.
        """
        match = _TEXT.fullmatch(text.strip().lower())
        rows = match[1].split("/") if match else []
        if not match or len(set(map(len, rows))) > 1 or not rows[0]:
            raise ValueError(f"expected a board such as x.o/.x./... 3 (rows, then k), not {text!r}")
        cells = {
            glyph: [Cell(row, col) for row, marks in enumerate(rows) for col, mark in enumerate(marks) if mark == glyph]
            for glyph in "xo"
        }
        return cls.setup(Rules(len(rows), len(rows[0]), int(match[2])), cells["x"], cells["o"])

    def to_text(self) -> str:
        """Return the position as one line: rows from the top with x, o and . (empty), then k.

        The text doesn't record the order of the moves.

        >>> Board(Rules(2, 4, 3)).to_text()
        '..../.... 3'
        """
        return f"{self._cells[: self._m * self._width - 1].translate(_GLYPHS).decode()} {self.rules.k}"

    def symmetries(self) -> list["Board"]:
        """Return the game under each symmetry of the board, itself included: 8 boards if m equals n, else 4."""
        m, n = self._m, self._n
        return [
            Board.replay(self.rules, (Cell(*divmod(image[row * n + col], n)) for row, col in self.plies))
            for image in symmetries(m, n)
        ]

    def svg(self, *, cell: int = SIDE) -> str:
        """Return the board as an SVG document. Jupyter notebooks display a board this way.

        Shapes: cell is the side of one cell in pixels.
        """
        return picture(self, cell=cell)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"Board.from_text({self.to_text()!r})"

    def __str__(self) -> str:
        return draw(self)

    def copy(self) -> "Board":
        """Return an independent copy. Cost: O(m * n) time, one byte per cell and one pointer per ply."""
        board = object.__new__(Board)  # most of a copy's time would go to __init__
        board.rules = self.rules
        board._m, board._n, board._width = self._m, self._n, self._width
        board._steps, board._earliest_end = self._steps, self._earliest_end
        cells = board._cells = self._cells[:]
        plies = board._plies = self._plies[:]
        board._winning_run = self._winning_run
        board._winning_places = self._winning_places and self._winning_places.copy(cells, plies)
        board._live_window, board._is_dead = self._live_window, self._is_dead
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> "Board":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Return whether other is a board with the same rules and marks. The order of the moves doesn't matter."""
        return self.key == other.key if isinstance(other, Board) else NotImplemented

    __hash__ = None  # pyright: ignore[reportAssignmentType, reportUnannotatedClassAttribute] - a board changes

    @property
    def key(self) -> tuple[Rules, bytes]:
        """A hashable key of the position. Equal boards have equal keys."""
        return self.rules, bytes(self._cells)

    def push(self, cell: Cell) -> None:  # in one piece: split into functions it is half as fast
        """Set the mark of the side to move on cell and pass the turn.

        Shapes: cell is (row, col), 0 <= row < m from the top, 0 <= col < n from the left. Cost: O(k) time for any
        board size. An illegal move changes nothing.

        Raises IllegalMove: the cell is off the board or taken, or the game is over.
        """
        row, col = cell[0], cell[1]  # twice as fast as unpacking a NamedTuple, 3% of a push
        if row < 0 or row >= self._m or col < 0 or col >= self._n:
            raise IllegalMove(f"({row}, {col}) is off the board of {self._m} rows and {self._n} columns")
        cells, plies = self._cells, self._plies
        place = row * self._width + col
        if cells[place] or self._winning_run:
            raise IllegalMove("the game is over" if self.is_over else f"({row}, {col}) is taken")
        before = len(plies)
        cells[place] = mark = 1 + (before & 1)
        plies.append(place)
        if before >= self._earliest_end:
            for step in self._steps:
                if cells[place + step] == mark or cells[place - step] == mark:
                    ahead = place + step
                    while cells[ahead] == mark:
                        ahead += step
                    behind = place - step
                    while cells[behind] == mark:
                        behind -= step
                    if ahead - behind > self.rules.k * step:
                        self._winning_run = range(behind + step, ahead, step)
        elif self.rules.k == 1:
            self._winning_run = range(place, place + 1)

    def pop(self) -> Cell:
        """Take back the last ply and return its cell. A finished game becomes unfinished. Cost: O(1) time.

        Raises IndexError: the board is empty.
        """
        place = self._plies.pop()
        self._cells[place] = 0
        self._is_dead = False
        self._winning_run = None
        if self._winning_places:
            self._winning_places.pop(place)
        return cell_at(place, self._width)

    def peek(self) -> Cell:
        """Return the cell of the last ply.

        Raises IndexError: the board is empty.
        """
        return cell_at(self._plies[-1], self._width)

    @property
    def last(self) -> Cell | None:
        """The cell of the last ply, or None on an empty board."""
        return self.peek() if self._plies else None

    def __getitem__(self, cell: Cell) -> Mark | None:
        """Return the mark on a cell, or None if the cell is empty.

        Raises IndexError: the cell is off the board.
        """
        row, col = cell
        if not (0 <= row < self._m and 0 <= col < self._n):
            raise IndexError(f"({row}, {col}) is off the board of {self._m} rows and {self._n} columns")
        return _MARKS[self._cells[row * self._width + col]]

    def row(self, index: int) -> bytes:
        """Return a row from the left, one byte per cell: 0 (empty), 1 (X) or 2 (O). Cost: O(n) time."""
        start = index * self._width
        return bytes(self._cells[start : start + self.rules.n])

    def rows(self, rows: range) -> bytes:
        """Return consecutive rows in the format of row, each followed by a byte 3. Cost: O(n) time per row."""
        return bytes(self._cells[rows.start * self._width : rows.stop * self._width])

    @property
    def turn(self) -> Mark:
        """The side to move. In a finished game, the side that didn't make the last move."""
        return Mark.O if len(self._plies) & 1 else Mark.X

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._winning_run is not None or len(self._plies) == self._m * self._n

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if run := self._winning_run:
            return Outcome(self.turn.other, tuple(cell_at(place, self._width) for place in run))
        return Outcome(None) if self.is_over else None

    @property
    def plies(self) -> Plies:
        """The cells marked so far, in order, as a view that changes with the board."""
        return Plies(self._plies, self._width)

    @property
    def legal_moves(self) -> LegalMoves:
        """The empty cells, in row order, as a view that changes with the board."""
        return LegalMoves(self._cells, self._width, self._plies)

    def winning_moves(self, mark: Mark) -> list[Cell]:
        """Return the empty cells that would complete a line for mark, in row order. It need not be that side's turn.

        Cost: same as all_winning_moves.

        Raises ValueError: mark is not a Mark.
        """
        return self.all_winning_moves()[Mark(mark) - 1]

    def all_winning_moves(self) -> tuple[list[Cell], list[Cell]]:
        """Return the winning moves of X and of O.

        Cost: O(k) time if the last call was one or two plies ago. Otherwise one pass over the board: O(log k)
        operations on integers of the board's size.
        """
        if self._winning_places is None:
            self._winning_places = WinningPlaces(self._cells, self._plies, self.rules.k, self._width)
        width = self._width
        x, o = self._winning_places.current()
        return [cell_at(place, width) for place in x], [cell_at(place, width) for place in o]

    @property
    def is_dead(self) -> bool:
        """Whether neither side can complete a line: every window of k cells holds both marks.

        A dead board doesn't end the game: by the published rules, only a full board is a draw. Cost: O(k) time while
        the last window found is still open, else one pass over the board, as in all_winning_moves.
        """
        if self._is_dead:
            return True
        m, n, k, plies = self._m, self._n, self.rules.k, len(self._plies)
        if plies < 2 * m * (n // k) or plies < 2 * n * (m // k):
            return False  # m * (n // k) windows are disjoint, and blocking one takes two plies
        if self._live_window:
            mark, window = self._live_window
            if mark.other not in self._cells[window.start : window.stop : window.step]:
                return False
        self._live_window = live_window(self._cells, k, self._width)
        self._is_dead = self._live_window is None
        return self._is_dead
