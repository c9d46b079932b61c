"""Play in a terminal: python -m engine M N K [--ai LEVEL]."""

import argparse
from random import Random

from engine.analysis import A_SECOND
from engine.board import Board
from engine.rules import Cell, Mark, Rules
from engine.text import draw
from engine.tournament import LEVELS


def main(arguments: list[str] | None = None) -> None:
    """Play one game in the terminal. The computer, if any, is Player 2."""
    board, level = _game(arguments)
    computer = LEVELS.get(level or "")
    random = Random()
    print("Type a row and a column, counted from 0, such as 1 2, or a cell, such as c2. Or type undo or quit.")
    print(f"\n{draw(board)}\n")
    while not board.outcome:
        try:
            line = input(f"Player {board.turn:d} ({board.turn}): ")
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if line.strip() in ("quit", "exit", "q"):
            return
        try:
            _play(board, line, solo=computer is not None)
        except ValueError as error:
            print(f"Not a valid move: {error}.")
            continue
        if computer and board.turn is Mark.O and not board.outcome:
            choice = computer(board, random, A_SECOND)
            board.push(choice.cell)
            print(f"The computer took ({choice.cell.row}, {choice.cell.col}): {choice.reason.value}.")
        print(f"\n{draw(board)}\n")
    print(f"Player {board.outcome.winner:d} won" if board.outcome.winner else "Draw")


def _game(arguments: list[str] | None) -> tuple[Board, str | None]:
    parser = argparse.ArgumentParser("python -m engine", description="Tic-tac-toe on any board, in the terminal.")
    for name, meaning in (("m", "rows"), ("n", "columns"), ("k", "marks in a row to win")):
        parser.add_argument(name, type=int, help=meaning)
    parser.add_argument("--ai", choices=LEVELS, nargs="?", const="classic", help="play against the computer")
    options = parser.parse_args(arguments)
    m, n, k = options.m, options.n, options.k
    try:
        rules = Rules(m, n, k)
    except ValueError as error:
        parser.error(f"{error}")
    if k > max(m, n):
        parser.error(f"{k} in a row doesn't fit on {m}x{n}: choose k from 1 to {max(m, n)}")
    return Board(rules), options.ai


def _play(board: Board, line: str, *, solo: bool) -> None:
    """Undo or make the move that the user typed.

    Raises ValueError: the line is neither undo nor a legal move. The message says why.
    """
    if line.strip() == "undo":
        for _ in range(min(2 if solo else 1, len(board.plies))):
            board.pop()
        return
    try:
        cell = Cell.from_text(line)
    except ValueError:
        raise ValueError("type a row and a column, such as 1 2") from None
    board.push(cell)


if __name__ == "__main__":
    main()
