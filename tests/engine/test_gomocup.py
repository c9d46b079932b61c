"""The expert as a Gomocup engine."""

import subprocess
import sys
from random import Random

from engine.gomocup import Brain


def answers(*lines: str) -> list[str]:
    return list(Brain(Random(1), lambda: 0.0).answers(iter(["INFO timeout_turn 0", *lines])))


def test_a_game_move_by_move() -> None:
    heard = answers("START 15", "BEGIN", "TURN 0,0", "TURN 0,1")
    assert heard[:2] == ["OK", "7,7"]
    assert all(len(answer.split(",")) == 2 for answer in heard[2:])


def test_the_column_comes_first() -> None:
    ours, theirs = [f"{col},0,1" for col in range(16, 20)], [f"{col},9,2" for col in (0, 2, 4, 6)]
    assert answers("RECTSTART 20,10", "BOARD", *ours, *theirs, "DONE") == ["OK", "15,0"]


def test_the_side_with_more_marks_began() -> None:
    assert (
        answers("START 9", "BOARD", "0,0,2", "8,0,1", "0,1,2", "8,1,1", "0,2,2", "8,2,1", "0,3,2", "DONE")[1] == "0,4"
    )


def test_a_move_is_taken_back_and_a_game_begun_anew() -> None:
    assert answers("START 9", "BEGIN", "TAKEBACK 4,4", "RESTART", "BEGIN") == ["OK", "4,4", "OK", "OK", "4,4"]


def test_what_it_cannot_do_is_answered() -> None:
    heard = answers(
        "BEGIN", "START nine", "START 9", "TURN 9,9", "TAKEBACK 1,1", "BOARD", "1,1,1", "DONE", "SWAP", "ABOUT"
    )
    assert [answer.split()[0] for answer in heard] == [
        "ERROR",
        "ERROR",
        "OK",
        "ERROR",
        "ERROR",
        "ERROR",
        "UNKNOWN",
        'name="ttt",',
    ]


def test_end_ends_the_process() -> None:
    lines = "START 11\nINFO timeout_turn 200\nBEGIN\nTURN 4,4\nEND\nABOUT\n"
    done = subprocess.run(
        [sys.executable, "-m", "engine.gomocup"], input=lines, check=True, capture_output=True, text=True, timeout=30
    )
    assert done.stdout.splitlines()[:2] == ["OK", "5,5"]
    assert len(done.stdout.splitlines()) == 3
