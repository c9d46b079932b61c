"""Tic-tac-toe on any board: M rows, N columns, K marks in a row win (the m,n,k-game).

>>> from engine import Board, Cell, Rules
>>> board = Board(Rules(m=3, n=4, k=3))
>>> for cell in (Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1), Cell(2, 0)):
...     board.push(cell)
>>> board.outcome.winner, board.outcome.line
(<Mark.X: 1>, (Cell(row=0, col=0), Cell(row=1, col=0), Cell(row=2, col=0)))

Board is the game itself, for boards up to millions of cells, and value tells how it ends with best play, where that is
known. Around them: engine.text draws a board, engine.players plays, engine.expert searches and solves. Two published
interview versions of the game stand on their own, TicTacToe here and both in engine.square.
"""

from engine.board import Board
from engine.expert.values import value
from engine.record import Record
from engine.rules import Cell, IllegalMove, Knowledge, Mark, Outcome, Rules, Value
from engine.tictactoe import TicTacToe

__version__ = "0.2.0"  # of the whole project; pyproject.toml reads it from here

__all__ = [
    "Board", "Cell", "IllegalMove", "Knowledge", "Mark", "Outcome", "Record", "Rules", "TicTacToe", "Value",
    "__version__", "value",
]  # fmt: skip
