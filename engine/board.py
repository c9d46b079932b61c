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
from copy import deepcopy
from itertools import chain, compress, zip_longest
from random import Random
from typing import Self, cast

from engine.cells import LegalMoves, Plies, cell_at, check_part
from engine.geometry import images, transformations
from engine.rules import Cell, IllegalMove, Mark, Outcome, Rules, check_type
from engine.svg import SIDE, picture
from engine.text import draw
from engine.winning import WinningPlaces, live_window

_GUARD = b"\x03"
_IS_EMPTY = bytes.maketrans(b"\0\1\2\3", b"\1\0\0\0")
_CLEAR = bytes.maketrans(b"\1\2", b"\0\0")
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
    __slots__ = ("_cells", "_earliest_end", "_is_dead", "_live_window", "_m", "_n", "_plies", "_run", "_steps",
                 "_width", "_winning_places", "rules")
    # fmt: on

    def __init__(self, rules: Rules) -> None:
        check_type(rules, Rules)
        self.rules = rules
        m, n, k = rules.m, rules.n, rules.k
        self._m, self._n = m, n
        width = self._width = n + 1
        self._cells = bytearray((bytes(n) + _GUARD) * m + _GUARD * width)
        self._plies: list[int] = []  # places: indices of _cells
        self._run: list[range] = []  # the places of the complete line, if there is one
        self._winning_places: WinningPlaces | None = None  # computed when first needed
        self._live_window: tuple[Mark, range] | None = None  # the side that can fill it, and its places; set by is_dead
        self._is_dead = False  # cached by is_dead
        self._steps = (width - 1, width + 1, width, 1)  # from cell to cell, in both diagonals, columns and rows
        self._earliest_end = 2 * k - 2 or 1  # plies before the first mark that can complete a line

    @classmethod
    def replay(cls, rules: Rules, plies: Iterable[Cell]) -> Self:
        """Return the board after these plies.

        Raises IllegalMove: a ply is off the board, on a taken cell, or after the end of the game.
        """
        board = cls(rules)
        for ply in plies:
            board.push(ply)
        return board

    @classmethod
    def setup(cls, rules: Rules, x: Iterable[Cell], o: Iterable[Cell]) -> Self:
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
    def _until_over(cls, rules: Rules, sides: tuple[list[Cell], list[Cell]]) -> Self:
        """Return the board after alternate marks of both sides, up to the end of the game."""
        board = cls(rules)
        for cell in chain.from_iterable(zip_longest(*sides)):
            if cell is not None and not board.is_over:
                board.push(cell)
        return board

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the board that a text describes, in the format of to_text.

        The plies alternate between X and O, each in row order.

        >>> print(Board.from_text("xo./.x./... 3"))
            0 1 2
         0  X O .
         1  .[X].
         2  . . .

        Raises ValueError: the text isn't in that format, or no game leads to the position.
        """
        check_type(text, str)
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

    def symmetries(self) -> list[Self]:
        """Return the game under each symmetry of the board, itself included: 8 boards if m equals n, else 4."""
        return [self._image(*numbers) for numbers in transformations(self._m, self._n, self._width)]

    def _image(self, start: int, down: int, right: int) -> Self:
        """Return a copy with each cell (row, col) moved to the place start + row * down + col * right."""
        board, width = self.copy(), self._width
        cells, plies = board._cells, board._plies
        cells[:] = cells.translate(_CLEAR)
        plies[:] = [start + place // width * down + place % width * right for place in plies]
        board._winning_places = board._live_window = None
        for ply, place in enumerate(plies):
            cells[place] = 1 + (ply & 1)
        if plies:  # only the last one can complete a line
            Board.push(board, Board.pop(board))
        return board

    def canonical(self) -> tuple[Rules, bytes]:
        """Return a hashable key that the board shares with all its symmetries, and with no other board.

        It has the smallest cells of these boards. Cost: O(m * n) time, little on boards of up to 256 cells.
        """
        cells = self.cells
        if len(cells) > 256:
            return self.rules, min(image.cells for image in self.symmetries())
        table = cells.ljust(256)  # image.translate(table) looks up the cell at each place of the image
        return self.rules, min([image.translate(table) for image in images(self._m, self._n)])

    def svg(self, *, cell: int = SIDE) -> str:
        """Return the board as an SVG document. Jupyter notebooks display a board this way.

        cell is the side of one cell in pixels.
        """
        return picture(self, cell=cell)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    def __str__(self) -> str:
        return draw(self)

    def copy(self) -> Self:
        """Return an independent copy with the attributes of a subclass. Cost: O(m * n) time, a pointer per ply."""
        board = object.__new__(type(self))  # most of a copy's time would go to __init__
        if type(self) is not Board:
            for name, value in self._own_attributes().items():
                object.__setattr__(board, name, value)
        board.rules = self.rules
        board._m, board._n, board._width = self._m, self._n, self._width
        board._steps, board._earliest_end = self._steps, self._earliest_end
        cells = board._cells = self._cells[:]
        plies = board._plies = self._plies[:]
        board._run = self._run[:]
        board._winning_places = self._winning_places and self._winning_places.copy(cells, plies)
        board._live_window, board._is_dead = self._live_window, self._is_dead
        return board

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        memo[id(self)] = board = self.copy()
        for name, value in self._own_attributes().items():
            object.__setattr__(board, name, deepcopy(value, memo))
        return board

    def _own_attributes(self) -> dict[str, object]:
        """Return the attributes that a subclass added."""
        in_dict, in_slots = cast("tuple[dict[str, object] | None, dict[str, object]]", object.__getstate__(self))
        return {name: value for name, value in {**(in_dict or {}), **in_slots}.items() if name not in Board.__slots__}

    def __eq__(self, other: object) -> bool:
        """Return whether other is a board with the same rules and marks. The order of the moves doesn't matter."""
        return self.key == other.key if isinstance(other, Board) else NotImplemented

    __hash__ = None  # pyright: ignore[reportAssignmentType, reportUnannotatedClassAttribute] - a board changes

    @property
    def key(self) -> tuple[Rules, bytes]:
        """A hashable key of the position. Equal boards have equal keys."""
        return self.rules, bytes(self._cells)

    @property
    def cells(self) -> bytes:
        """All cells in row order, one byte per cell: 0 (empty), 1 (X) or 2 (O). Cost: O(m * n) time."""
        return bytes(self._cells.translate(None, _GUARD))

    def push(self, cell: tuple[int, int]) -> None:  # in one piece: split into functions it is half as fast
        """Set the mark of the side to move on cell and pass the turn.

        cell is (row, col), 0 <= row < m from the top, 0 <= col < n from the left. Cost: O(k) time for any
        board size. An illegal move changes nothing.

        Raises IllegalMove: the cell is off the board or taken, or the game is over.
        Raises TypeError: cell isn't a row and a column.
        """
        cells = self._cells
        try:
            row, col = cell[0], cell[1]  # faster than unpacking a NamedTuple
            place = row * self._width + col  # behind the last row are guards, then nothing
            if cells[place] or row < 0 or col < 0 or col >= self._n or self._run or len(cell) != 2:
                raise self._refusal(cell)
        except (TypeError, LookupError):
            raise self._refusal(cell) from None
        plies = self._plies
        before = len(plies)
        mark = 1 + (before & 1)
        if before >= self._earliest_end:
            for step in self._steps:
                ahead = place + step
                if cells[ahead] == mark or cells[place - step] == mark:
                    while cells[ahead] == mark:
                        ahead += step
                    behind = place - step
                    while cells[behind] == mark:
                        behind -= step
                    if ahead - behind > self.rules.k * step:
                        self._run[:] = (range(behind + step, ahead, step),)
                        break
        elif self.rules.k == 1:
            self._run[:] = (range(place, place + 1),)
        cells[place] = mark
        plies.append(place)  # last, so that Ctrl-C can't separate the three changes: it waits for a call or a loop

    def _refusal(self, cell: tuple[int, int]) -> Exception:
        """Return the error that says why a move is not legal."""
        try:
            row, col = divmod(self.rules.index(cell), self._n)
        except IndexError as error:
            return IllegalMove(f"{error}")
        except TypeError as error:
            return error
        return IllegalMove("the game is over" if self.is_over else f"({row}, {col}) is taken")

    def pop(self) -> Cell:
        """Take back the last ply and return its cell. A finished game becomes unfinished. Cost: O(1) time.

        Raises IndexError: the board is empty.
        """
        plies = self._plies
        place = plies[-1]
        cell = Cell(*divmod(place, self._width))
        if self._winning_places:
            self._winning_places.before_pop(place)
        self._is_dead = False  # no call but the last from here on: see push
        if self._run:
            del self._run[:]
        self._cells[place] = 0
        plies.pop()
        return cell

    def playout(self, random: Random, plies: int | None = None) -> Mark | None:
        """Play random legal moves to the end of the game, or this number of plies, and return the winner, if any.

        Each legal move is equally likely. board.copy().playout(random) leaves the board as it is. Cost: O(m * n) time,
        then O(k) time per ply.

        >>> board = Board(Rules(m=3, n=3, k=3))
        >>> board.playout(Random(1)), board.is_over
        (<Mark.O: 2>, True)
        """
        check_type(random, Random)
        cells, made, next_random = self._cells, self._plies, random.random
        empty = [*compress(range(len(cells)), cells.translate(_IS_EMPTY))]
        left = len(empty)
        stop = 0 if plies is None else max(0, left - plies)
        push = None if type(self).push is Board.push else self.push  # a subclass may do more
        while left > stop and not self._run:
            index = int(next_random() * left)
            left -= 1
            place, empty[index] = empty[index], empty[left]
            if push:
                push(cell_at(place, self._width))
                continue
            mark = 1 + (len(made) & 1)  # from here on as in push, whose checks would take a third of the time
            if len(made) >= self._earliest_end:
                for step in self._steps:
                    ahead = place + step
                    if cells[ahead] == mark or cells[place - step] == mark:
                        while cells[ahead] == mark:
                            ahead += step
                        behind = place - step
                        while cells[behind] == mark:
                            behind -= step
                        if ahead - behind > self.rules.k * step:
                            self._run[:] = (range(behind + step, ahead, step),)
                            break
            elif self.rules.k == 1:
                self._run[:] = (range(place, place + 1),)
            cells[place] = mark
            made.append(place)
        return self.turn.other if self._run else None

    def peek(self) -> Cell:
        """Return the cell of the last ply.

        Raises IndexError: the board is empty.
        """
        return cell_at(self._plies[-1], self._width)

    @property
    def last(self) -> Cell | None:
        """The cell of the last ply, or None on an empty board."""
        return self.peek() if self._plies else None

    def __getitem__(self, cell: tuple[int, int]) -> Mark | None:
        """Return the mark on a cell, or None if the cell is empty.

        Raises IndexError: the cell is off the board.
        Raises TypeError: cell isn't a row and a column.
        """
        index = self.rules.index(cell)
        return _MARKS[self._cells[index + index // self._n]]

    __iter__ = None  # or list(board) would try board[0]

    def row(self, index: int) -> bytes:
        """Return a row from the left, one byte per cell: 0 (empty), 1 (X) or 2 (O). Cost: O(n) time."""
        if index not in range(self._m):
            raise IndexError(f"row {index!r} is off the board of {self._m} rows")
        start = index * self._width
        return bytes(self._cells[start : start + self.rules.n])

    def rows(self, rows: range) -> bytes:
        """Return consecutive rows in the format of row, each followed by a byte 3. Cost: O(n) time per row."""
        check_part(rows, self._m)
        return bytes(self._cells[rows.start * self._width : rows.stop * self._width])

    @property
    def turn(self) -> Mark:
        """The side to move. In a finished game, the side that didn't make the last move."""
        return Mark.O if len(self._plies) & 1 else Mark.X

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._run) or len(self._plies) == self._m * self._n

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._run:
            return Outcome(self.turn.other, tuple(cell_at(place, self._width) for place in self._run[0]))
        return Outcome(None) if self.is_over else None

    @property
    def plies(self) -> Plies:
        """The cells marked so far, in order, as a view that changes with the board."""
        return Plies(self._plies, self._width)

    @property
    def legal_moves(self) -> LegalMoves:
        """The empty cells, in row order, none once the game is over, as a view that changes with the board."""
        return LegalMoves(self._cells, self._width, self._plies, self._run)

    def winning_moves(self, mark: Mark) -> list[Cell]:
        """Return the empty cells that would complete a line for mark, in row order. It need not be that side's turn.

        Cost: same as all_winning_moves.

        Raises ValueError: mark is not a Mark.
        """
        return self.all_winning_moves()[Mark(mark) - 1]

    def all_winning_moves(self) -> tuple[list[Cell], list[Cell]]:
        """Return the winning moves of X and of O. There are none once the game is over.

        Cost: O(k) time if the last call was one or two plies ago. Otherwise one pass over the board: O(log k)
        operations on integers of the board's size.
        """
        if self._run:
            return [], []
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
