"""The board as text, character for character."""

import pytest

from engine import Board, Cell, Rules
from engine.text import Style, draw
from tests.engine.boards import played


def text(lines: str) -> str:
    """Remove the indent of the source from a drawing."""
    return "\n".join(line[8:] for line in lines.splitlines()[1:-1])


def test_a_diagonal_win_is_marked_in_every_row() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (0, 1), (2, 2), (1, 2), (1, 1))
    assert draw(board) == text("""
            0 1 2
         0 *X*o .
         1  .[X]o
         2  . .*X*
        """)


def test_brackets_mark_the_last_move_inside_a_winning_line() -> None:
    board = played(Rules(2, 4, 3), (1, 0), (0, 0), (1, 1), (0, 3), (1, 3), (0, 1), (1, 2))
    assert draw(board) == text("""
            0 1 2 3
         0  o o . o
         1 *X*X[X]X*
        """)


def test_a_drawn_board_keeps_its_capitals() -> None:
    board = played(Rules(1, 2, 2), (0, 1), (0, 0))
    assert draw(board) == text("""
            0 1
         0 [O]X
        """)
    assert draw(board, style=Style.COMPACT) == text("""
           01
         0 Ox
        """)


def test_the_compact_style_has_one_character_per_cell() -> None:
    board = played(Rules(2, 12, 2), (0, 0), (1, 0), (0, 11))
    assert draw(board, style=Style.COMPACT) == text("""
                     11
           012345678901
         0 x..........X
         1 o...........
        """)


def test_the_compact_style_capitalizes_a_winning_line() -> None:
    board = played(Rules(2, 4, 3), (0, 0), (1, 0), (0, 2), (1, 1), (0, 1))
    assert draw(board, style=Style.COMPACT) == text("""
           0123
         0 X#X.
         1 oo..
        """)
    board = played(Rules(2, 3, 2), (0, 0), (1, 2), (0, 2), (1, 1))
    assert draw(board, style=Style.COMPACT) == text("""
           012
         0 x.x
         1 .@O
        """)


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("sides", [(1, 1), (2, 100), (100, 2), (101, 101), (9, 10), (10, 11)])
def test_row_and_column_numbers_align_with_the_cells(sides: tuple[int, int], style: Style) -> None:
    m, n = sides
    board = Board(Rules(m, n, 3))
    board.push(Cell(m - 1, n - 1))
    lines = draw(board, style=style).splitlines()
    assert all(line == line.rstrip() for line in lines)
    *head, first = lines[: len(str(n - 1)) + 1]
    mark = lines[-1].upper().rindex("X")
    assert int("".join(line[mark] for line in head)) == n - 1
    assert lines[-1].split()[0] == str(m - 1)
    assert first.split()[0] == "0"


def test_a_window_keeps_the_numbers_of_the_whole_board() -> None:
    board = played(Rules(100, 100, 3), (50, 98), (0, 0), (51, 98), (0, 1), (52, 98))
    assert draw(board, rows=range(50, 54), cols=range(96, 100)) == text("""
            9 9 9 9
            6 7 8 9
        50  . .*X*.
        51  . .*X*.
        52  . .[X].
        53  . . . .
        """)
    assert draw(board, rows=range(2), cols=range(3), style=Style.COMPACT) == text("""
           012
         0 oo.
         1 ...
        """)
