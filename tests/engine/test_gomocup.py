"""The expert as a Gomocup engine."""

import subprocess
import sys
from random import Random

import pytest

from engine import Board, Cell, Rules
from engine.gomocup import Brain


def answers(*lines: str) -> list[str]:
    return list(Brain(Random(1), lambda: 0.0).answers(iter(["INFO timeout_turn 0", *lines])))


def cell(answer: str) -> Cell:
    col, row = map(int, answer.split(","))
    return Cell(row, col)


def test_a_refused_turn_changes_nothing() -> None:
    refused = answers("START 9", "BEGIN", "TURN 4,4", "TURN 9,0", "TURN x,y", "TURN 0")
    assert [answer.split()[0] for answer in refused] == ["OK", "4,4", "ERROR", "ERROR", "ERROR", "ERROR"]
    assert (
        answers("START 9", "BEGIN", "TURN 4,4", "TURN 9,0", "TURN 0,0")[-1]
        == answers("START 9", "BEGIN", "TURN 0,0")[-1]
    )


def test_the_brain_blocks_four_in_a_row() -> None:
    four = [*(f"{col},0,2" for col in range(4)), *(f"{col},8,1" for col in (0, 2, 4))]
    assert answers("START 9", "BOARD", *four, "DONE") == ["OK", "4,0"]


def test_coordinates_put_the_column_first() -> None:
    ours, theirs = [f"{col},0,1" for col in range(16, 20)], [f"{col},9,2" for col in (0, 2, 4, 6)]
    assert answers("RECTSTART 20,10", "BOARD", *ours, *theirs, "DONE") == ["OK", "15,0"]
    assert "ERROR" not in answers("RECTSTART 20,10", "TURN 19,9")[1]


def test_the_side_with_more_marks_moved_first() -> None:
    assert (
        answers("START 9", "BOARD", "0,0,2", "8,0,1", "0,1,2", "8,1,1", "0,2,2", "8,2,1", "0,3,2", "DONE")[1] == "0,4"
    )


def test_takeback_and_restart_clear_the_board() -> None:
    heard = answers("START 9", "BEGIN", "TAKEBACK 4,4", "BEGIN", "RESTART", "BEGIN")
    assert heard == ["OK", "4,4", "OK", "4,4", "OK", "4,4"]


def test_every_impossible_command_gets_an_answer() -> None:
    heard = answers("BEGIN", "START 9", "TURN 9,9", "TAKEBACK 1,1", "BOARD", "1,1,1", "DONE", "SWAP", "ABOUT")
    words = [answer.split()[0] for answer in heard]
    assert words == ["ERROR", "OK", "ERROR", "ERROR", "ERROR", "UNKNOWN", 'name="ttt",']


def test_errors_quote_the_bad_numbers() -> None:
    assert answers("START nine", "RECTSTART 9", "INFO timeout_turn soon", "START 9", "TURN 1;1") == [
        "ERROR expected a number, not 'nine'",
        "ERROR expected 2 numbers separated by commas, not '9'",
        "ERROR expected a number, not 'soon'",
        "OK",
        "ERROR expected 2 numbers separated by commas, not '1;1'",
    ]


@pytest.mark.process
def test_the_end_command_ends_the_process() -> None:
    lines = "START 11\nINFO timeout_turn 200\nBEGIN\nTURN 4,4\nEND\nABOUT\n"
    done = subprocess.run(
        [sys.executable, "-m", "engine.gomocup"], input=lines, check=True, capture_output=True, text=True, timeout=30
    )
    started, first, second = done.stdout.splitlines()
    assert (started, first) == ("OK", "5,5")
    assert cell(second) in Board(Rules(11, 11, 5)).legal_moves
    assert second not in ("5,5", "4,4")


def test_a_bad_list_of_marks_causes_one_error() -> None:
    assert answers("START 9", "BOARD", "0,0,1", "nonsense", "1,1,2", "DONE", "BEGIN")[1:] == [
        "ERROR expected 3 numbers separated by commas, not 'nonsense'",
        "4,4",
    ]
