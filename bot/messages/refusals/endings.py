"""Who may end a game, and when, said to somebody who may not."""

from datetime import datetime
from typing import assert_never

from bot.game import errors, playing
from bot.game.games import RESTED, RESTED_BETWEEN_PEOPLE, Game
from bot.game.servers import ServerSettings
from bot.messages.texts import moment, player

_MODERATES = "the **Manage Messages** permission"
_ONLY_PLAYERS = f"Only the players and members with {_MODERATES} can end this game now."
_ONLY_MEMBERS = f"Only members with {_MODERATES} can end this game now."
_NEEDS_RESULT = "You have both moved in this game and it counts for the ratings, so it needs a result."
_WAYS = f"Play on, give up with `/ttt resign`, or ask a member with {_MODERATES} to end it."
_WAYS_AND_DRAW = (
    f"Play on, give up with `/ttt resign`, tap **Call it a draw**, or ask a member with {_MODERATES} to end it."
)
_RESTED = f"{RESTED.seconds // 60} minutes"
_RESTED_BETWEEN_PEOPLE = f"{RESTED_BETWEEN_PEOPLE.total_seconds() // 3600:.0f} hours"


def end_refusal(error: errors.NotYetYours | errors.MustBePlayedOut, settings: ServerSettings) -> str:
    """Return the sentence for somebody who may not end a game."""
    match error:
        case errors.NotYetYours(game=game):
            only = _ONLY_MEMBERS if game.must_be_played_out else _ONLY_PLAYERS
            return f"{only} {others_can_end(game, settings)}" if settings.anyone_may_end else only
        case errors.MustBePlayedOut(game=game, after=after):
            ways = _WAYS_AND_DRAW if game.board.is_dead else _WAYS
            return f"{_NEEDS_RESULT} {ways} {_in_time(game, after)}"
        case _:
            assert_never(error)


def _in_time(game: Game, after: datetime | None) -> str:
    if game.clock:
        return "Whoever runs out of time loses."
    if after:
        return f"If your opponent doesn't move for {_RESTED} ({moment(after)}), you can `/ttt end` it."
    return f"If your opponent doesn't move for {_RESTED}, you can `/ttt end` it."


def others_can_end(game: Game, settings: ServerSettings) -> str:
    """Return when people who don't play may end a game, if ever."""
    if deadline := game.clock and game.clock.deadline:
        return f"Its clock ends it: time runs out {moment(deadline)}."
    if not settings.anyone_may_end:
        return f"Its players and members with {_MODERATES} can `/ttt end` it."
    who = f"Anyone but {player(game.turn)}" if game.must_be_played_out else "Anyone"
    rest = _RESTED if len(game.humans) == 1 else _RESTED_BETWEEN_PEOPLE
    return f"{who} can `/ttt end` it after {rest} without a move ({moment(playing.anyone_may_end(game))})."
