"""The board as text for screen readers."""

import re
from datetime import timedelta
from random import Random

import pytest

from bot.game.clocks import Clock
from bot.game.games import Computer, Ending, Level, Result
from bot.messages.drafts import CONTENT_LIMIT
from bot.messages.screen_reader import reading
from bot.messages.translator import ENGLISH
from engine import Mark, Rules
from tests.engine.boards import random_board
from tests.game.values import NOW, game
from tests.messages.states import dead
from tests.people import ANN, BOB, CY


def test_a_small_board_is_read_cell_by_cell() -> None:
    assert reading(ENGLISH, game((0, 0), (1, 1), (0, 1)), BOB).splitlines() == [
        "3 rows and 3 columns, 3 in a row to win. Rows and columns count from 0.",
        f"X is <@{ANN}>. You are O.",
        "It's your turn: you're O.",
        "Last move: X in row 0, column 1.",
        "Row 0: X, X, empty.",
        "Row 1: empty, O, empty.",
        "Row 2: empty, empty, empty.",
        "X can win immediately at row 0, column 2.",
    ]


def test_a_large_board_is_read_by_rows_with_marks() -> None:
    told = reading(ENGLISH, game((7, 7), (8, 8), (7, 9), rules=Rules(15, 15, 5)), ANN).splitlines()
    assert told[4:] == [
        "Row 7: X at 7, 9.",
        "Row 8: O at 8.",
        "All other rows are empty.",
        "Nobody can win on the next move.",
    ]


def test_empty_rows_are_not_mentioned_if_there_are_none() -> None:
    told = reading(ENGLISH, game(*((row, row * 3 % 8) for row in range(8)), rules=Rules(8, 8, 8)), ANN)
    assert "Row 7: O at 5." in told
    assert "other rows" not in told


def test_an_empty_board_is_read_as_empty() -> None:
    assert "No moves have been played yet.\nAll rows are empty." in reading(ENGLISH, game(rules=Rules(15, 15, 5)), ANN)


@pytest.mark.parametrize(
    ("reader", "status"),
    [
        (ANN, "It's your turn: you're X."),
        (BOB, f"It's <@{ANN}>'s turn: they're X."),
        (CY, f"<@{ANN}>'s turn: they're X."),
    ],
)
def test_the_reading_says_whose_turn_it_is(reader: int, status: str) -> None:
    assert status in reading(ENGLISH, game(), reader)  # pyright: ignore[reportArgumentType]


def test_the_reading_says_when_time_runs_out() -> None:
    told = reading(ENGLISH, game(clock=Clock(timedelta(hours=1), deadline=NOW)), ANN)
    assert f"It's your turn: you're X. Deadline: <t:{int(NOW.timestamp())}:R>." in told


def test_the_reading_names_the_computer() -> None:
    told = reading(ENGLISH, game((1, 1), o=Computer(Level.EXPERT)), ANN)
    assert "You are X. O is the computer." in told
    assert "The computer is thinking." in told


def test_the_reading_names_threats_of_both_sides() -> None:
    told = reading(ENGLISH, game((0, 0), (2, 0), (0, 1), (2, 1)), ANN)
    assert "X can win immediately at row 0, column 2." in told
    assert "O can win immediately at row 2, column 2." in told


def test_few_threats_are_named_and_many_are_counted() -> None:
    assert reading(ENGLISH, game((0, 0), rules=Rules(10, 30, 2)), ANN).count("row 1, column") == 2
    cells = [(2 * n, 4 * n) for n in range(4)]
    spread = [cell for pair in zip(cells, [(9, 29 - 3 * n) for n in range(4)], strict=True) for cell in pair]
    told = reading(ENGLISH, game(*spread, rules=Rules(10, 30, 2)), ANN)
    assert re.search(r"X can win immediately at any of \d\d cells, including row", told)


def test_a_finished_game_is_read_without_threats() -> None:
    told = reading(ENGLISH, game((0, 0), (1, 0), (0, 1), (1, 1), (0, 2), result=Result(Mark.X, Ending.LINE)), CY)
    assert f"Player 1 won: **<@{ANN}>** (X), 3 in a row. 🏆" in told
    assert "can win" not in told
    assert "turn" not in told


def test_a_dead_board_is_announced() -> None:
    assert "Nobody can complete a line anymore." in reading(ENGLISH, game(*dead()), ANN)


@pytest.mark.parametrize("side", [30, 40, 100])
def test_a_crowded_board_is_read_around_the_last_move(side: int) -> None:
    rules = Rules(side, side, side)
    crowded = game(*random_board(Random(1), rules, side * side * 4 // 5).plies, rules=rules)
    told = reading(ENGLISH, crowded, ANN)
    assert len(told) <= CONTENT_LIMIT
    rows = [int(row) for row in re.findall(r"^Row (\d+):", told, re.MULTILINE)]
    assert rows == sorted(rows)
    assert crowded.plies[-1].row in rows
    assert f"{side - len(rows)} more rows have marks. The board has {len(crowded.plies)} marks in all." in told


def test_the_reading_contains_no_symbols() -> None:
    told = reading(ENGLISH, game((0, 0), (1, 1)), ANN)
    assert not re.search(r"[`*·×()\[\]|_#]", told)
