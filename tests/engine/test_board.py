"""Board against known counts, against a naive scan of the whole board, and at its edges."""

import copy
import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import Board, Cell, IllegalMove, Mark, Outcome, Rules
from tests.engine.boards import played
from tests.engine.naive import NaiveBoard


class Game(RuleBasedStateMachine):
    """Random pushes, pops and refused moves; after each the board agrees with a scan of all windows."""

    @initialize(m=st.integers(1, 6), n=st.integers(1, 6), k=st.integers(1, 7))
    def begin(self, m: int, n: int, k: int) -> None:
        self.board = Board(Rules(m, n, k))
        self.naive = NaiveBoard(m, n, k)

    @precondition(lambda self: not self.naive.is_over())
    @rule(data=st.data())
    def push(self, data: st.DataObject) -> None:
        cell = data.draw(st.sampled_from([cell for cell in self.naive.cells() if cell not in self.naive.marks]))
        self.naive.marks[cell] = 1 + len(self.naive.marks) % 2
        self.board.push(Cell(*cell))

    @precondition(lambda self: self.naive.marks)
    @rule(plies=st.integers(1, 5))
    def pop(self, plies: int) -> None:
        for _ in range(min(plies, len(self.naive.marks))):
            assert self.board.pop() == self.naive.marks.popitem()[0]

    @rule()
    def replay(self) -> None:
        """Go on from here with a board that was made at once."""
        self.board = Board.replay(self.board.rules, tuple(self.board.plies))

    @rule(plies=st.integers(0, 3))
    def copy(self, plies: int) -> None:
        """Go on from here with a copy; what becomes of the original doesn't matter to it."""
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
        assume((row, col) not in self.naive.cells() or (row, col) in self.naive.marks or self.naive.is_over())
        is_on_board = (row, col) in self.naive.cells()
        with pytest.raises(IllegalMove, match=("over" if self.naive.is_over() else "taken") if is_on_board else "off"):
            self.board.push(Cell(row, col))

    @rule()
    def ask_is_dead(self) -> None:
        """Only now and then: it is found anew from wherever it was asked last, over pushes and pops."""
        assert self.board.is_dead == self.naive.is_dead()

    @rule(mark=st.sampled_from(Mark))
    def ask_winning_moves(self, mark: Mark) -> None:
        """Now and then, alike."""
        assert self.board.winning_moves(mark) == self.naive.winning_moves(mark)

    @invariant()
    def agrees(self) -> None:
        board, naive = self.board, self.naive
        assert list(board.plies) == list(naive.marks)
        assert board.turn == 1 + len(naive.marks) % 2
        assert {cell: board[Cell(*cell)] for cell in naive.cells()} == {
            cell: naive.marks.get(cell) for cell in naive.cells()
        }
        empty = [cell for cell in naive.cells() if cell not in naive.marks]
        assert list(board.legal_moves) == empty
        assert [board.legal_moves[index] for index in range(len(board.legal_moves))] == empty
        assert all((cell in board.legal_moves) == (cell in empty) for cell in naive.cells())
        self.agrees_on_outcome()

    def agrees_on_outcome(self) -> None:
        outcome = self.board.outcome
        assert (outcome is not None) == self.naive.is_over()
        if outcome is None:
            return
        winners = [mark for mark in Mark if self.naive.has_won(mark)]
        assert [outcome.winner] == (winners or [None])
        if outcome.winner:
            line = list(outcome.line)
            assert len(line) >= self.naive.k
            assert self.board.plies[-1] in line
            steps = {(b.row - a.row, b.col - a.col) for a, b in pairwise(line)}
            assert len(steps) <= 1
            assert all(self.naive.marks[cell] == outcome.winner for cell in line)


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


def test_the_published_example_on_3_rows_and_4_columns() -> None:
    board = played(Rules(m=3, n=4, k=3), (0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    assert board.outcome == Outcome(Mark.X, (Cell(0, 0), Cell(1, 0), Cell(2, 0)))


def test_more_than_k_in_a_row_wins_with_the_whole_run_as_its_line() -> None:
    cells = [cell for col in (0, 1, 3, 4) for cell in ((0, col), (3, col))]
    board = played(Rules(4, 5, 3), *cells[:2], *cells[2:4], *cells[4:6], (0, 4), (2, 0), (0, 2))
    assert board.outcome == Outcome(Mark.X, tuple(Cell(0, col) for col in range(5)))


def test_a_win_on_the_last_empty_cell_is_a_win() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 2), (2, 0))
    assert board.outcome
    assert board.outcome.winner is Mark.X


def test_k_beyond_both_sides_ends_in_a_draw() -> None:
    board = played(Rules(2, 2, 3), (0, 0), (0, 1), (1, 0), (1, 1))
    assert board.outcome == Outcome(None)


def test_k_beyond_the_board_is_dead_from_the_start() -> None:
    assert Board(Rules(2, 3, 4)).is_dead


def test_after_the_end_every_move_is_refused_until_undo_reopens_the_game() -> None:
    board = played(Rules(2, 2, 2), (0, 0), (1, 0), (0, 1))
    with pytest.raises(IllegalMove, match="over"):
        board.push(Cell(1, 1))
    assert board.pop() == Cell(0, 1)
    assert board.outcome is None
    board.push(Cell(1, 1))
    assert board.outcome
    assert board.outcome.line == (Cell(0, 0), Cell(1, 1))


@pytest.mark.parametrize(
    ("plies", "said"),
    [
        ([(0, 0), (0, 0)], "taken"),
        ([(0, 0), (0, 0), (1, 1)], "taken"),
        ([(0, 0), (3, 0)], "off the board"),
        ([(3, 0), (0, 0)], "off the board"),
        ([(0, -1), (0, 0)], "off the board"),
        ([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)], "over"),
        ([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)], "over"),
    ],
)
def test_replay_refuses_what_push_refuses_wherever_it_stands(plies: list[tuple[int, int]], said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        Board.replay(Rules(3, 3, 3), [Cell(*ply) for ply in plies])


def test_replay_gives_the_board_that_was_played() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 1), (2, 2), (0, 1), (2, 1))
    again = Board.replay(board.rules, board.plies)
    assert [again.row(row) for row in range(3)] == [b"\1\2\0", b"\0\2\0", b"\0\1\1"]
    assert list(again.plies) == list(board.plies)
    assert again.turn is Mark.O


def test_pop_and_peek_without_plies_are_index_errors() -> None:
    board = Board(Rules(3, 3, 3))
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_peek_is_the_ply_that_pop_would_take_back() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 1))
    assert board.peek() == board.pop() == Cell(1, 1)


def test_a_game_is_over_with_its_win_and_open_again_after_pop() -> None:
    board = played(Rules(2, 2, 2), (0, 0), (1, 0), (0, 1))
    assert board.is_over
    board.pop()
    assert not board.is_over


def test_a_copy_made_by_the_copy_module_shares_nothing() -> None:
    board = played(Rules(3, 3, 3), (0, 0))
    assert len(board.winning_moves(Mark.X)) == 0
    twin = copy.copy(board)
    twin.push(Cell(1, 1))
    assert list(board.plies) == [Cell(0, 0)]
    assert board[Cell(1, 1)] is None


def test_boards_are_equal_when_rules_and_marks_are_whatever_the_order() -> None:
    one = played(Rules(3, 3, 3), (0, 0), (1, 1), (2, 2))
    other = played(Rules(3, 3, 3), (2, 2), (1, 1), (0, 0))
    assert one == other == one.copy()
    assert one.key == other.key
    assert len({one.key, other.key}) == 1
    other.pop()
    assert one != other
    assert one.key != other.key
    assert one != "board"
    assert Board(Rules(3, 4, 3)) != Board(Rules(4, 3, 3)) != Board(Rules(4, 3, 2))
    assert Board(Rules(3, 4, 3)).key != Board(Rules(3, 4, 4)).key


def test_a_board_changes_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board(Rules(3, 3, 3)))


@pytest.mark.parametrize("mark", [0, 3, -1, "X"])
def test_winning_moves_of_nobody_are_refused(mark: Any) -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (2, 2), (1, 1))
    with pytest.raises(ValueError, match="not a valid Mark"):
        board.winning_moves(mark)


@pytest.mark.parametrize("cell", [Cell(-1, 0), Cell(3, 0), Cell(0, -1), Cell(0, 3)])
def test_no_mark_is_read_beside_the_board(cell: Cell) -> None:
    with pytest.raises(IndexError):
        Board(Rules(3, 3, 3))[cell]


def test_plies_can_be_sliced_and_legal_moves_counted() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 1), (2, 2))
    assert board.plies[1:] == (Cell(1, 1), Cell(2, 2))
    assert Cell(0, 0) not in board.legal_moves
    assert Cell(-1, 0) not in board.legal_moves
    assert Cell(3, 0) not in board.legal_moves
    assert Cell(-2, 1) not in board.legal_moves
    assert Cell(0, 4) not in board.legal_moves
    assert Cell(1, -3) not in board.legal_moves
    assert (0, 1) in board.legal_moves
    assert "cell" not in board.legal_moves
    with pytest.raises(IndexError):
        board.legal_moves[6]


@pytest.mark.parametrize("k", [33, 60])
@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
def test_long_lines_are_seen_from_every_place_in_them(k: int, step: tuple[int, int]) -> None:
    side = 60
    down, right = step
    start = (0, side - 1) if right < 0 else (0, 0)
    line = [Cell(start[0] + i * down, start[1] + i * right) for i in range(k)]
    for last in (0, k // 2, k - 1):
        others = [cell for cell in Board(Rules(side, side, k)).legal_moves if cell not in set(line)]
        replies = iter(random.Random(last).sample(others, 3 * k))
        board = Board(Rules(side, side, k))
        for _ in range(2 * k):  # no line can be complete before, so none is looked for
            board.push(next(replies))
        for cell in [*line[:last], *line[last + 1 :]]:
            board.push(cell)
            board.push(next(replies))
        assert board.outcome is None
        assert line[last] in board.winning_moves(Mark.X)
        board.push(line[last])
        assert board.outcome
        assert set(line) <= set(board.outcome.line)


def test_a_run_just_short_of_a_long_line_is_no_win() -> None:
    board = Board(Rules(2, 60, 50))
    for col in range(49):
        board.push(Cell(0, col))
        board.push(Cell(1, 2 * col % 59))
    assert board.outcome is None
    board.push(Cell(0, 49))
    assert board.outcome
    assert board.outcome.line == tuple(Cell(0, col) for col in range(50))


@pytest.mark.parametrize("step", [(0, 1), (1, 0), (1, 1), (1, -1)])
@pytest.mark.parametrize("seed", range(6))
def test_long_runs_are_measured_as_a_walk_measures_them(step: tuple[int, int], seed: int) -> None:
    chance, side = random.Random(f"{step}{seed}"), 80
    k = chance.randint(34, 70)
    board, naive = Board(Rules(side, side, k)), NaiveBoard(side, side, k)
    down, right = step
    shift = chance.randint(0, 5)
    line = [
        Cell(i * down + shift * right * right, i if right > 0 else side - 1 - i if right else shift) for i in range(74)
    ]
    others = iter(chance.sample(sorted(set(board.legal_moves) - set(line)), len(line) + 2 * k))
    for _ in range(2 * k):  # no line can be complete before, so none is looked for
        ply = next(others)
        board.push(ply)
        naive.marks[ply] = 1 + len(naive.marks) % 2
    chance.shuffle(line)
    for number, cell in enumerate(line):
        for ply in (next(others), cell) if number == 10 * seed else (cell, next(others)):
            board.push(ply)
            naive.marks[ply] = 1 + len(naive.marks) % 2
            longest = naive.run_through(ply)
            assert (board.outcome is not None) == (longest >= k)
            if board.outcome:
                assert k <= len(board.outcome.line) <= longest
                return


def test_legal_moves_follow_the_board() -> None:
    board = Board(Rules(2, 2, 2))
    legal_moves = board.legal_moves
    board.push(Cell(0, 0))
    assert len(legal_moves) == 3
    assert legal_moves[0] == Cell(0, 1)


def test_winning_moves_are_found_again_after_each_push_and_pop() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (0, 1), (1, 1))
    board.winning_moves(Mark.X).clear()
    assert board.winning_moves(Mark.X) == [Cell(0, 2)]
    board.push(Cell(2, 2))
    assert board.winning_moves(Mark.X) == [Cell(0, 2)]
    board.push(Cell(0, 2))
    assert board.winning_moves(Mark.X) == []
    board.pop()
    assert board.winning_moves(Mark.X) == [Cell(0, 2)]


def test_a_million_cells_and_200_000_plies() -> None:
    rules = Rules(1000, 1000, 5)
    board = Board(rules)
    # A pattern of 4 x 4 blocks in which no five in a row can arise.
    cells = sorted(
        (Cell(row, col) for row in range(400) for col in range(0, 1000, 2)),
        key=lambda cell: (cell.row // 2 % 2 ^ cell.col // 4 % 2, cell),
    )
    half = len(cells) // 2
    for x, o in zip(cells[:half], cells[half:], strict=True):
        board.push(x)
        board.push(o)
    assert board.outcome is None
    assert len(board.plies) == 200_000
    assert len(board.legal_moves) == 800_000
    assert not board.is_dead
    assert board.winning_moves(Mark.X) == board.winning_moves(Mark.O) == []
    for _ in range(200_000):
        board.pop()
    assert len(board.legal_moves) == 1_000_000
