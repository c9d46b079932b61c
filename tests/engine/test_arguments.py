"""Values of the wrong type get a clear error from every public function, and change nothing."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import engine
from engine import Board, Cell, Limit, Reason, Record, Rules, TicTacToe, players, text
from tests.engine.boards import played

# The values are wrong on purpose.
WRONG: Any = [5, "a1", None, (3, 3, 3), [Cell(0, 0)]]
RULES, QUICK = Rules(3, 3, 3), Limit(nodes=1)
NO_CELLS: Any = [5, None, "a1", "11", (1,), (1, 1, 1), (1.0, 1), ("a", 1), (None, 0), (), [], {}, Cell, 1.5]


def board() -> Board:
    return played(RULES, (0, 0), (1, 1))


BOARDS: dict[str, Callable[[Any], object]] = {
    "choose": lambda wrong: engine.choose(wrong, QUICK),
    "hint": lambda wrong: engine.hint(wrong, QUICK),
    "solve": lambda wrong: engine.solve(wrong, QUICK),
    "review": lambda wrong: engine.review(wrong, QUICK),
    "instant": players.instant,
    "classic": lambda wrong: players.classic(wrong, Random(1)),
    "easy": lambda wrong: players.easy(wrong, Random(1)),
    "classic_swaps": lambda wrong: players.classic_swaps(wrong, Random(1)),
    "Record.of": Record.of,
}
LIMITS: dict[str, Callable[[Any], object]] = {
    "choose": lambda wrong: engine.choose(board(), wrong),
    "hint": lambda wrong: engine.hint(board(), wrong),
    "solve": lambda wrong: engine.solve(board(), wrong),
    "review": lambda wrong: engine.review(board(), wrong),
}
RANDOMS: dict[str, Callable[[Any], object]] = {
    "choose": lambda wrong: engine.choose(board(), QUICK, random=wrong),
    "hint": lambda wrong: engine.hint(board(), QUICK, random=wrong),
    "classic": lambda wrong: players.classic(board(), wrong),
    "easy": lambda wrong: players.easy(board(), wrong),
    "easy_swaps": lambda wrong: players.easy_swaps(board(), wrong),
    "playout": lambda wrong: board().playout(wrong),
    "TicTacToe": lambda wrong: TicTacToe(3, 3, 3, isAI=True, random=wrong).move(0, 0),
}
ALL_RULES: dict[str, Callable[[Any], object]] = {
    "Board": Board,
    "Board.replay": lambda wrong: Board.replay(wrong, []),
    "Board.setup": lambda wrong: Board.setup(wrong, [], []),
    "Record": Record,
    "value": engine.value,
}
TEXTS: dict[str, Callable[[Any], object]] = {
    "Board.from_text": Board.from_text,
    "Cell.from_text": Cell.from_text,
    "Record.from_text": Record.from_text,
    "Record.from_psq": Record.from_psq,
}


def cases(calls: dict[str, Callable[[Any], object]], *allowed: object) -> Any:
    return [
        pytest.param(call, wrong, id=f"{name}-{wrong!r}")
        for name, call in calls.items()
        for wrong in WRONG
        if not any(wrong is each for each in allowed)
    ]


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        *cases(BOARDS),
        *cases(LIMITS),
        *cases({name: RANDOMS[name] for name in ("classic", "easy", "easy_swaps", "playout")}),
        *cases({name: RANDOMS[name] for name in ("choose", "hint", "TicTacToe")}, None),
        *cases(ALL_RULES),
        *cases(TEXTS, "a1"),
    ],
)
def test_a_value_of_a_wrong_type_is_named(call: Callable[[Any], object], wrong: object, capsys: Any) -> None:
    with pytest.raises(TypeError, match="expected a value of type") as error:
        call(wrong)
    assert repr(wrong) in str(error.value)
    capsys.readouterr()


@pytest.mark.parametrize("wrong", NO_CELLS, ids=repr)
def test_what_is_no_cell_is_refused_and_changes_nothing(wrong: Any) -> None:
    there = board()
    for call in (there.push, there.__getitem__, RULES.index, lambda cell: Board.replay(RULES, [cell])):
        with pytest.raises(TypeError, match="expected a row and a column, such as Cell"):
            call(wrong)
    with pytest.raises(TypeError, match="expected a row and a column"):
        Record(RULES, (wrong,))
    assert there == board()
    assert there.plies == board().plies


def test_a_choice_in_place_of_a_cell_is_refused() -> None:
    choice: Any = players.Choice(Cell(0, 0), Reason.WIN)
    with pytest.raises(TypeError, match="expected a row and a column"):
        Board(RULES).push(choice)


def test_a_board_is_not_a_sequence() -> None:
    there: Any = board()
    for call in (list, len, lambda each: Cell(0, 0) in each):
        with pytest.raises(TypeError, match=r"iterable|len"):
            call(there)


@pytest.mark.parametrize("headers", [5, ["X"], {"X": 5}, {"X": None}, {5: "Ann"}])
def test_headers_of_a_wrong_type_are_named(headers: Any) -> None:
    with pytest.raises(TypeError, match="expected a value of type"):
        Record(RULES, (), headers)


@pytest.mark.parametrize("times", [(-1,), (1, 2), (10**18,), ("1",), (1.5,), 5])
def test_times_that_cannot_be_read_back_are_refused(times: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Record(RULES, (Cell(0, 0),), {}, "", times)


@pytest.mark.parametrize("levels", [(1,), (1, 2, 3), (-1, 0), (10**9, 0), ("1", "2"), 5])
def test_levels_that_cannot_be_read_back_are_refused(levels: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Record(RULES, (), {}, "", (), levels)


@pytest.mark.parametrize("limit", [{"time": "1"}, {"nodes": 1.5}, {"nodes": "3"}, {"time": [1]}])
def test_a_limit_of_a_wrong_type_is_named(limit: Any) -> None:
    with pytest.raises(TypeError, match="expected a value of type"):
        Limit(**limit)


def test_the_number_of_moments_must_be_a_whole_number() -> None:
    moments: Any = "3"
    with pytest.raises(TypeError, match="expected a value of type"):
        engine.review(board(), QUICK, moments=moments)
    with pytest.raises(ValueError, match="at least 0"):
        engine.review(board(), QUICK, moments=-1)


@pytest.mark.parametrize("part", [range(2, 9), range(-1, 2), range(0, 3, 2), range(1, 1), range(2, 0, -1), range(5, 6)])
def test_a_part_beyond_the_board_is_not_drawn(part: range) -> None:
    for call in (
        lambda: text.draw(board(), rows=part),
        lambda: text.draw(board(), cols=part),
        lambda: board().rows(part),
    ):
        with pytest.raises(ValueError, match=r"expected a part of range\(3\)|expected a part of range\(0, 3\)"):
            call()


@pytest.mark.parametrize("wrong", [3, "0:2", (0, 2)])
def test_rows_and_columns_to_draw_must_be_ranges(wrong: Any) -> None:
    for call in (lambda: text.draw(board(), rows=wrong), lambda: text.draw(board(), cols=wrong)):
        with pytest.raises(TypeError, match="type range"):
            call()


def test_the_name_of_a_style_in_place_of_a_style_is_refused() -> None:
    style: Any = "wide"
    with pytest.raises(TypeError, match="type Style"):
        text.draw(board(), style=style)


@pytest.mark.parametrize("cell", [0, -3])
def test_a_picture_of_no_size_is_refused(cell: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        board().svg(cell=cell)


@pytest.mark.parametrize("cell", [Cell(-1, 0), Cell(0, -1), Cell(-1, -5)])
def test_a_cell_on_no_board_has_no_name(cell: Cell) -> None:
    with pytest.raises(ValueError, match="on no board"):
        cell.to_text()


def test_a_swap_is_only_considered_after_the_first_mark() -> None:
    late = Board.from_text("xo./.x./..o 3")
    assert engine.choose(late, Limit(nodes=100), swap=True).reason is not Reason.SWAP
    assert engine.hint(late, Limit(nodes=100), swap=True) == engine.hint(late, Limit(nodes=100))
