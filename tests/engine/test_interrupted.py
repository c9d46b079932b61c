"""Ctrl-C at any moment leaves a board that is either as before or as after the change."""

import dis
import inspect
import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from engine import Board, Cell, Mark, Rules
from tests.engine.boards import played

# Python looks for Ctrl-C at the start of a function, after a call and before the next round of a loop.
MOMENTS = ("RESUME", "CALL", "CALL_FUNCTION_EX", "JUMP_BACKWARD")


def interrupted(work: Callable[[], object], at: int) -> bool:
    """Do the work with a KeyboardInterrupt at the moment with this number, and return whether there was one."""
    left = at
    before: dict[FrameType, str] = {}

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        nonlocal left
        del argument
        frame.f_trace_opcodes = True
        if event == "opcode":
            if before.get(frame, "RESUME").removeprefix("POP_").startswith(MOMENTS):
                left -= 1
                if left < 0:
                    sys.settrace(None)
                    raise KeyboardInterrupt
            before[frame] = dis.opname[frame.f_code.co_code[frame.f_lasti]]
        return trace

    if here := inspect.currentframe():
        here.f_trace_opcodes = True  # Python 3.12 traces opcodes only if a frame wants it before settrace
    sys.settrace(trace)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def is_sound(board: Board) -> bool:
    """Return whether the marks, the plies, the outcome and the winning moves of a board agree."""
    twin = Board.replay(board.rules, board.plies)
    return (board, board.outcome, board.is_dead, board.all_winning_moves()) == (
        twin,
        twin.outcome,
        twin.is_dead,
        twin.all_winning_moves(),
    )


WORK: dict[str, Callable[[Board], object]] = {
    "push": lambda board: board.push(Cell(2, 2)),
    "pop": Board.pop,
    "playout": lambda board: board.playout(Random(1)),
}


@pytest.mark.parametrize("work", WORK)
@pytest.mark.parametrize("warm", [True, False])
def test_an_interrupted_change_leaves_a_sound_board(work: str, *, warm: bool) -> None:
    moments = 0
    while True:
        board = played(Rules(3, 3, 3), (0, 0), (0, 1), (1, 1), (0, 2))
        if work == "pop":
            board.push(Cell(2, 2))
        if warm:
            board.winning_moves(Mark.X)
        ended = not interrupted(lambda: WORK[work](board), moments)  # noqa: B023 - called at once
        assert is_sound(board)
        if ended:
            break
        moments += 1
    assert moments > 1
