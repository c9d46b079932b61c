"""Ctrl-C in the middle of a function leaves the caller's board as it was."""

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

import engine
from engine import Board, Limit, Record, Rules
from engine.players import classic, classic_swaps, easy, easy_swaps, instant
from engine.text import draw
from tests.engine.boards import played

LIMIT = Limit(nodes=40)
POINTS = 25  # lines at which a run is interrupted
BOARDS = {
    "empty": Board(Rules(4, 4, 4)),
    "one mark": played(Rules(4, 4, 3), (1, 1)),
    "middle": played(Rules(4, 5, 4), (1, 1), (2, 2), (1, 2), (1, 3), (3, 3)),
}
FUNCTIONS: dict[str, Callable[[Board], object]] = {
    "choose": lambda board: engine.choose(board, LIMIT, random=Random(1)),
    "choose with swap": lambda board: engine.choose(board, LIMIT, random=Random(1), swap=True),
    "hint": lambda board: engine.hint(board, LIMIT, random=Random(1)),
    "hint with swap": lambda board: engine.hint(board, LIMIT, random=Random(1), swap=True),
    "solve": lambda board: engine.solve(board, LIMIT),
    "review": lambda board: engine.review(board, LIMIT),
    "classic": lambda board: classic(board, Random(1), near=2),
    "easy": lambda board: easy(board, Random(1)),
    "instant": instant,
    "swaps": lambda board: board.plies and (classic_swaps(board, Random(1)), easy_swaps(board, Random(1))),
    "draw": draw,
    "svg": lambda board: board.svg(),
    "record": lambda board: Record.of(board).to_text(),
    "symmetries": lambda board: board.symmetries(),
    "queries": lambda board: (board.copy(), board.is_dead, board.all_winning_moves(), board.outcome, board.to_text()),
}  # fmt: skip


class Interrupt:
    """A trace function that raises KeyboardInterrupt at one line of the engine."""

    def __init__(self, at: int) -> None:
        self.lines = 0
        self._at = at

    def __call__(self, frame: FrameType, event: str, _: Any) -> "Interrupt | None":
        if "engine" not in frame.f_code.co_filename:
            return None
        self.lines += event == "line"
        if event == "line" and self.lines == self._at:
            raise KeyboardInterrupt
        return self


def traced(function: Callable[[Board], object], board: Board, at: int) -> int:
    """Call a function, interrupted at a line, and return the number of lines that ran."""
    interrupt, before = Interrupt(at), sys.gettrace()
    sys.settrace(interrupt)
    try:
        function(board)
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)
    return interrupt.lines


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("position", BOARDS)
def test_an_interrupted_function_leaves_no_mark_on_the_board(name: str, position: str) -> None:
    original, function = BOARDS[position], FUNCTIONS[name]
    lines = traced(function, original.copy(), 0)
    random = Random(1)
    for at in sorted({*range(1, 4), *(random.randint(1, max(lines, 1)) for _ in range(POINTS))}):
        board = original.copy()
        traced(function, board, at)
        assert list(board.plies) == list(original.plies), at
        assert board == original, at
        assert board.all_winning_moves() == original.copy().all_winning_moves(), at
