"""Views of a board: the plies, the legal moves, and what a drawing reads. No cells are copied."""

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol, cast, overload

from engine.rules import Cell, Mark, Outcome, Rules

_SHORT = 256  # places, below which replace() is faster than more bisection


def cell_at(place: int, width: int) -> Cell:
    """Return the cell of a place, an index of the board's bytearray with width bytes per row."""
    return Cell(*divmod(place, width))


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


class Plies(Sequence[Cell]):
    """The cells marked so far, in order."""

    def __init__(self, places: list[int], width: int) -> None:
        self._places = places
        self._width = width

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Cell, ...]: ...
    def __getitem__(self, index: int | slice) -> Cell | tuple[Cell, ...]:
        if isinstance(index, slice):
            return tuple(cell_at(place, self._width) for place in self._places[index])
        return cell_at(self._places[index], self._width)


class LegalMoves(Collection[Cell]):
    """The empty cells, in row order. len() takes O(1) time, and indexing bisects, so random.choice is fast."""

    def __init__(self, cells: bytearray, width: int, places: list[int]) -> None:
        self._cells = cells
        self._width = width
        self._places = places  # of the taken cells

    def __len__(self) -> int:
        m, n = len(self._cells) // self._width - 1, self._width - 1
        return m * n - len(self._places)

    def __getitem__(self, index: int) -> Cell:
        before = index if index >= 0 else index + len(self)
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
        if place < 0:
            raise IndexError(f"there are {len(self)} empty cells")
        return cell_at(low + place, self._width)

    def __iter__(self) -> Iterator[Cell]:
        place = self._cells.find(0)
        while place >= 0:
            yield cell_at(place, self._width)
            place = self._cells.find(0, place + 1)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple):
            return False
        row, col = cast("Cell", cell)
        place = row * self._width + col
        return 0 <= col < self._width - 1 and 0 <= place < len(self._cells) and not self._cells[place]
