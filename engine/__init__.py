"""Tic-tac-toe on any board: M rows, N columns, K marks in a row win (the m,n,k-game).

>>> import engine
>>> from engine import Board, Cell, Limit, Rules
>>> board = Board(Rules(m=3, n=4, k=3))
>>> board.push(Cell.from_text("a1"))
>>> board.push(Cell(1, 3))
>>> print(board)
    0 1 2 3
 0  X . . .
 1  . . .[O]
 2  . . . .
>>> choice = engine.choose(board, Limit(nodes=5000))
>>> choice.reason.value, choice.score, [cell.to_text() for cell in choice.line]
('wins by force', inf, ['b1', 'c1', 'b2', 'b3', 'c3'])

The game: Rules, Cell, Mark, Board, Outcome, IllegalMove. Record stores a game. A Board can have millions of cells.

Analysis: choose a move, solve a position, look up the value of an empty board, get a hint, review a game. Each search
takes a Limit of time or nodes. puzzles has positions to solve.

Games between players: play one, or a round_robin with its CrossTable. player makes a computer player of one of LEVELS.

Also here: engine.players (instant computer players), engine.text and engine.svg (drawing), engine.gomocup (a program
for tournaments) and python -m engine (play in the terminal). TicTacToe and engine.square answer published interview
questions.
"""

from engine.analysis import choose, hint, review, solve
from engine.board import Board
from engine.budget import Limit
from engine.coach import puzzles
from engine.coach.findings import Hint, Moment, MomentKind, Proven, Why
from engine.coach.puzzles import Puzzle
from engine.coach.review import Review
from engine.expert.values import value
from engine.players import Choice, Reason
from engine.record import Record, games
from engine.rules import Cell, IllegalMove, Knowledge, Mark, Outcome, Rules, Solution, Value
from engine.tictactoe import TicTacToe
from engine.tournament import LEVELS, CrossTable, Player, Score, play, player, round_robin

__version__ = "0.4.0"  # of the whole project; pyproject.toml reads it

__all__ = [
    "LEVELS", "Board", "Cell", "Choice", "CrossTable", "Hint", "IllegalMove", "Knowledge", "Limit", "Mark",
    "Moment", "MomentKind", "Outcome", "Player", "Proven", "Puzzle", "Reason", "Record", "Review", "Rules", "Score",
    "Solution", "TicTacToe", "Value", "Why", "__version__", "choose", "games", "hint", "play", "player", "puzzles",
    "review", "round_robin", "solve", "value",
]  # fmt: skip
