"""The n×n game: the published examples, and random streams compared with a naive board."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.square import TicTacToe, replay
from tests.engine.naive import NaiveBoard


def moves(*numbers: str) -> list[tuple[Any, ...]]:
    return [("move", *map(int, move.split())) for move in numbers]


UNDO, RESET = ("undo",), ("reset",)
PUBLISHED = [
    (3, [*moves("0 0 1", "0 0 2", "3 0 1"), UNDO, UNDO], "NONE INVALID INVALID UNDONE INVALID"),
    (3, moves("0 0 1", "0 1 2", "1 1 1", "0 2 2", "2 2 1", "2 0 2"), "NONE NONE NONE NONE P1 INVALID"),
    (
        3,
        moves("0 0 1", "0 1 2", "0 2 1", "1 1 2", "1 0 1", "1 2 2", "2 1 1", "2 0 2", "2 2 1"),
        "NONE " * 8 + "DRAW",
    ),
    (1, [*moves("0 0 3", "0 0 2"), UNDO, *moves("0 0 1")], "INVALID P2 UNDONE P1"),
    (3, [*moves("0 0 1", "1 1 2"), RESET, UNDO, *moves("2 2 1")], "NONE NONE RESET INVALID NONE"),
    (2, [*moves("0 0 1"), ("undo", 1), ("foo",), RESET, *moves("1 1 2")], "NONE INVALID INVALID RESET NONE"),
]


@pytest.mark.parametrize(("n", "operations", "answers"), PUBLISHED)
def test_the_published_streams_give_the_published_answers(n: int, operations: list[Any], answers: str) -> None:
    assert replay(n, operations) == answers.split()


@given(st.integers(1, 5), st.randoms(use_true_random=False))
def test_the_counters_agree_with_a_naive_board(n: int, random: Any) -> None:
    game, naive = TicTacToe(n), NaiveBoard(n, n, n)
    for cell in random.sample(naive.cells, n * n):
        player = random.choice((1, 2))
        naive.marks[cell] = player
        won = player if naive.has_won(player) else 0
        assert game.move(cell[0], cell[1], player) == won
        if won:
            break


MALFORMED = [
    None, 7, "undo", b"undo", {"undo": 1}, {"undo"}, (), [], [[]], (None,), (b"undo",), range(3),
    ("move",), ("move", 0, 0), ("move", 0, 0, 1, 1), ("move", True, 0, 1), ("move", 0, False, 1), ("move", 0, 0, True),
    ("move", 0.0, 0, 1), ("move", "0", 0, 1), ("move", None, 0, 1), ("move", 0, 0, 0), ("move", 0, 0, 3),
    ("move", -1, 0, 1), ("move", 0, 99, 1), ("undo", 0), ("reset", "now"), ("MOVE", 0, 0, 1),
]  # fmt: skip


def test_malformed_operations_are_invalid_and_change_nothing() -> None:
    for operation in MALFORMED:
        stream = [("move", 1, 1, 1), operation, ("undo",), ("undo",)]
        assert replay(3, stream) == ["NONE", "INVALID", "UNDONE", "INVALID"], operation


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_random_games_agree_with_a_naive_board(n: int) -> None:
    for seed in range(12):
        operations, expected = random_game(Random(seed), n)
        assert replay(n, operations) == expected, seed


def random_game(random: Random, n: int) -> tuple[list[Any], list[str]]:
    """Return the operations of a random game with undos and resets, and the right answers."""
    board = NaiveBoard(n, n, n)
    operations: list[Any] = []
    expected: list[str] = []
    for _ in range(16 * n):
        is_over = board.is_over()
        if random.random() < (0.5 if is_over else 0.15):
            operations.append(UNDO)
            expected.append("UNDONE" if board.marks else "INVALID")
            if board.marks:
                board.marks.popitem()
        elif random.random() < 0.05:
            operations.append(RESET)
            expected.append("RESET")
            board.marks.clear()
        else:
            cell = random.choice(board.empty or board.cells) if random.random() < 0.8 else (random.randint(-1, n), 0)
            player = 1 if random.random() < 0.8 else 2
            operations.append(["move", *cell, player])
            if is_over or cell not in board.empty:
                expected.append("INVALID")
            else:
                board.marks[cell] = player
                expected.append(f"P{player}" if board.has_won(player) else "DRAW" if board.is_over() else "NONE")
    return operations, expected


@pytest.mark.parametrize("marks", [0, 2, 60])
def test_reset_clears_any_number_of_marks(marks: int) -> None:
    n = 30
    half = [("move", row, col, 1) for row in range(n) for col in range(n - 1)][:marks]
    diagonals = [("move", i, col, 1) for i in range(n) for col in {i, n - 1 - i}][:marks]
    column = [("move", row, 0, 1) for row in range(n)]
    anti = [("move", row, n - 1 - row, 1) for row in range(n)]
    for before in (half, diagonals):
        for line in (column, anti, [("move", i, i, 1) for i in range(n)]):
            answers = replay(n, [*before, ("reset",), *line])
            assert answers[len(before) :] == ["RESET", *["NONE"] * (n - 1), "P1"]


def test_a_board_without_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        replay(0, [])
