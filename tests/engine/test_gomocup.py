"""The expert as a Gomocup engine."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Board, Cell, Choice, Rules
from engine.expert.search import choose
from engine.gomocup import FOREVER, INSTANT, MATCH_SHARE, Brain


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
    assert answers("START nine", "RECTSTART 9", "START 9", "TURN 1;1") == [
        "ERROR expected a number, not 'nine'",
        "ERROR expected 2 numbers separated by commas, not '9'",
        "OK",
        "ERROR expected 2 numbers separated by commas, not '1;1'",
    ]


@pytest.mark.parametrize("info", ["timeout_turn soon", "time_left -50", "timeout_turn " + "9" * 5000, "", "x", "rule"])
def test_the_gomocup_command_info_gets_no_answer(info: str) -> None:
    assert answers(f"INFO {info}", "START 9", "BEGIN") == ["OK", "4,4"]


@pytest.mark.parametrize("command", ["SWAP2BOARD", "YXBOARD", "yxblock"])
@pytest.mark.parametrize("cells", [[], ["7,7", "8,7", "9,9"]])
def test_an_unknown_command_with_a_list_gets_one_answer(command: str, cells: list[str]) -> None:
    assert answers("START 15", command, *cells, "DONE", "BEGIN") == ["OK", f"UNKNOWN {command.upper()}", "7,7"]


def test_an_unfinished_list_swallows_no_gomocup_command() -> None:
    heard = answers("START 9", "BOARD", "0,0,2", "START 7", "SWAP2BOARD", "RESTART", "BOARD", "END", "ABOUT")
    assert [answer.split()[0] for answer in heard] == ["OK", "ERROR", "OK", "UNKNOWN", "OK", "ERROR"]


@pytest.mark.parametrize("rule", [1, 2, 4, 5, 8])
def test_unsupported_rules_are_an_error_until_they_change(rule: int) -> None:
    six = [*(f"{col},0,1" for col in (0, 1, 2, 4, 5)), *(f"{col},8,2" for col in (0, 2, 4, 6, 8))]
    heard = answers(
        f"INFO rule {rule}", "START 9", "BOARD", *six, "DONE", "TURN 1,1", "INFO rule 0", "START 9", "BEGIN"
    )
    assert [answer.split()[0] for answer in heard] == ["ERROR", "ERROR", "ERROR", "OK", "4,4"]


@pytest.mark.parametrize(
    "start", ["START 9000000", "RECTSTART 1,99999999", "START 0", "START -3", "START " + "9" * 400]
)
def test_impossible_sizes_are_an_error(start: str) -> None:
    assert [answer.split()[0] for answer in answers(start, "START 9")] == ["ERROR", "OK"]


def test_a_second_begin_in_gomocup_is_an_error() -> None:
    heard = answers("START 9", "BEGIN", "BEGIN", "TURN 0,0", "BEGIN", "RESTART", "BEGIN")
    assert [answer.split()[0] == "ERROR" for answer in heard] == [False, False, True, False, True, False, False]


def test_marks_of_a_third_owner_are_an_error() -> None:
    assert answers("START 9", "BOARD", "0,0,3", "DONE")[1].startswith("ERROR")


def test_the_gomocup_command_about_has_no_empty_field() -> None:
    assert '""' not in answers("ABOUT")[0]


class Clock:
    """A clock that advances by a millisecond at each look."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 1000


def looks(*settings: str) -> int:
    """Return how often the clock was read for one move on a 15x15 board."""
    clock = Clock()
    lines = [*(f"INFO {setting}" for setting in settings), "START 15", "BEGIN", "TURN 8,8"]
    assert len(list(Brain(Random(1), clock).answers(iter(lines)))) == 3
    return clock.looks


def test_an_instant_answer_is_not_cut_short_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[int] = []

    def counted(*arguments: object) -> Choice:
        choice = choose(*arguments)  # pyright: ignore[reportArgumentType] - passed on as they are
        searched.append(choice.nodes)
        return choice

    monkeypatch.setattr("engine.gomocup.choose", counted)
    list(Brain(Random(1), Clock()).answers(iter(["INFO timeout_turn 0", "START 15", "TURN 7,7"])))
    assert searched == [INSTANT]


def test_a_move_takes_a_share_of_the_time_that_is_left() -> None:
    assert looks("timeout_turn 3000", "time_left 400") <= 400 * MATCH_SHARE + 10
    assert looks("timeout_turn 100", f"time_left {FOREVER}") > 400 * MATCH_SHARE + 10
    assert looks("timeout_turn 3000", "timeout_match 400") <= 400 * MATCH_SHARE + 10
    assert looks("timeout_turn 40", "timeout_match 0") > 400 * MATCH_SHARE + 10


LISTED = st.lists(st.sampled_from(["7,7", "0,0,1", "1,1,2", "2,2,3", "junk", "", "1,1", "-1,4,1"]), max_size=4)
COMMANDS = st.sampled_from([
    "START 7", "START 0", "START 99999999999", "RECTSTART 5,8", "RECTSTART 5", "RESTART", "BEGIN", "begin", "TURN 3,3",
    "TURN 2,2", "TURN 9,9", "TURN", "TAKEBACK 3,3", "TAKEBACK 2,2", "ABOUT", "PLAY 1,1", "SUGGEST", "DONE", "7,7",
    "\x00", "\ufffd\u0661,\u0662", "X" * 3000, "TURN " + "1" * 3000 + ",1", "SHOWBOARD",
])  # fmt: skip
SILENT = st.sampled_from(
    ["INFO rule 0", "INFO timeout_turn 0", "INFO folder C:\\U\ufffd", "INFO", "", "  ", "INFO x y z"]
)


@given(st.lists(st.tuples(COMMANDS, st.just(1)) | st.tuples(SILENT, st.just(0)) | LISTED.map(lambda cells: (cells, 1))))
@settings(max_examples=60, deadline=None)
def test_any_script_gets_one_answer_to_each_command(script: list[tuple[str | list[str], int]]) -> None:
    lines: list[str] = []
    expected = 0
    for command, count in script:
        lines += [command] if isinstance(command, str) else ["BOARD", *command, "DONE"]
        expected += count
    heard = answers(*lines, "ABOUT")
    assert len(heard) == expected + 1
    assert heard[-1].startswith("name=")
    assert all(len(answer.splitlines()) == 1 and len(answer) < 200 for answer in heard)


@pytest.mark.process
def test_bytes_in_any_encoding_do_not_end_gomocup() -> None:
    lines = b"INFO folder C:\\U\x8eivatel\nSTART 5\r\n\xff\xfe\nABOUT\nEND\n"
    for encoding in ("utf-8:strict", "ascii:strict"):
        done = subprocess.run(
            [sys.executable, "-m", "engine.gomocup"], input=lines, check=True, capture_output=True, timeout=30,
            env={"PYTHONIOENCODING": encoding},
        )  # fmt: skip
        assert [answer.split()[0] for answer in done.stdout.decode().splitlines()][::2] == ["OK", 'name="ttt",']


@pytest.mark.process
def test_the_gomocup_command_end_ends_the_process() -> None:
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
