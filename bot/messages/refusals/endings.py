"""Who may end a game, and when, said to somebody who may not."""

from typing import assert_never

from bot.game import errors, playing
from bot.game.games import RESTED, RESTED_BETWEEN_PEOPLE, Game
from bot.game.servers import ServerSettings
from bot.messages.texts import moment, player

_MODERATES = "the **Manage Messages** permission"
_RESTED = f"{RESTED.seconds // 60} minutes"
_RESTED_BETWEEN_PEOPLE = f"{RESTED_BETWEEN_PEOPLE.total_seconds() // 3600:.0f} hours"


def end_refusal(error: errors.NotYetYours | errors.MustBePlayedOut, settings: ServerSettings) -> str:
    """Return the sentence for somebody who may not end a game."""
    match error:
        case errors.NotYetYours(game=game):
            who = "members" if game.must_be_played_out else "the players and members"
            only = f"Only {who} with {_MODERATES} can end this game"
            if settings.anyone_may_end:
                return f"{only} now. {others_can_end(game, settings)}"
            return f"{only}."
        case errors.MustBePlayedOut(game=game, after=after):
            draw = "tap **Call it a draw**, " if game.board.is_dead else ""
            if game.clock:
                return (
                    "You have both moved in this game and it counts for the ratings, so it needs a result. "
                    f"Play on, give up with `/ttt resign`, {draw}or ask a member with {_MODERATES} to end it. "
                    "Whoever runs out of time loses."
                )
            when = f" ({moment(after)})" if after else ""
            return (
                "You have both moved in this game and it counts for the ratings, so it needs a result. "
                f"Play on, give up with `/ttt resign`, {draw}or ask a member with {_MODERATES} to end it. "
                f"If your opponent doesn't move for {_RESTED}{when}, you can `/ttt end` it."
            )
        case _:
            assert_never(error)


def others_can_end(game: Game, settings: ServerSettings) -> str:
    """Return when people who don't play may end a game, if ever."""
    when = playing.anyone_may_end(game)
    if when is None:
        deadline = game.clock and game.clock.deadline
        return f"Its clock ends it: time runs out {moment(deadline)}." if deadline else "Its clock ends it."
    if not settings.anyone_may_end:
        return f"Its players and members with {_MODERATES} can `/ttt end` it."
    who = f"Anyone but {player(game.turn)}" if game.must_be_played_out else "Anyone"
    rest = _RESTED if len(game.humans) == 1 else _RESTED_BETWEEN_PEOPLE
    return f"{who} can `/ttt end` it after {rest} without a move ({moment(when)})."
