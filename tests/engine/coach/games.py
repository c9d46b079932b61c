"""Random games for the coach's tests."""

from random import Random

from engine import Board, Cell, Mark, Rules
from engine.players import classic

GAMES = {  # 300 of them, fewer where the referee takes longer
    (3, 3, 3): 50, (3, 4, 3): 50, (4, 4, 3): 56, (3, 5, 3): 50, (4, 5, 3): 40, (3, 5, 4): 30, (4, 4, 4): 20,
    (4, 5, 4): 4,
}  # fmt: skip


def finished(rules: Rules, random: Random) -> tuple[Cell, ...]:
    """Return a finished game between players who notice some of the wins and threats."""
    board = Board(rules)
    care = random.choice((0.0, 0.5, 0.9))
    while not board.outcome:
        cell = classic(board, random).cell if random.random() < care else random.choice(board.legal_moves)
        board.push(cell)
    return tuple(board.plies)


def marks(plies: tuple[Cell, ...], side: Mark) -> list[tuple[int, int]]:
    """Return the cells of one side."""
    return [*plies[side - 1 :: 2]]
