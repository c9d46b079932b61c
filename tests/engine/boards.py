"""Boards for the tests."""

from engine import Board, Cell, Rules


def played(rules: Rules, *cells: tuple[int, int]) -> Board:
    """Return the board after these plies."""
    board = Board(rules)
    for cell in cells:
        board.push(Cell(*cell))
    return board


def read(text: str) -> Cell | None:
    """Return the cell that a text names, None where it names none."""
    try:
        return Cell.from_text(text)
    except ValueError:
        return None
