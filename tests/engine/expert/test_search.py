"""The expert player."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from random import Random
from types import FrameType

import pytest

from engine import Board, Cell, Mark, Rules, Value
from engine.budget import CHECK_INTERVAL, UNLIMITED, Budget
from engine.expert.position import Position
from engine.expert.search import choose
from engine.expert.solve import SIDE, view
from engine.players import HARD, MEDIUM, Handicap, Reason, classic
from tests.engine.boards import played, random_board, wins_by_threats
from tests.engine.expert.proofs import checked

ODD_BOARDS = [
    (1, 1, 1), (1, 1, 2), (1, 5, 3), (5, 1, 3), (2, 2, 3), (2, 2, 2), (3, 3, 5), (1, 9, 1), (100, 100, 5),
    (100, 100, 100), (30, 3, 3), (3, 40, 4), (25, 25, 16), (19, 19, 15),
]  # fmt: skip


@pytest.mark.parametrize(("m", "n", "k"), ODD_BOARDS)
@pytest.mark.parametrize("filled", [0.0, 0.2, 1.0])
def test_the_expert_moves_legally_on_every_board(m: int, n: int, k: int, filled: float) -> None:
    board = random_board(Random(4), Rules(m, n, k), ceil(filled * (m * n - 1)))
    if board.outcome:
        board.pop()
    before = list(board.plies)
    cell = choose(board, Budget(100), Random(1)).cell
    assert list(board.plies) == before
    board.push(cell)


@pytest.mark.parametrize(("rules", "marks"), [(Rules(9, 9, 5), 16), (Rules(7, 8, 4), 7)])
def test_the_expert_finds_exactly_the_wins_by_threats(rules: Rules, marks: int) -> None:
    random, forced = Random(6), 0
    for _ in range(20):
        board = Board(rules)
        while len(board.plies) < marks and not board.outcome:
            cell = Cell(random.randrange(1, 7), random.randrange(1, 7))
            if board[cell] is None:
                board.push(cell)
        if board.outcome or board.winning_moves(board.turn) or board.winning_moves(board.turn.other):
            continue
        choice = choose(board, Budget(1200), random)
        if wins_by_threats(board, 6):
            forced += 1
            assert choice.reason is Reason.FORCED
        if choice.reason is Reason.FORCED and rules.k == 5:
            assert wins_by_threats(board, 30)
    assert forced > 3


@pytest.mark.parametrize(("m", "n", "k"), [(7, 7, 4), (10, 10, 5), (6, 20, 5)])
def test_the_expert_beats_the_classic_player(m: int, n: int, k: int) -> None:
    random = Random(8)
    for expert in (Mark.X, Mark.O, Mark.X, Mark.O):
        board = Board(Rules(m, n, k))
        while not board.outcome:
            if board.turn is expert:
                board.push(choose(board, Budget(300), random).cell)
            else:
                board.push(classic(board, random).cell)
        assert board.outcome.winner is expert


@pytest.mark.process
def test_the_same_seed_gives_the_same_game_in_any_process() -> None:
    program = """
from random import Random
from engine import Board, Rules
from engine.budget import Budget
from engine.expert.search import choose
board, random = Board(Rules(9, 9, 5)), Random(3)
while len(board.plies) < 14 and not board.outcome:
    board.push(choose(board, Budget(400), random).cell)
print(list(map(tuple, board.plies)))
"""
    games = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, check=True, capture_output=True, text=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(games) == 1


class Late:
    """A clock that is late after some looks and counts the marks a search makes between looks."""

    def __init__(self, *, after: int) -> None:
        self.looks = 0
        self.marks: list[int] = [0]  # made before each look, and after the last
        self._after = after

    def __call__(self) -> bool:
        self.looks += 1
        self.marks.append(0)
        return self.looks > self._after

    @contextmanager
    def counting(self) -> Iterator[None]:
        def count(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and frame.f_code is Position.make.__code__:
                self.marks[-1] += 1

        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(None)


@pytest.mark.parametrize(
    ("m", "n", "k", "marks"), [(15, 15, 5, 6), (40, 40, 15, 60), (7, 7, 4, 8), (5, 5, 4, 4), (4, 4, 3, 4)]
)
@pytest.mark.parametrize("after", [0, 1, 3, 60])
def test_a_late_search_answers_with_the_best_move_so_far(m: int, n: int, k: int, marks: int, after: int) -> None:
    random, late = Random(7), Late(after=after)
    board = random_board(random, Rules(m, n, k), marks)
    before = list(board.plies)
    with late.counting():
        choice = choose(board, Budget(10**6, late), random)
    assert choice.cell in board.legal_moves
    assert list(board.plies) == before
    setting_up = 6 * marks  # a position is set up mark by mark, for a view, for a question, for the search
    assert max(late.marks[1:]) <= setting_up + 3 * CHECK_INTERVAL
    assert sum(late.marks[after + 1 :]) <= setting_up + min(m, SIDE) * min(n, SIDE)  # a try of each place, no search


def test_a_search_cut_short_claims_no_proven_loss() -> None:
    # Each move searched before the nodes ran out loses, and one of those after it does not.
    board = played(Rules(5, 5, 4), (3, 3), (0, 2), (3, 0))
    assert choose(board, Budget(45_000), Random(1)).proven in {None, Value(None)}
    board = played(Rules(3, 3, 3), (0, 2), (2, 2), (1, 0))
    assert choose(board, Budget(10), Random(1)).proven in {None, Value(None)}


def test_proven_values_are_true() -> None:
    counts: Counter[str] = Counter()
    for seed in range(80):
        counts += checked(seed, budgets=(10, 300, 2_000), most=3_000)
    assert counts["right"] > 160


def test_threats_far_from_the_center_are_seen() -> None:
    board = played(Rules(100, 100, 5), (97, 2), (5, 5), (97, 3), (50, 50), (97, 4), (60, 40))
    choice = choose(board, Budget(300), Random(1))
    assert choice.cell in {Cell(97, 1), Cell(97, 5)}
    assert (choice.reason, choice.proven) == (Reason.FORCED, Value(Mark.X, 3))


def test_the_expert_prefers_its_own_win_to_a_defense() -> None:
    board = played(Rules(100, 100, 5), (50, 50), (20, 49), (50, 51), (21, 49), (50, 52), (22, 49), (80, 80), (23, 53))
    choice = choose(board, Budget(300), Random(1))
    assert (choice.reason, choice.cell.row) == (Reason.FORCED, 50)


def test_a_line_leaving_the_view_prevents_a_false_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.expert.solve.MOST_VIEWS", 1)  # around the latest mark
    # X's (63, 46) forces O to (59, 46), which lengthens O's row 59, whose left part is out of view: a four for O.
    own = [(60, 46), (61, 46), (62, 46), (63, 48), (63, 49), (60, 50)]
    other = [(59, 43), (59, 44), (59, 45), (64, 46), (58, 46), (60, 65)]
    board = played(Rules(100, 100, 5), *(cell for both in zip(own, other, strict=True) for cell in both))
    assert view(board).corner.col == 45
    assert choose(board, Budget(300), Random(1)).reason is not Reason.FORCED


@pytest.mark.parametrize("side", [24, 25, 40, 100])
def test_an_open_three_far_from_the_latest_marks_is_seen(side: int) -> None:
    x, o = ["b1", "c1", "d1"], ["y23", "v24", "x22"] if side > 24 else ["x23", "v24", "x22"]
    later = ["t20", "q21", "s18", "v17", "p19", "r23", "x16", "u15"]
    cells = [*(name for pair in zip(x, o, strict=True) for name in pair), *later]
    board = Board.replay(Rules(side, side, 5), map(Cell.from_text, cells))
    choice = choose(board, Budget(5_000), Random(1))
    assert (choice.reason, choice.cell) == (Reason.FORCED, Cell.from_text("e1"))
    board.push(Cell.from_text("m12"))
    assert choose(board, Budget(5_000), Random(1)).cell in {Cell(0, 0), Cell(0, 4), Cell(0, 5)}


@pytest.mark.parametrize("handicap", [MEDIUM, HARD])
def test_a_handicap_never_misses_a_line_or_a_block(handicap: Handicap) -> None:
    win, block = Board.from_text("oo./xx./... 3"), Board.from_text("x.x/.o./... 3")
    for seed in range(50):
        for board, cell in ((win, Cell(1, 2)), (block, Cell(0, 1))):
            assert choose(board, Budget(10_000), Random(seed), handicap=handicap).cell == cell


@pytest.mark.parametrize(
    "rules", [Rules(3, 3, 3), Rules(5, 5, 4), Rules(30, 30, 5), Rules(12, 12, 9), Rules(20, 20, 16)]
)
def test_a_handicapped_game_is_repeatable_and_legal_on_any_board(rules: Rules) -> None:
    def game(seed: int) -> list[Cell]:
        board, random = Board(rules), Random(seed)
        while not board.outcome and len(board.plies) < 12:
            handicap = MEDIUM if board.turn is Mark.X else HARD
            board.push(choose(board, Budget(UNLIMITED), random, swap=len(board.plies) == 0, handicap=handicap).cell)
        return list(board.plies)

    assert game(3) == game(3)
    assert len({tuple(game(seed)) for seed in range(4)}) > 1


def test_a_slip_marks_one_of_the_most_promising_cells() -> None:
    board = Board.from_text("......./......./......./...x.../..o..../......./....... 4")
    always, never = Handicap(200, (1, 1, 1), 5), Handicap(200, (0, 0, 0), 5)
    slips = [choose(board, Budget(10_000), Random(seed), handicap=always) for seed in range(60)]
    assert {choice.reason for choice in slips} == {Reason.RANDOM}
    assert 1 < len({choice.cell for choice in slips}) <= 25
    assert all(max(abs(choice.cell.row - 3), abs(choice.cell.col - 3)) <= 2 for choice in slips)
    budget = Budget(10_000)
    assert choose(board, budget, Random(1), handicap=never).reason is not Reason.RANDOM
    assert budget.total - budget.left <= 200
