"""What a search sees of a board: all of a small one, of a large one the part round the latest marks."""

from typing import NamedTuple

from engine.board import Board
from engine.lanes import Kind, Lanes
from engine.rules import Cell, Mark, Rules

SIDE = 24  # as much as a search sees in each direction: beyond it, lanes cost more than far cells are worth


class View(NamedTuple):
    """A rectangle of a board, with its marks in the order they were made; a place in it is row * n + col."""

    rules: Rules
    corner: Cell
    marks: tuple[tuple[int, Mark], ...]
    turn: Mark
    is_whole: bool

    def cell(self, place: int) -> Cell:
        """Return the cell of the board at a place in view."""
        row, col = divmod(place, self.rules.n)
        return Cell(row + self.corner.row, col + self.corner.col)

    def lanes(self, kind: Kind, first: Mark = Mark.X) -> Lanes:
        """Return the position as lanes in which first is side 1."""
        lanes = Lanes(self.rules, kind)
        for place, mark in self.marks:
            lanes.turn = 1 if mark is first else 2
            lanes.make(place)
        lanes.turn = 1 if self.turn is first else 2
        return lanes


def view(board: Board) -> View:
    """Return the part of the board that a search should see."""
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    rules = Rules(min(m, SIDE), min(n, SIDE), k)
    plies = list(board.plies)
    room = SIDE - 2 * min(k - 1, SIDE // 3)  # for marks, so that what their lines can reach is in view as well
    corner = Cell(_start([row for row, _ in plies], m, room), _start([col for _, col in plies], n, room))
    marks: list[tuple[int, Mark]] = []
    for ply, (row, col) in enumerate(plies):
        down, right = row - corner.row, col - corner.col
        if 0 <= down < rules.m and 0 <= right < rules.n:
            marks.append((down * rules.n + right, Mark.O if ply % 2 else Mark.X))
    return View(rules, corner, tuple(marks), board.turn, is_whole=(rules.m, rules.n) == (m, n))


def _start(coordinates: list[int], length: int, room: int) -> int:
    """Return where the view begins in one direction, so that it holds the latest marks and lies on the board."""
    low = high = coordinates[-1] if coordinates else length // 2
    for coordinate in reversed(coordinates):
        if max(high, coordinate) - min(low, coordinate) >= room:
            break
        low, high = min(low, coordinate), max(high, coordinate)
    return max(0, min((low + high) // 2 - SIDE // 2, length - SIDE))
