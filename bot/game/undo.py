"""What an undo takes back, and whose consent it needs: pure values and functions."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from bot.game.errors import GameError, GameOver, NothingToUndo, PlayerDeleted
from bot.game.games import DELETED_USER, Ending, Game, Human, UserId
from engine import Mark


@dataclass(frozen=True)
class Undo:
    """How many plies an undo takes back, and whose consent it needs (None: nobody's)."""

    plies: int
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
    side = game.side(user)
    if DELETED_USER in game.humans:  # who is deleted can't play on
        raise PlayerDeleted(game)
    by_words = game.result is not None and game.result.ending not in (Ending.LINE, Ending.FULL)
    solo = game.computer is not None
    if by_words:
        if solo and game.result and game.result.ending in (Ending.RESIGNED, Ending.AGREED):
            return Undo(plies=0)
        raise GameOver(game)
    moved_last = bool(game.plies) and (len(game.plies) % 2 == 1) == (side is Mark.X)
    if moved_last:
        return Undo(plies=1)
    if len(game.plies) < 2:
        raise NothingToUndo(game)
    other = game.player(side.other)
    return Undo(plies=2, consent=other.id if isinstance(other, Human) else None)


def can_undo(game: Game) -> bool:
    """Return whether anybody in the game has something to take back."""
    for user in game.humans:
        with suppress(GameError):
            undo_for(game, user)
            return True
    return False


def taken_back(game: Game, plies: int, now: datetime) -> Game:
    """Return the game with its last plies gone; a finished one is open again."""
    clock = game.clock and game.clock.taken_back(plies, game.touched if game.result else now, now)
    left = game.plies[: len(game.plies) - plies]
    return replace(game, plies=left, result=None, touched=now, request=None, clock=clock)
