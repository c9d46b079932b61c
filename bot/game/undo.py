"""What an undo takes back, and whose consent it needs: pure values and functions."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from bot.game.errors import GameError, GameOver, NothingToUndo, PlayerDeleted
from bot.game.games import DELETED_USER, Ending, Game, Human, UserId
from engine import Mark

AFTER_SWAP = 2  # moves: the first mark, and the swap


class Undo(NamedTuple):
    """How many moves an undo takes back, a swap among them, and whose consent it needs (None: nobody's)."""

    moves: int
    consent: UserId | None = None


def undo_for(game: Game, user: UserId) -> Undo:
    """Return what an undo by a person would take back.

    Against the computer: its reply and the person's own move, or only a resignation or an agreed draw. Between
    people: the last move by the one who made it, or, with the opponent's consent, the reply as well.

    Raises
    ------
    NotYourGame, GameOver, PlayerDeleted, NothingToUndo
        They don't play here, the game was ended by words, or they have made no move.
    """
    undo = _undo(game, game.side(user))
    if isinstance(undo, GameError):
        raise undo
    return undo


def can_undo(game: Game) -> bool:
    """Return whether anybody in the game has something to take back."""
    for side, player in ((Mark.X, game.x), (Mark.O, game.o)):
        if isinstance(player, Human) and isinstance(_undo(game, side), Undo):
            return True
    return False


def _undo(game: Game, side: Mark) -> Undo | GameError:
    """Return what an undo by the person of a side would take back, or why it is refused."""
    if DELETED_USER in game.humans:  # who is deleted can't play on
        return PlayerDeleted(game)
    by_words = game.result is not None and game.result.ending not in (Ending.LINE, Ending.FULL)
    solo = game.computer is not None
    if by_words:
        if solo and game.result and game.result.ending in (Ending.RESIGNED, Ending.AGREED):
            return Undo(0)
        return GameOver(game)
    moves = game.moves
    moved_last = bool(game.plies) and (moves % 2 == 1) == (side is game.began)
    if moved_last:
        return Undo(1)
    if moves < 2:
        return NothingToUndo(game)
    return Undo(2, (game.o if side is Mark.X else game.x).id)


def taken_back(game: Game, moves: int, now: datetime) -> Game:
    """Return the game with its last moves gone; a finished one is open again.

    A swap that is taken back gives both players their sides back.
    """
    clock = game.clock and game.clock.taken_back(moves, game.touched if game.result else now, now)
    left = game.moves - moves
    before_swap = bool(game.swapped) and left < AFTER_SWAP
    plies = game.plies[: left if before_swap else len(game.plies) - moves]
    after = replace(game, plies=plies, result=None, touched=now, request=None, clock=clock)
    return replace(after, x=game.o, o=game.x, swapped=False) if before_swap else after
