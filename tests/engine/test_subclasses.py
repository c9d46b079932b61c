"""Subclasses of Board keep their type and their attributes."""

import copy
import pickle
from collections.abc import Callable
from random import Random

import pytest

from engine import Board, Cell, Rules


class Named(Board):
    """A board with attributes of its own, in a dict."""

    def __init__(self, rules: Rules, name: str = "") -> None:
        super().__init__(rules)
        self.name = name
        self.notes = ["first"]


class Slotted(Named):
    """A board with slots, one of them empty and one private."""

    __slots__ = ("__secret", "empty", "level")

    def __init__(self, rules: Rules, name: str = "") -> None:
        super().__init__(rules, name)
        self.level = 3
        self.__secret = name * 2

    def secret(self) -> str:
        return self.__secret


COPIES: list[Callable[[Board], Board]] = [
    Board.copy,
    copy.copy,
    copy.deepcopy,
    lambda board: pickle.loads(pickle.dumps(board)),  # noqa: S301
    lambda board: board.symmetries()[0],
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("kind", [Named, Slotted])
def test_a_copy_of_a_subclass_keeps_its_type_and_attributes(
    kind: type[Named], copied: Callable[[Board], Board]
) -> None:
    board = kind(Rules(3, 3, 3), "Ann")
    for cell in (Cell(0, 0), Cell(2, 2)):
        board.push(cell)
    twin = copied(board)
    assert type(twin) is kind
    assert (twin.name, twin.notes) == ("Ann", ["first"])
    assert twin == board
    if isinstance(twin, Slotted):
        assert (twin.level, twin.secret(), hasattr(twin, "empty")) == (3, "AnnAnn", False)
    twin.push(Cell(1, 1))
    assert len(board.plies) == 2
    assert twin != board
    assert {(type(image), image.name) for image in board.symmetries()} == {(kind, "Ann")}


def test_a_shallow_copy_shares_attributes_and_a_deep_one_does_not() -> None:
    board = Named(Rules(3, 3, 3))
    assert board.copy().notes is board.notes
    assert copy.deepcopy(board).notes is not board.notes


def test_a_deep_copy_of_a_board_that_contains_itself_ends() -> None:
    board = Named(Rules(3, 3, 3))
    board.__dict__["parent"] = board
    twin = copy.deepcopy(board)
    assert twin.__dict__["parent"] is twin


def test_constructors_make_the_subclass() -> None:
    assert type(Named.from_text("x../.o./... 3")) is Named
    assert repr(Named.from_text("x../.o./... 3")) == "Named.from_text('x../.o./... 3')"
    assert type(Named.replay(Rules(2, 2, 2), [Cell(0, 0)])) is Named
    assert type(Named.setup(Rules(2, 2, 2), [Cell(0, 0)], [])) is Named


def test_a_subclass_equals_a_board_with_the_same_marks() -> None:
    assert Named.from_text("x../.o./... 3") == Board.from_text("x../.o./... 3") == Slotted.from_text("x../.o./... 3")


def test_moves_of_a_subclass_are_its_own_even_in_a_playout() -> None:
    class Counting(Board):
        pushed = 0

        def push(self, cell: tuple[int, int]) -> None:
            super().push(cell)
            self.pushed += 1

    board = Counting(Rules(3, 3, 3))
    board.playout(Random(1))
    assert board.pushed == len(board.plies) > 4
    assert board.symmetries()[1].pushed == board.pushed
