"""Board, compared with known counts and with a naive scan of the whole board."""

import copy
import pickle
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Board, Cell, IllegalMove, Mark, Outcome, Rules
from tests.engine.boards import played
from tests.engine.naive import NaiveBoard


class Game(RuleBasedStateMachine):
    """After random pushes, pops and refused moves, the board agrees with a scan of all windows."""

    @initialize(m=st.integers(1, 6), n=st.integers(1, 6), k=st.integers(1, 7))
    def begin(self, m: int, n: int, k: int) -> None:
        self.board = Board(Rules(m, n, k))
        self.naive = NaiveBoard(m, n, k)

    @precondition(lambda self: not self.naive.is_over())
    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from(self.naive.empty))
        self.naive.set(cell)
        self.board.push(Cell(*cell))

    @precondition(lambda self: self.naive.marks)
    @rule(plies=st.integers(1, 5))
    def pop(self, plies: int) -> None:
        for _ in range(min(plies, len(self.naive.marks))):
            assert self.board.peek() == self.board.last == list(self.naive.marks)[-1]
            assert self.board.pop() == self.naive.marks.popitem()[0]

    @rule()
    def replay(self) -> None:
        """Continue with a board that is replayed from the plies."""
        self.board = Board.replay(self.board.rules, tuple(self.board.plies))

    @rule(plies=st.integers(0, 3))
    def copy(self, plies: int) -> None:
        """Continue with a copy, whatever happens to the original."""
        original, self.board = self.board, self.board.copy()
        for cell in list(original.legal_moves)[:plies]:
            if not original.outcome:
                original.push(cell)
        for _ in range(min(plies, len(original.plies))):
            original.pop()
            original.winning_moves(Mark.X).append(Cell(0, 0))
            assert original.is_dead in (True, False)

    @rule(row=st.integers(-3, 9), col=st.integers(-3, 9))
    def refused(self, row: int, col: int) -> None:
        assume((row, col) not in self.naive.empty or self.naive.is_over())
        is_on_board = (row, col) in self.naive.cells
        with pytest.raises(IllegalMove, match=("over" if self.naive.is_over() else "taken") if is_on_board else "off"):
            self.board.push(Cell(row, col))

    @invariant()
    def agrees(self) -> None:
        board, naive = self.board, self.naive
        assert list(board.plies) == list(naive.marks)
        assert board.turn == 1 + len(naive.marks) % 2
        assert {cell: board[Cell(*cell)] for cell in naive.cells} == {
            cell: naive.marks.get(cell) for cell in naive.cells
        }
        legal_moves = naive.legal_moves
        assert list(board.legal_moves) == [board.legal_moves[at] for at in range(len(legal_moves))] == legal_moves
        assert [cell for cell in naive.cells if cell in board.legal_moves] == legal_moves
        assert board.is_over == (board.outcome is not None) == naive.is_over()
        if not board.outcome:
            return
        assert [board.outcome.winner] == ([mark for mark in Mark if naive.has_won(mark)] or [None])
        if board.outcome.winner:
            line = list(board.outcome.line)
            assert len(line) >= naive.k
            assert board.plies[-1] in line
            assert len({(b.row - a.row, b.col - a.col) for a, b in pairwise(line)}) <= 1
            assert all(naive.marks[cell] == board.outcome.winner for cell in line)


Game.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
TestGame = Game.TestCase


def test_perft_of_3_3_3() -> None:
    final: dict[frozenset[tuple[Cell, Mark | None]], Mark | None] = {}
    games: dict[frozenset[tuple[Cell, Mark | None]], int] = {}  # from each position to an end
    board = Board(Rules(3, 3, 3))

    def games_from_here() -> int:
        position = frozenset((cell, board[cell]) for cell in board.plies)
        if board.outcome:  # whichever mark was the last
            assert final.setdefault(position, board.outcome.winner) is board.outcome.winner
            return games.setdefault(position, 1)
        assert position not in final
        if position not in games:
            games[position] = 0
            for cell in list(board.legal_moves):
                board.push(cell)
                games[position] += games_from_here()
                board.pop()
        return games[position]

    assert games_from_here() == 255_168
    assert len(games) == 5478
    assert Counter(final.values()) == {Mark.X: 626, Mark.O: 316, None: 16}


def test_a_run_longer_than_k_wins_as_one_whole_line() -> None:
    cells = [cell for col in (0, 1, 3, 4) for cell in ((0, col), (3, col))]
    board = played(Rules(4, 5, 3), *cells[:6], (0, 4), (2, 0), (0, 2))
    assert board.outcome == Outcome(Mark.X, tuple(Cell(0, col) for col in range(5)))


def test_pop_and_peek_on_an_empty_board_raise_index_error() -> None:
    board = Board(Rules(3, 3, 3))
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    assert board.last is None


def test_copies_and_pickles_are_independent_of_the_board() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 1))
    for twin in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):  # noqa: S301
        assert twin == board
        twin.push(Cell(0, 1))
        assert list(board.plies) == [(0, 0), (1, 1)]
        assert board[Cell(0, 1)] is None


def test_boards_with_equal_rules_and_marks_are_equal() -> None:
    one = played(Rules(3, 3, 3), (0, 0), (1, 1), (2, 2))
    other = played(Rules(3, 3, 3), (2, 2), (1, 1), (0, 0))
    assert one == other == one.copy()
    assert len({one.key, other.key}) == 1
    other.pop()
    assert one != other
    assert one.key != other.key
    assert one != "board"
    assert Board(Rules(3, 4, 3)) != Board(Rules(4, 3, 3)) != Board(Rules(4, 3, 2))
    assert Board(Rules(3, 4, 3)).key != Board(Rules(3, 4, 4)).key
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@pytest.mark.parametrize("mark", [0, 3, -1, "X"])
def test_winning_moves_rejects_an_unknown_mark(mark: Any) -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (2, 2), (1, 1))
    with pytest.raises(ValueError, match="not a valid Mark"):
        board.winning_moves(mark)


@pytest.mark.parametrize("seed", range(24))
def test_winning_moves_and_is_dead_match_a_full_scan(seed: int) -> None:
    random = Random(seed)
    m, n, k = (9, 9, 6) if seed < 12 else (4, 5, 4)
    m, n, k = random.randint(1, m), random.randint(1, n), random.randint(1, k)
    board, naive = Board(Rules(m, n, k)), NaiveBoard(m, n, k)
    often = random.random()  # after many plies all is found anew, after few only what changed
    for _ in range(80):
        if naive.marks and (naive.is_over() or random.random() < 0.3):
            for _ in range(random.choice([1, min(2, len(naive.marks)), len(naive.marks)])):
                assert board.pop() == naive.marks.popitem()[0]
        else:
            cell = random.choice(naive.empty)
            naive.set(cell)
            board.push(Cell(*cell))
        if random.random() < 0.1:
            original, board = board, board.copy()
            original.winning_moves(Mark.X)  # what the original is asked doesn't matter to the copy
        if random.random() < often:
            assert [board.winning_moves(mark) for mark in Mark] == [naive.winning_moves(mark) for mark in Mark]
        if random.random() < 0.8:
            assert board.is_dead == naive.is_dead()


@pytest.mark.parametrize("text", ["xox/.../oxo 3", "x.o/o.x/x.o 3", ".ox/x.o/ox. 3", "xo./o.x/.xo 3"])
def test_a_single_open_line_in_any_direction_is_not_dead(text: str) -> None:
    assert not Board.from_text(text).is_dead


def test_undo_revives_a_dead_board_of_a_million_cells() -> None:
    board = Board(Rules(1, 1_000_000, 600_000))  # every line holds the two cells in the middle
    for col, is_dead in ((500_000, False), (500_001, True), (0, True)):
        board.push(Cell(0, col))
        assert board.is_dead is is_dead
    board.pop()
    board.pop()
    board.push(Cell(0, 1))
    assert not board.is_dead


@pytest.mark.parametrize("cell", [Cell(-1, 0), Cell(3, 0), Cell(0, -1), Cell(0, 3), Cell(-2, 1), Cell(1, -3)])
def test_a_cell_off_the_board_is_neither_legal_nor_readable(cell: Cell) -> None:
    board = Board(Rules(3, 3, 3))
    assert cell not in board.legal_moves
    with pytest.raises(IndexError):
        board[cell]


@pytest.mark.parametrize("k", [33, 60])
@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
def test_a_long_line_wins_with_any_of_its_cells_last(k: int, step: tuple[int, int]) -> None:
    rules, (down, right) = Rules(60, 60, k), step
    line = [Cell(i * down, i * right if right >= 0 else 59 - i) for i in range(k)]
    others = sorted(set(Board(rules).legal_moves) - set(line))
    for last in (0, k // 2, k - 1):
        board, replies = Board(rules), iter(Random(last).sample(others, k))
        for cell in [*line[:last], *line[last + 1 :]]:
            board.push(cell)
            board.push(next(replies))
        assert board.outcome is None
        wins = board.winning_moves(Mark.X)
        assert line[last] in wins
        assert len(wins) == 1 or last != k // 2  # a row that lacks an end can also be completed beyond the other one
        board.push(line[last])
        assert board.outcome
        assert set(line) == set(board.outcome.line)
