"""Boards for the tests."""

from engine.board import Board
from engine.rules import Cell, Rules


def played(rules: Rules, *cells: tuple[int, int]) -> Board:
    """Return the board after these plies."""
    board = Board(rules)
    for cell in cells:
        board.push(Cell(*cell))
    return board
