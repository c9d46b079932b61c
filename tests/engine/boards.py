"""Boards for the tests."""

from collections.abc import Collection
from random import Random

from engine import Board, Cell, Rules


def played(rules: Rules, *cells: tuple[int, int]) -> Board:
    """Return the board after these plies."""
    return Board.replay(rules, [Cell(*cell) for cell in cells])


def random_board(random: Random, rules: Rules, plies: int) -> Board:
    """Return the board after this number of random plies, or fewer if the game ends."""
    board = Board(rules)
    while len(board.plies) < plies and not board.is_over:
        board.push(random.choice(board.legal_moves))
    return board


def wins_by_threats(board: Board, depth: int, near: Collection[Cell] | None = None) -> bool:
    """Return whether threats alone, each with one answer, win for the side to move, by trial on the board.

    Shapes: near are the cells where that side may make threats, any if None.
    """
    if board.winning_moves(board.turn):
        return True
    must = board.winning_moves(board.turn.other)
    if len(must) > 1 or not depth:
        return False
    for cell in must or list(board.legal_moves):
        if near is not None and cell not in near:
            continue
        board.push(cell)
        stops = [] if board.outcome or board.winning_moves(board.turn) else board.winning_moves(board.turn.other)
        won = len(stops) > 1
        if len(stops) == 1:
            board.push(stops[0])
            won = not board.outcome and wins_by_threats(board, depth - 1, near)
            board.pop()
        board.pop()
        if won:
            return True
    return False
