"""Boards for the tests."""

from engine import Board, Cell, Rules


def played(rules: Rules, *cells: tuple[int, int]) -> Board:
    """Return the board after these plies."""
    board = Board(rules)
    for cell in cells:
        board.push(Cell(*cell))
    return board
