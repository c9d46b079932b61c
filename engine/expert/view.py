"""What a search sees of a board: all of a small one, of a large one the part round the latest marks."""

from typing import NamedTuple

from engine.board import Board
from engine.expert.position import Kind, Position
from engine.rules import Cell, Mark, Rules

SIDE = 24  # as much as a search sees in each direction: beyond it, a mark costs more time than far cells are worth

LATEST = 8  # marks round which to look on a large board


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

    def holds(self, cell: Cell) -> bool:
        """Return whether the cell is in view."""
        row, col = cell.row - self.corner.row, cell.col - self.corner.col
        return 0 <= row < self.rules.m and 0 <= col < self.rules.n

    def position(self, kind: Kind, first: Mark = Mark.X) -> Position:
        """Return the position in which first is side 1."""
        position = Position(self.rules, kind)
        for place, mark in self.marks:
            position.turn = 1 if mark is first else 2
            position.make(place)
        position.turn = 1 if self.turn is first else 2
        return position


def view(board: Board) -> View:
    """Return all of a small board; of a large one, of the parts round the latest marks, that where most is at stake."""
    m, n = board.rules.m, board.rules.n
    plies = list(board.plies)
    if max(m, n) <= SIDE or not plies:
        return _round(plies, Cell(m // 2, n // 2), board)
    views: list[View] = []
    for cell in reversed(plies[-LATEST:]):
        if not any(seen.holds(cell) for seen in views):
            views.append(_round(plies, cell, board))
    return max(views, key=_stake)


def _stake(seen: View) -> int:
    position = seen.position(Kind.PLAY, seen.turn)
    return max(position.lanes(2 * position.live[1] + position.live[2]))  # to win is better than to hinder


def _round(plies: list[Cell], middle: Cell, board: Board) -> View:
    """Return the view round a cell, moved so that as many of the latest marks as possible are well inside."""
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    rules = Rules(min(m, SIDE), min(n, SIDE), k)
    room = SIDE - 2 * min(k - 1, SIDE // 3)  # for marks, so that what their lines can reach is in view as well
    corner = Cell(
        _start([row for row, _ in plies], middle.row, m, room), _start([col for _, col in plies], middle.col, n, room)
    )
    marks: list[tuple[int, Mark]] = []
    for ply, (row, col) in enumerate(plies):
        down, right = row - corner.row, col - corner.col
        if 0 <= down < rules.m and 0 <= right < rules.n:
            marks.append((down * rules.n + right, Mark.O if ply % 2 else Mark.X))
    return View(rules, corner, tuple(marks), board.turn, is_whole=(rules.m, rules.n) == (m, n))


def _start(coordinates: list[int], middle: int, length: int, room: int) -> int:
    """Return where the view begins in one direction, so that it holds the latest marks and lies on the board."""
    low = high = middle
    for coordinate in reversed(coordinates):
        if max(high, coordinate) - min(low, coordinate) >= room:
            break
        low, high = min(low, coordinate), max(high, coordinate)
    return max(0, min((low + high) // 2 - SIDE // 2, length - SIDE))
