"""The cells of a board as sequences: views, nothing is copied."""

from collections.abc import Collection, Iterator, Sequence
from typing import cast, overload

from engine.rules import Cell


def cell_at(place: int, width: int) -> Cell:
    """Return the cell of a place in the board's bytearray, whose rows are width bytes with one row of guards above."""
    row, col = divmod(place, width)
    return Cell(row - 1, col - 1)


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
    """The empty cells, in row order. len() is O(1); an index is found by counting halves, so random.choice is quick."""

    def __init__(self, cells: bytearray, width: int, count: int) -> None:
        self._cells = cells
        self._width = width
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Cell:
        if not -self._count <= index < self._count:
            raise IndexError(f"there are {self._count} empty cells")
        before = index % self._count
        low, high = 0, len(self._cells)
        while high - low > 1:
            middle = (low + high) // 2
            count = self._cells.count(0, low, middle)
            if before < count:
                high = middle
            else:
                before -= count
                low = middle
        return cell_at(low, self._width)

    def __iter__(self) -> Iterator[Cell]:
        place = self._cells.find(0)
        while place >= 0:
            yield cell_at(place, self._width)
            place = self._cells.find(0, place + 1)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, tuple):
            return False
        row, col = cast("Cell", cell)
        place = (row + 1) * self._width + col + 1
        return 0 <= col < self._width - 1 and 0 <= place < len(self._cells) and not self._cells[place]
