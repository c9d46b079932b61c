"""The printing class of the published interview question, word for word."""

import io
from random import Random
from typing import Any

import pytest

from engine import IllegalMove, TicTacToe

FIRST_MOVE_AND_REPLY = """
Board:
| X |   |   |
|   |   |   |
|   |   |   |

AI (Player 2) is thinking...
AI plays at (1, 1)

Board:
| X |   |   |
|   | O |   |
|   |   |   |

"""


class Picks(Random):
    """A Random that makes the given choices."""

    def __init__(self, *cells: tuple[int, int]) -> None:
        super().__init__(0)
        self.cells = list(cells)

    def choice(self, seq: Any) -> Any:
        cell = self.cells.pop(0)
        assert cell in seq
        return next(empty for empty in seq if empty == cell)


def play(game: TicTacToe, *cells: tuple[int, int]) -> list[int]:
    return [game.move(*cell) for cell in cells]


def played(
    m: int, n: int, k: int, *cells: tuple[int, int], ai: bool = False, picks: Random | None = None
) -> tuple[list[int], str]:
    """Return the results of the moves, and the output."""
    output = io.StringIO()
    return play(TicTacToe(m, n, k, isAI=ai, random=picks, output=output), *cells), output.getvalue()


def test_the_published_output_is_printed_exactly() -> None:
    assert played(3, 3, 3, (0, 0), ai=True, picks=Picks((1, 1))) == ([0], FIRST_MOVE_AND_REPLY)


def test_the_game_prints_to_standard_output_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert TicTacToe(3, 3, 3, True).move(0, 0) == 0
    assert capsys.readouterr().out.startswith("\nBoard:\n| X |   |   |\n")


def test_the_published_game_on_3_rows_and_4_columns_is_reproduced() -> None:
    results, text = played(3, 4, 3, (0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    assert results == [0, 0, 0, 0, 1]
    assert text.endswith("| X |   |   |   |\n\nPlayer 1 won\n")


def test_the_computer_blocks_and_says_so() -> None:
    assert "AI blocks at (0, 2)\n" in played(3, 3, 3, (0, 0), (0, 1), ai=True, picks=Picks((1, 1)))[1]


def test_the_computer_wins_rather_than_blocks() -> None:
    results, text = played(3, 3, 3, (0, 0), (0, 1), (2, 2), (1, 2), ai=True, picks=Picks((1, 1)))
    assert results == [0, 0, 2, 0]
    assert "AI plays at (2, 0)\n" in text
    assert text.endswith("Player 2 won\nGame is already over!\n")


def test_filling_the_board_is_a_draw_without_a_reply() -> None:
    assert played(1, 1, 2, (0, 0), ai=True) == ([-1], "\nBoard:\n| X |\n\nDraw\n")


@pytest.mark.parametrize("cell", [(0, 0), (3, 0), (0, -1)])
def test_illegal_moves_raise_and_print_nothing(cell: tuple[int, int]) -> None:
    output = io.StringIO()
    game = TicTacToe(3, 3, 3, output=output)
    game.move(0, 0)
    before = output.getvalue()
    with pytest.raises(IllegalMove):
        game.move(*cell)
    assert output.getvalue() == before


def test_undo_takes_back_one_move_between_people() -> None:
    game = TicTacToe(2, 2, 2, output=io.StringIO())
    assert play(game, (0, 0), (0, 1), (1, 0)) == [0, 0, 1]
    game.undo()
    assert game.move(1, 1) == 1


def test_undo_takes_back_both_moves_against_the_computer() -> None:
    output = io.StringIO()
    game = TicTacToe(3, 3, 3, isAI=True, random=Picks((1, 1), (2, 2)), output=output)
    game.move(0, 0)
    game.undo()
    assert output.getvalue().endswith("\nBoard:\n|   |   |   |\n|   |   |   |\n|   |   |   |\n\n")
    assert game.move(1, 1) == 0


def test_undo_takes_back_only_a_winning_move_without_a_reply() -> None:
    game = TicTacToe(1, 3, 1, isAI=True, output=io.StringIO())
    assert game.move(0, 0) == 1
    game.undo()
    assert game.move(0, 1) == 1


def test_undo_without_moves_raises_index_error() -> None:
    with pytest.raises(IndexError):
        TicTacToe(3, 3, 3).undo()
