"""Cells and positions as text, Board.setup, symmetries and SVG."""

import re
import timeit
from random import Random
from time import process_time
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Board, Cell, IllegalMove, Mark, Rules
from tests.engine.boards import played, random_board


def read(text: str) -> Cell | None:
    """Return the cell that a text names, or None."""
    try:
        return Cell.from_text(text)
    except ValueError:
        return None


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_cell_survives_writing_and_reading(row: int, col: int) -> None:
    cell = Cell(row, col)
    assert Cell.from_text(cell.to_text()) == Cell.from_text(f"{row},{col}") == cell


@pytest.mark.parametrize(
    ("cell", "texts"),
    [
        (Cell(0, 0), ["a1"]), (Cell(2, 1), ["b3", "B3"]), (Cell(0, 25), [" z1 "]), (Cell(11, 26), ["aa12"]),
        (Cell(3, 4), ["3 4", "3,4", "(3, 4)", " 3  4 ", "3;4", "(3,4)", "3, 4", "03 04", "[3, 4]", "[3,4]", "3-4"]),
        (Cell(3, 4), ["3 - 4", "3– 4", "3.4", "3/4", "3:4", "3x4", "3X4", "3 x 4", "3×4", "r3 c4", "R3C4"]),
        (Cell(3, 4), ["row 3, col 4", "Row 3 Column 4", "３ ４", "（３，４）", "３、４", "３ｘ４"]),
        (Cell(3, 4), ["ｒ３ ｃ４", "٣ ٤", "٣، ٤", "३ ४", "3\u30004"]),
        (Cell(-1, 5), ["-1 5", "-1,5"]), (Cell(3, -4), ["3 -4", "3--4"]),
    ],
)  # fmt: skip
def test_a_cell_can_be_written_in_many_ways(cell: Cell, texts: list[str]) -> None:
    assert [Cell.from_text(text) for text in texts] == [cell] * len(texts)


@pytest.mark.parametrize(
    "text",
    [
        "", "b", "3", "b0", "3b", "b03", "b3 c4", "1,2,3", "b-3", "é1", "-0 1", "34", "3 4 5", "a 4", "3.0 4", "3 4)x",
        "9999999999 1", "-0 -0", "0 -0", "c4 r3", "³ ⁴", "½", "1,,2", "a b", "1 " + "9" * 5000,
    ],
)  # fmt: skip
def test_text_that_names_no_cell_raises_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=f"expected a cell.*{re.escape(repr(text))}"):
        Cell.from_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "{0}-{0}1", "1{0}-{0}x", "r{0}1{0},{0}c{0}1{0}x", " {0} ", "{0}1{0}", "{0}1{0}{0}x", "({0}1{0},{0}1{0}",
        "{0}1{0},{0}1{0})){0}",
    ],
)  # fmt: skip
def test_reading_a_cell_takes_linear_time(text: str) -> None:
    """Sixteen times the text takes less than 64 times the processor time; with a quadratic reader, 256 times."""

    def seconds(spaces: int) -> float:
        typed = text.format(" " * spaces)
        return min(timeit.repeat(lambda: read(typed), timer=process_time, number=20, repeat=7))

    assert seconds(8_000) < 64 * seconds(500)


@given(st.text(max_size=30) | st.text(" 0123456789-,;()", max_size=30))
def test_reading_a_cell_survives_any_text(text: str) -> None:
    cell = read(text)
    assert cell is None or all(isinstance(number, int) for number in cell)


def test_a_position_survives_writing_and_reading() -> None:
    for seed in range(60):
        random = Random(seed)
        rules = Rules(random.randint(1, 6), random.randint(1, 6), random.randint(1, 5))
        board = random_board(random, rules, random.randint(0, 36))
        again = Board.from_text(board.to_text())
        assert again == board, seed
        assert repr(board) == f"Board.from_text({board.to_text()!r})"
        assert again.turn is board.turn, seed
        assert (again.outcome and again.outcome.winner) == (board.outcome and board.outcome.winner), seed
        assert sorted(again.plies[::2]) == sorted(board.plies[::2]), seed


@pytest.mark.parametrize(
    "text",
    [
        "", "3", "... ", "./.. 3", "/ 3", "x.. 0", "x.. -1", "x.. 1.5", "abc 3", "x..3", "o.. 3", "xx. 3", "x.. 3 x",
        "../ 3",
    ],
)  # fmt: skip
def test_text_that_is_not_a_position_raises_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a board|X must have"):
        Board.from_text(text)


def test_reading_a_position_ignores_case_and_outer_spaces() -> None:
    assert Board.from_text(" X.O/... 3\n") == played(Rules(2, 3, 3), (0, 0), (0, 2))


def test_setup_keeps_the_order_of_the_marks() -> None:
    board = Board.setup(Rules(3, 3, 3), [Cell(2, 2), Cell(0, 0)], [Cell(1, 1)])
    assert list(board.plies) == [(2, 2), (1, 1), (0, 0)]
    assert board.turn is Mark.O


def test_setup_completes_a_line_with_the_last_ply() -> None:
    x, o = [Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(2, 0)], [Cell(1, 0), Cell(1, 1), Cell(2, 2)]
    board = Board.setup(Rules(3, 3, 3), x, o)
    assert board.outcome
    assert board.outcome.line == (Cell(0, 0), Cell(0, 1), Cell(0, 2))
    assert board.pop() in board.winning_moves(Mark.X)
    assert x == [Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(2, 0)]


def test_two_lines_that_share_a_mark_can_be_set_up() -> None:
    board = Board.from_text("xxx/xoo/xoo 3")
    assert board.outcome
    assert board.peek() == Cell(0, 0)


@pytest.mark.parametrize(
    "text", ["xxx/ooo/... 3", "xxx/.../ooo 3", "xxx/.../xxx/ooo/oo. 3", "ooo/xx./x.. 2", "oo./xx. 2"]
)
def test_a_position_that_no_game_reaches_is_refused(text: str) -> None:
    with pytest.raises(IllegalMove, match="no game leads"):
        Board.from_text(text)


def test_setup_refuses_cells_that_are_taken_or_off_the_board() -> None:
    with pytest.raises(IllegalMove, match="taken"):
        Board.setup(Rules(3, 3, 3), [Cell(0, 0)], [Cell(0, 0)])
    with pytest.raises(IllegalMove, match="off the board"):
        Board.setup(Rules(3, 3, 3), [Cell(0, 3)], [])


@pytest.mark.parametrize(("rules", "count"), [(Rules(4, 4, 3), 8), (Rules(3, 5, 3), 4)])
def test_a_board_has_one_image_for_each_symmetry(rules: Rules, count: int) -> None:
    board = random_board(Random(1), rules, 7)
    images = board.symmetries()
    assert images[0] == board
    assert list(images[0].plies) == list(board.plies)
    assert len({image.key for image in images}) == count
    for image in images:
        assert {each.key for each in image.symmetries()} == {each.key for each in images}
        assert len(image.winning_moves(Mark.X)) == len(board.winning_moves(Mark.X))


def test_the_svg_shows_grid_marks_last_ply_and_line() -> None:
    board = played(Rules(3, 4, 3), (0, 0), (1, 1), (0, 1))
    root = ElementTree.fromstring(board.svg())  # noqa: S314 - our own
    paths = [path.get("d", "") for path in root.findall(".//{*}path")]
    assert [path.count("M") for path in paths] == [4 + 5, 2, 1]  # lines of the grid, marks of X, marks of O
    assert len(root.findall(".//{*}text")) == 3 + 4
    assert [title.text for title in root.findall(".//{*}title")] == ["3 by 4, 3 in a row: 3 plies, O to move"]
    assert len(root.findall(".//{*}rect")) == 1 + 1
    for cell in (Cell(2, 2), Cell(0, 2)):
        board.push(cell)
    root = ElementTree.fromstring(board._repr_svg_())  # noqa: S314 - what Jupyter calls
    assert len(root.findall(".//{*}rect")) == 1 + 3
    assert [title.text for title in root.findall(".//{*}title")] == ["3 by 4, 3 in a row: 5 plies, X won"]


def test_the_svg_scales_with_the_size_of_a_cell() -> None:
    small, large = (ElementTree.fromstring(Board(Rules(9, 9, 5)).svg(cell=side)) for side in (16, 64))  # noqa: S314
    assert float(large.get("width", 0)) == 4 * float(small.get("width", 0))
    assert large.get("viewBox") == small.get("viewBox")
