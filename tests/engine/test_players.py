"""The instant computer players."""

from random import Random

import pytest

from engine import Board, Cell, IllegalMove, Rules
from engine.players import Choice, Reason, classic, easy
from tests.engine.boards import played
from tests.engine.naive import NaiveBoard


def test_classic_prefers_the_first_win_then_the_first_block() -> None:
    random = Random(5)
    for _ in range(100):
        m, n, k = random.randint(1, 7), random.randint(1, 7), random.randint(2, 4)
        board, naive = Board(Rules(m, n, k)), NaiveBoard(m, n, k)
        while not board.outcome:
            choice = classic(board, random)
            wins, blocks = naive.winning_moves(board.turn), naive.winning_moves(board.turn.other)
            expected = (wins or blocks or [choice.cell])[0]
            reason = Reason.WIN if wins else Reason.BLOCK if blocks else Reason.RANDOM
            assert choice == Choice(Cell(*expected), reason)
            cell = choice.cell if random.random() < 0.5 else random.choice(board.legal_moves)
            naive.set(cell)
            board.push(cell)


def test_classic_otherwise_picks_any_empty_cell() -> None:
    board = played(Rules(2, 3, 3), (0, 1))
    cells = {classic(board, Random(seed)) for seed in range(200)}
    assert cells == {Choice(cell, Reason.RANDOM) for cell in board.legal_moves}


def test_the_same_seed_gives_the_same_moves() -> None:
    def game(seed: int) -> list[Cell]:
        board, random = Board(Rules(3, 4, 5)), Random(seed)
        while not board.outcome:
            board.push(easy(board, random).cell)
        return list(board.plies)

    assert game(11) == game(11)
    assert len(game(11)) == 12


@pytest.mark.parametrize("player", [easy, classic])
def test_no_player_moves_in_a_finished_game(player) -> None:
    won = played(Rules(3, 3, 3), (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    random = Random(1)
    for board in [won, played(Rules(1, 2, 2), (0, 0), (0, 1))] * 4:
        with pytest.raises(IllegalMove, match="over"):
            player(board, random)


def test_random_moves_are_near_a_mark_of_either_side() -> None:
    board = Board(Rules(20, 20, 5))
    assert classic(board, Random(1), near=2).cell in {Cell(row, col) for row in range(8, 13) for col in range(8, 13)}
    board.push(Cell(0, 0))
    for seed in range(50):
        for player in (classic, easy):
            choice = player(board, Random(seed), near=2)
            assert (choice.reason, max(choice.cell)) in {(Reason.RANDOM, 1), (Reason.RANDOM, 2)}


def test_random_moves_fall_back_to_distant_cells() -> None:
    board = Board.replay(Rules(2, 9, 9), [Cell(row, col) for col in range(4) for row in range(2)])
    assert classic(board, Random(1), near=0).cell.col > 3
