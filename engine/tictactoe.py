"""The published interview question "M x N board with configurable win condition": a class that prints as it plays."""

from random import Random
from typing import TextIO

from engine.board import Board
from engine.players import Reason, classic
from engine.rules import Cell, Rules

_GLYPHS = (" ", "X", "O")


class TicTacToe:
    """An M x N board on which K in a row wins, for two people, or for one against the computer if isAI is true.

    It prints to output, by default standard output. random is the computer's source of random moves.

    >>> from random import Random
    >>> game = TicTacToe(2, 2, 2)
    >>> game.move(0, 0)
    <BLANKLINE>
    Board:
    | X |   |
    |   |   |
    <BLANKLINE>
    0

    Raises ValueError: M, N or K is below 1.

    Source: the published interview question. undo, random and output are our additions.
    """

    def __init__(
        self,
        M: int,  # noqa: N803
        N: int,  # noqa: N803
        K: int,  # noqa: N803
        isAI: bool = False,  # noqa: N803, FBT001, FBT002
        *,
        random: Random | None = None,
        output: TextIO | None = None,
    ) -> None:
        self._board = Board(Rules(M, N, K))
        self._has_computer = isAI
        self._random = random or Random()
        self._output = output

    def move(self, i: int, j: int) -> int:
        """Mark row i, column j for the current player, print the board, and return the result.

        The result is 1 or 2 if that player won, -1 for a draw, 0 if the game goes on or was already over. If isAI is
        true, the computer replies before this method returns, and the result includes its reply.

        Raises IllegalMove: the cell is off the board or taken. Nothing changes, and nothing is printed.
        """
        if self._board.outcome:
            self._print("Game is already over!")
            return 0
        self._push(Cell(i, j))
        if self._has_computer and not self._board.outcome:
            self._print("AI (Player 2) is thinking...")
            choice = classic(self._board, self._random)
            verb = "blocks" if choice.reason is Reason.BLOCK else "plays"
            self._print(f"AI {verb} at ({choice.cell.row}, {choice.cell.col})")
            self._push(choice.cell)
        outcome = self._board.outcome
        return int(outcome.winner or -1) if outcome else 0

    def undo(self) -> None:
        """Take back the last move, and the computer's reply if there is one, and print the board.

        Raises IndexError: there is no move to take back.
        """
        self._board.pop()
        if self._has_computer and len(self._board.plies) % 2:
            self._board.pop()
        self._print_board()

    def _push(self, cell: Cell) -> None:
        self._board.push(cell)
        self._print_board()
        if outcome := self._board.outcome:
            self._print(f"Player {outcome.winner:d} won" if outcome.winner else "Draw")

    def _print_board(self) -> None:
        self._print("\nBoard:")
        for row in range(self._board.rules.m):
            self._print("| " + " | ".join(_GLYPHS[mark] for mark in self._board.row(row)) + " |")
        self._print()

    def _print(self, text: str = "") -> None:
        print(text, file=self._output)
