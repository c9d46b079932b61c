"""Views of a board: the plies, the legal moves, and what a drawing reads. No cells are copied."""

from collections.abc import Iterator, Sequence
from operator import index
from typing import Protocol, cast, overload

from engine.rules import Cell, Mark, Outcome, Rules, check_type

_SHORT = 256  # places, below which replace() is faster than more bisection


def cell_at(place: int, width: int) -> Cell:
    """Return the cell of a place, an index of the board's bytearray with width bytes per row."""
    return Cell(*divmod(place, width))


def check_part(part: range, size: int) -> None:
    """Raise an error unless part is a range of neighboring rows or columns of a board with this many of them."""
    check_type(part, range)
    if not part or part != range(size)[part.start : part.stop]:
        raise ValueError(f"expected a part of range({size}), not {part}")


class Drawable(Protocol):
    """A board as text and svg see it, so that they don't import Board, which draws itself with them."""

    rules: Rules

    @property
    def plies(self) -> "Plies": ...
    @property
    def last(self) -> Cell | None: ...
    @property
    def turn(self) -> Mark: ...
    @property
    def outcome(self) -> Outcome | None: ...
    def rows(self, rows: range) -> bytes: ...


class _View(Sequence[Cell]):
    """A sequence of cells that equals a list or tuple of the same cells."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (_View, list, tuple)):
            return tuple(self) == tuple(cast("Sequence[object]", other))
        return NotImplemented

    __hash__ = None  # pyright: ignore[reportAssignmentType, reportUnannotatedClassAttribute] - a view changes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({list(self)})"


class Plies(_View):
    """The cells marked so far, in order."""

    __slots__ = ("_places", "_width")

    def __init__(self, places: list[int], width: int) -> None:
        self._places = places
        self._width = width

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Cell: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Cell, ...]: ...
    def __getitem__(self, at: int | slice) -> Cell | tuple[Cell, ...]:
        if isinstance(at, slice):
            return tuple(cell_at(place, self._width) for place in self._places[at])
        return cell_at(self._places[at], self._width)


class LegalMoves(_View):
    """The empty cells, in row order, none once the game is over.

    len() takes O(1) time, and indexing bisects, so random.choice is fast.
    """

    __slots__ = ("_cells", "_places", "_run", "_width")

    def __init__(self, cells: bytearray, width: int, places: list[int], run: list[range]) -> None:
        self._cells = cells
        self._width = width
        self._places = places  # of the taken cells
        self._run = run  # the complete line, if there is one

    def __len__(self) -> int:
        m, n = len(self._cells) // self._width - 1, self._width - 1
        return 0 if self._run else m * n - len(self._places)

    @overload
    def __getitem__(self, at: int) -> Cell: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Cell, ...]: ...
    def __getitem__(self, at: int | slice) -> Cell | tuple[Cell, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        before = index(at) if index(at) >= 0 else at + len(self)
        low, high = 0, len(self._cells)
        while high - low > _SHORT:
            middle = (low + high) // 2
            in_lower_half = self._cells.count(0, low, middle)
            if before < in_lower_half:
                high = middle
            else:
                before -= in_lower_half
                low = middle
        rest = self._cells[low:high].replace(b"\0", b"\1", before)  # in this copy, the empty cells before it are marked
        place = rest.find(0)
        if place < 0 or self._run:
            raise IndexError(f"there are {len(self)} legal moves")
        return cell_at(low + place, self._width)

    def __iter__(self) -> Iterator[Cell]:
        place = -1 if self._run else self._cells.find(0)
        while place >= 0:
            yield cell_at(place, self._width)
            place = self._cells.find(0, place + 1)

    def __reversed__(self) -> Iterator[Cell]:
        return reversed(tuple(self))

    def index(self, value: object, *limits: int) -> int:
        return tuple(self).index(value, *limits)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple) or self._run:
            return False
        try:
            row, col = cast("Cell", cell)
            place = row * self._width + col
            return 0 <= col < self._width - 1 and 0 <= place < len(self._cells) and not self._cells[place]
        except (TypeError, ValueError):
            return False
