"""The board in words for screen readers, and descriptions of pictures."""

import re
from datetime import timedelta
from itertools import product
from random import Random

import pytest

from bot.game.clocks import Clock
from bot.game.games import Computer, Ending, Game, Level, Result
from bot.messages.drafts import CONTENT_LIMIT
from bot.messages.screen_reader import DESCRIPTION_LIMIT, description, moves_text, reading, replay_description
from bot.messages.translator import ENGLISH
from engine import Board, Mark, Rules
from tests.engine.boards import random_board
from tests.game.values import NOW, game
from tests.messages.states import SIZES, dead, played, shuffled
from tests.people import ANN, BOB, CY


def test_a_small_board_is_read_cell_by_cell() -> None:
    assert reading(ENGLISH, game((0, 0), (1, 1), (0, 1)), BOB).splitlines() == [
        "3 rows and 3 columns, 3 in a row to win. Rows and columns count from 0.",
        f"You are O, <@{ANN}> is X.",
        "It's your turn.",
        "Last move: X in row 0, column 1.",
        "Row 0: X, X, empty.",
        "Row 1: empty, O, empty.",
        "Row 2: empty, empty, empty.",
        "X threatens to win at row 0, column 2.",
    ]


@pytest.mark.parametrize(
    ("plies", "side", "rows"),
    [
        (
            [(7, 7), (8, 8), (7, 9)],
            15,
            "\nRow 7: X at 7, 9.\nRow 8: O at 8.\nAll other rows are empty.\nNobody can win on the next move.",
        ),
        ([(row, row * 3 % 8) for row in range(8)], 8, "\nRow 7: O at 5.\nNobody can win on the next move."),
        ([], 15, "No moves have been played yet.\nAll rows are empty.\nNobody can win on the next move."),
    ],
    ids=["few marks", "no empty row", "no marks"],
)
def test_a_large_board_is_read_by_rows_with_marks(plies: list[tuple[int, int]], side: int, rows: str) -> None:
    text = reading(ENGLISH, game(*plies, rules=Rules(side, side, 5 if side == 15 else side)), ANN)
    assert text.endswith(rows)
    assert text.count("\nRow ") == len({row for row, _ in plies})


@pytest.mark.parametrize(
    ("reader", "status"),
    [
        (ANN, "It's your turn."),
        (BOB, f"It's <@{ANN}>'s turn."),
        (CY, f"X is <@{ANN}>. O is <@{BOB}>.\nIt's <@{ANN}>'s turn."),
    ],
)
def test_the_reading_says_whose_turn_it_is(reader: int, status: str) -> None:
    assert status in reading(ENGLISH, game(), reader)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("current", "words"),
    [
        (
            game(clock=Clock(timedelta(hours=1), deadline=NOW)),
            [f"It's your turn. First move: 2 hours. Deadline: <t:{int(NOW.timestamp())}:R>."],
        ),
        (
            game((1, 1), o=Computer(Level.EXPERT)),
            ["You are X, the computer is O.", "The computer is thinking."],
        ),
        (
            game((0, 0), (2, 0), (0, 1), (2, 1)),
            ["X threatens to win at row 0, column 2.", "O threatens to win at row 2, column 2."],
        ),
        (game(*dead()), ["Nobody can complete a line anymore."]),
    ],
    ids=["deadline", "computer", "threats", "dead board"],
)
def test_the_reading_says_how_the_game_stands(current: Game, words: list[str]) -> None:
    text = reading(ENGLISH, current, ANN)
    assert [each for each in words if each not in text] == []


def test_few_threats_are_named_and_many_are_counted() -> None:
    assert reading(ENGLISH, game((0, 0), rules=Rules(10, 30, 2)), ANN).count("row 1, column") == 2
    cells = [(2 * n, 4 * n) for n in range(4)]
    plies = [cell for pair in zip(cells, [(9, 29 - 3 * n) for n in range(4)], strict=True) for cell in pair]
    text = reading(ENGLISH, game(*plies, rules=Rules(10, 30, 2)), ANN)
    assert re.search(r"X threatens to win at any of \d\d cells, including row", text)


def test_a_finished_game_is_read_without_threats() -> None:
    text = reading(ENGLISH, game((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), result=Result(Mark.X, Ending.LINE)), CY)
    assert f"Player 1 won: **<@{ANN}>** (X), 3 in a row. 🏆" in text
    assert "threatens" not in text
    assert "turn" not in text


@pytest.mark.parametrize("side", [30, 40, 100])
def test_a_crowded_board_is_read_around_the_last_move(side: int) -> None:
    rules = Rules(side, side, side)
    crowded = game(*random_board(Random(1), rules, side * side * 4 // 5).plies, rules=rules)
    text = reading(ENGLISH, crowded, ANN)
    assert len(text) <= CONTENT_LIMIT
    rows = [int(row) for row in re.findall(r"^Row (\d+):", text, re.MULTILINE)]
    assert rows == sorted(rows)
    assert crowded.plies[-1].row in rows
    assert f"{side - len(rows)} more rows have marks. The board has {len(crowded.plies)} marks in all." in text


def test_the_reading_contains_no_symbols() -> None:
    text = reading(ENGLISH, game((0, 0), (1, 1)), ANN)
    assert not re.search(r"[`*·×()\[\]|_#]", text)


# -- descriptions of pictures


@pytest.mark.parametrize(("m", "n"), SIZES)
def test_every_description_fits_its_limit(m: int, n: int) -> None:
    for describe, share in product((description, replay_description), (0, 0.1, 0.5, 1)):
        board = shuffled(m, n, int(m * n * share))
        assert 1 <= len(describe(ENGLISH, board)) <= DESCRIPTION_LIMIT
        assert len(describe(ENGLISH, board, "Somebody resigned. " * 100)) == DESCRIPTION_LIMIT


def test_a_small_board_is_described_by_rows() -> None:
    board = played(3, 3, 3, (1, 1), (0, 1), (1, 2))

    assert description(ENGLISH, board) == (
        "A board with 3 rows and 3 columns, 3 in a row to win. O to move. 3 moves played. Last move: X (1, 2). "
        "Rows and columns count from 0. Row 0: O at 1. Row 1: X at 1, 2. All other rows are empty."
    )


def test_a_large_board_is_described_by_its_last_ten_moves() -> None:
    board = shuffled(30, 30, 400)
    text = description(ENGLISH, board)

    row, col = board.plies[-10]
    assert "Row 0" not in text
    assert f"The last 10 moves (row and column, counted from 0): O ({row}, {col})" not in text  # X made move 391
    assert f"The last 10 moves (row and column, counted from 0): X ({row}, {col}), O (" in text


@pytest.mark.parametrize(
    ("board", "end", "words"),
    [
        (played(2, 2, 2), None, " X to move. 0 moves played. The board is empty."),
        (played(2, 2, 2, (0, 0)), None, " O to move. 1 move played."),
        (played(2, 2, 2, (0, 0), (0, 1), (1, 1)), None, " X won with the line from (0, 0) to (1, 1)."),
        (played(2, 3, 3, (0, 0), (0, 1), (1, 1), (1, 0), (0, 2), (1, 2)), None, " Draw: the board is full."),
        (played(3, 3, 3, (1, 1)), "X won: O resigned.", " in a row to win. X won: O resigned. 1 move"),
    ],
)
def test_a_description_says_how_the_game_stands(board: Board, end: str | None, words: str) -> None:
    assert words in description(ENGLISH, board, end)


def test_an_animation_is_described_by_its_moves() -> None:
    board = played(2, 2, 2, (0, 0), (0, 1), (1, 1))

    assert replay_description(ENGLISH, board) == (
        "An animation of a game on a board with 2 rows and 2 columns, 2 in a row to win. The animation shows these "
        "moves one by one (row and column, counted from 0): X (0, 0), O (0, 1), X (1, 1). "
        "X won with the line from (0, 0) to (1, 1)."
    )
    assert replay_description(ENGLISH, Board(Rules(3, 3, 3))).endswith("No moves have been played yet.")
    assert replay_description(ENGLISH, played(3, 3, 3, (1, 1)), "O resigned.").endswith("X (1, 1). O resigned.")


def test_a_long_animation_names_its_first_and_last_moves() -> None:
    board = shuffled(30, 30, 400)
    first, last = board.plies[0], board.plies[-1]

    text = replay_description(ENGLISH, board)

    assert "The animation shows 400 moves one by one" in text
    assert f"The first moves are X ({first.row}, {first.col}), O (" in text
    assert f", O ({last.row}, {last.col}). X to move." in text


def test_the_list_of_moves_has_one_pair_per_line() -> None:
    board = played(5, 5, 4, (3, 4), (2, 2), (3, 3))

    assert moves_text(board) == "1. X (3, 4)  O (2, 2)\n2. X (3, 3)"
    assert moves_text(Board(Rules(3, 3, 3))) == ""
