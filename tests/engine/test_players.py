"""The instant computer players."""

from random import Random

import pytest

from engine import Board, Cell, IllegalMove, Mark, Rules
from engine.budget import Budget
from engine.coach.hint import hint
from engine.expert import search
from engine.players import Choice, Reason, classic, easy
from tests.engine.boards import played
from tests.engine.naive import NaiveBoard


def test_classic_wins_when_it_can() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (0, 1), (1, 1))
    assert classic(board, Random(1)) == Choice(Cell(0, 2), Reason.WIN)


def test_classic_blocks_when_it_must() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 1), (0, 1))
    assert classic(board, Random(1)) == Choice(Cell(0, 2), Reason.BLOCK)


def test_classic_takes_the_first_of_several_in_row_order() -> None:
    board = played(Rules(3, 5, 3), (1, 1), (0, 0), (1, 2), (0, 4), (2, 4))
    assert classic(board, Random(1)) == Choice(Cell(1, 0), Reason.BLOCK)


def test_classic_else_draws_from_all_empty_cells() -> None:
    board = played(Rules(2, 3, 3), (0, 1))
    cells = {classic(board, Random(seed)) for seed in range(200)}
    assert cells == {Choice(cell, Reason.RANDOM) for cell in board.legal_moves}


def test_classic_agrees_with_a_trial_of_every_cell() -> None:
    random = Random(5)
    for _ in range(200):
        m, n, k = random.randint(1, 7), random.randint(1, 7), random.randint(2, 4)
        board, naive = Board(Rules(m, n, k)), NaiveBoard(m, n, k)
        while not board.outcome:
            choice = classic(board, random)
            wins, blocks = naive.winning_moves(board.turn), naive.winning_moves(board.turn.other)
            expected = (wins or blocks or [choice.cell])[0]
            reason = Reason.WIN if wins else Reason.BLOCK if blocks else Reason.RANDOM
            assert choice == Choice(Cell(*expected), reason)
            cell = choice.cell if random.random() < 0.5 else random.choice(board.legal_moves)
            naive.marks[cell] = board.turn
            board.push(cell)


@pytest.mark.parametrize("player", [easy, classic])
def test_players_play_to_the_last_cell(player) -> None:
    board = Board(Rules(3, 4, 5))
    while not board.outcome:
        board.push(player(board, Random(3)).cell)
    assert len(board.plies) == 12


def test_the_same_seed_gives_the_same_moves() -> None:
    def game(seed: int) -> list[Cell]:
        board, random = Board(Rules(4, 4, 3)), Random(seed)
        while not board.outcome:
            board.push(easy(board, random).cell)
        return list(board.plies)

    assert game(11) == game(11)


def test_easy_loses_to_classic_more_often_than_not() -> None:
    random, won = Random(2), 0
    for number in range(200):
        board = Board(Rules(3, 3, 3))
        sides = (classic, easy) if number % 2 else (easy, classic)
        while not board.outcome:
            board.push(sides[board.turn - 1](board, random).cell)
        winner = board.outcome.winner
        won += 0 if winner is None else 1 if sides[winner - 1] is classic else -1
    assert won > 50


def test_winning_moves_are_told_for_either_side_whoever_is_to_move() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (0, 1), (1, 1))
    assert board.winning_moves(Mark.X) == [Cell(0, 2)]
    assert board.winning_moves(Mark.O) == [Cell(1, 2)]


@pytest.mark.parametrize("cells", [[(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)], [(0, 0), (0, 1)]])
def test_no_computer_moves_in_a_game_that_is_over(cells: list[tuple[int, int]]) -> None:
    board = played(Rules(3, 3, 3) if len(cells) > 2 else Rules(1, 2, 2), *cells)
    random = Random(1)
    for player in (
        easy,
        classic,
        lambda board, random: search.choose(board, Budget(100), random),
        lambda board, random: search.choose(board, Budget(100), random, swap=True),
        lambda board, random: hint(board, Budget(100), random),
    ):
        for _ in range(4):
            with pytest.raises(IllegalMove, match="over"):
                player(board, random)


def test_near_a_mark_is_near_a_mark_of_either_side() -> None:
    board = Board(Rules(20, 20, 5))
    assert classic(board, Random(1), near=2).cell in {Cell(row, col) for row in range(8, 13) for col in range(8, 13)}
    board.push(Cell(0, 0))
    for seed in range(50):
        for player in (classic, easy):
            choice = player(board, Random(seed), near=2)
            assert (choice.reason, max(choice.cell)) in {(Reason.RANDOM, 1), (Reason.RANDOM, 2)}


def test_where_no_cell_near_a_mark_is_empty_any_other_will_do() -> None:
    board = Board.replay(Rules(2, 9, 9), [Cell(row, col) for col in range(4) for row in range(2)])
    assert classic(board, Random(1), near=0).cell.col > 3
