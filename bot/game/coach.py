"""The turning points of a finished game, and another try at one of them: pure values and rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from bot.game.errors import OldBoard
from engine import Board, Cell, IllegalMove, Mark

if TYPE_CHECKING:
    from bot.game.games import Game
    from engine.coach.findings import Answer, Moment, Proven
    from engine.coach.review import Review

MOST_MOVES = 6  # in a win to look for
LARGEST = 24  # rows and columns; on larger boards, the coach proves too little


def shown_moments(game: Game, review: Review) -> list[Moment]:
    """Return the moments of a review. With the swap rule, the first mark is never a mistake."""
    return [each for each in review.moments if each.number > 1 or not game.format.swap]


@dataclass(frozen=True)
class Retry:
    """Another try at a ply of a finished game. cells are the moves of the try, the reader's and the computer's in turn.

    number is the number of the ply, from 1. moves is the number of moves in which its side wins by force. If it is 0,
    the position is a draw: one move that doesn't lose is right, for example holder.
    """

    game: Game
    number: int
    moves: int
    holder: Cell | None = None
    cells: tuple[Cell, ...] = ()

    @classmethod
    def of(cls, game: Game, moment: Moment) -> Retry | None:
        """Return the try that a moment of a review offers, None if too little is proven."""
        before = moment.before
        if before is None or max(game.rules.m, game.rules.n) > LARGEST:
            return None
        if before.winner is moment.mark:
            return cls(game, moment.number, before.moves) if 0 < before.moves <= MOST_MOVES else None
        is_draw_lost = before.winner is None and moment.after is not None and before.line
        return cls(game, moment.number, 0, before.line[0]) if is_draw_lost else None

    @property
    def side(self) -> Mark:
        """The side of the reader."""
        return Mark.X if self.number % 2 else Mark.O

    @cached_property
    def board(self) -> Board:
        """The position. Don't change it. Raises OldBoard: the game has other moves by now."""
        try:
            return Board.replay(self.game.rules, (*self.game.plies[: self.number - 1], *self.cells))
        except IllegalMove as changed:
            raise OldBoard(self.game) from changed

    @property
    def left(self) -> int:
        """The number of moves that are left for the win."""
        return self.moves - len(self.cells) // 2

    @property
    def is_over(self) -> bool:
        """Whether nothing can be tried here: the try has ended, or the game has other moves by now."""
        if not 0 < self.number <= len(self.game.plies) or self.board.is_over or self.board.turn is not self.side:
            return True
        # A proven win doesn't take the last cell of the board, unless it completes the line.
        is_full = len(self.board.legal_moves) == 1 and not self.board.winning_moves(self.side)
        return self.moves > 0 and (self.left < 1 or is_full)

    def is_solved_by(self, cell: Cell) -> bool:
        """Return whether a cell solves the try, as far as it is known without a search."""
        return cell == self.holder or cell in self.board.winning_moves(self.side)

    def with_cells(self, *cells: Cell) -> Retry:
        """Return the try after these moves."""
        return replace(self, cells=(*self.cells, *cells))


@dataclass(frozen=True)
class Trial:
    """The result of a tap in a try: the try, the marked cell, if any, and what is proven about it.

    answer is the computer's reply in a win, proven the result after a move that should hold a draw, None if unknown.
    """

    retry: Retry
    cell: Cell | None = None
    is_solved: bool = False
    answer: Answer | None = None
    proven: Proven | None = None
