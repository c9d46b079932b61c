"""Whole games by words and labels alone, as somebody plays who can't see the board."""

import re
from random import Random

import pytest

from tests.e2e.club import Club, refused

OVER = re.compile(r"^(Player 1 won|Player 2 won|Draw)", re.MULTILINE)
Cell = tuple[int, int]


def empty_cells(told: str) -> list[Cell]:
    """Return the cells that the words leave empty, of a board that is told cell by cell or by its marks."""
    m, n = map(int, re.findall(r"^(\d+) rows and (\d+) columns", told)[0])
    empty = {(row, col) for row in range(m) for col in range(n)}
    for row, marks in re.findall(r"^Row (\d+): (.*)\.$", told, re.MULTILINE):
        if "at" in marks:
            taken = {int(col) for cols in re.findall(r"at ([\d, ]+)", marks) for col in cols.split(", ")}
        else:
            taken = {col for col, mark in enumerate(marks.split(", ")) if mark != "empty"}
        empty -= {(int(row), col) for col in taken}
    return sorted(empty)


def winning(told: str, mark: str) -> list[Cell]:
    """Return the cells that the words say would win at once."""
    lines = re.findall(rf"^{mark} can win immediately in .*$", told, re.MULTILINE)
    return [(int(row), int(col)) for line in lines for row, col in re.findall(r"row (\d+), column (\d+)", line)]


@pytest.mark.parametrize(("m", "n", "k"), [(3, 3, 3), (9, 9, 4)])
async def test_a_game_is_played_by_what_is_read_out(m: int, n: int, k: int, club: Club) -> None:
    await club.slash(club.ann, "new", m=m, n=n, k=k, ai="classic")
    random = Random(3)
    told = (await club.slash(club.ann, "read")).text
    while not OVER.search(told):
        assert "It's your turn as X." in told
        i, j = next(iter(winning(told, "X") or winning(told, "O") or [random.choice(empty_cells(told))]))
        assert (i, j) in empty_cells(told)
        answer = await club.slash(club.ann, "move", i=i, j=j)
        assert not answer.private, answer.text
        read = await club.slash(club.ann, "read")
        assert read.private
        told = read.text
    assert (await club.game()).result


async def test_anyone_may_read_and_nothing_changes(club: Club) -> None:
    await refused(club, club.slash(club.ann, "read"), "There is no game here yet.")
    await club.duel()
    await club.tap(club.ann, 1, 1)
    await refused(club, club.slash(club.cy, "read"), "It's @bob's turn as O.\nLast move: X in row 1, column 1.")
