"""Who may end a game, and when, said to somebody who may not."""

from datetime import datetime
from typing import assert_never

from bot.game import errors, playing
from bot.game.choices import ServerSettings
from bot.game.errors.base import Permission
from bot.game.games import RESTED, RESTED_BETWEEN_PEOPLE, Game
from bot.messages.refusals.permissions import permission
from bot.messages.texts import moment, player
from bot.messages.translator import Translator

_MINUTES = RESTED.seconds // 60
_HOURS = int(RESTED_BETWEEN_PEOPLE.total_seconds()) // 3600


def end_refusal(tr: Translator, error: errors.NotYetYours | errors.MustBePlayedOut, settings: ServerSettings) -> str:
    """Return the sentence for somebody who may not end a game."""
    match error:
        case errors.NotYetYours(game=game):
            only = _only_members(tr) if game.must_be_played_out else _only_players(tr)
            return tr.joined(only, others_can_end(tr, game, settings)) if settings.anyone_may_end else only
        case errors.MustBePlayedOut(game=game, after=after):
            why = _needs_result(tr, game)
            return tr.joined(why, _ways(tr, game), _in_time(tr, game, after))
        case _:
            assert_never(error)


def _needs_result(tr: Translator, game: Game) -> str:
    if game.continues_series:
        # Translators: The answer to `/ttt end` of a player in a rated series. "Result": a win or a draw.
        return tr.gettext("This series counts for the ratings, so each of its games needs a result.")
    # Translators: The answer to `/ttt end` of a player in a rated game. "Result": a win or a draw.
    return tr.gettext("You have both moved in this game and it counts for the ratings, so it needs a result.")


def _moderates(tr: Translator) -> str:
    return permission(tr, Permission.MANAGE_MESSAGES)


def _only_players(tr: Translator) -> str:
    # Translators: The answer to `/ttt end` of somebody else. {permission} is a permission of Discord: Manage Messages.
    return tr.gettext(
        "Only the players and members with the **{permission}** permission can end this game now.",
        permission=_moderates(tr),
    )


def _only_members(tr: Translator) -> str:
    # Translators: The answer to `/ttt end` of somebody else. {permission} is a permission of Discord: Manage Messages.
    return tr.gettext(
        "Only members with the **{permission}** permission can end this game now.", permission=_moderates(tr)
    )


def _ways(tr: Translator, game: Game) -> str:
    if game.board.is_dead:
        # Translators: What a player can do in a rated game that can only be drawn. **Call it a draw** is a button.
        # {permission} is a permission of Discord: Manage Messages.
        return tr.gettext(
            "Play on, give up with `/ttt resign`, tap **Call it a draw**, or ask a member with the **{permission}** "
            "permission to end it.",
            permission=_moderates(tr),
        )
    # Translators: What a player can do in a rated game. {permission} is a permission of Discord: Manage Messages.
    return tr.gettext(
        "Play on, give up with `/ttt resign`, or ask a member with the **{permission}** permission to end it.",
        permission=_moderates(tr),
    )


def _in_time(tr: Translator, game: Game, after: datetime | None) -> str:
    if game.clock:
        # Translators: Said to a player in a game in which each move has a time limit.
        return tr.gettext("Whoever runs out of time loses.")
    if after:
        # Translators: Said to a player; `/ttt end` stands there as a verb: "you can end it by `/ttt end`". {number} is
        # 30; {when} is shown by Discord in the reader's language, such as "in 5 minutes".
        return tr.ngettext(
            "If your opponent doesn't move for {number} minute ({when}), you can `/ttt end` it.",
            "If your opponent doesn't move for {number} minutes ({when}), you can `/ttt end` it.",
            _MINUTES,
            when=moment(after),
        )
    # Translators: Said to a player; `/ttt end` stands there as a verb: "you can end it by `/ttt end`". {number} is 30.
    return tr.ngettext(
        "If your opponent doesn't move for {number} minute, you can `/ttt end` it.",
        "If your opponent doesn't move for {number} minutes, you can `/ttt end` it.",
        _MINUTES,
    )


def others_can_end(tr: Translator, game: Game, settings: ServerSettings) -> str:
    """Return when people who don't play may end a game, if ever."""
    if deadline := game.clock and game.clock.deadline:
        # Translators: When somebody else's game, "it", ends at the latest. {when} is shown by Discord in the reader's
        # language, such as "in 5 minutes".
        return tr.gettext("Its clock ends it: time runs out {when}.", when=moment(deadline))
    if not settings.anyone_may_end:
        # Translators: Who may end somebody else's game, "it"; `/ttt end` stands there as a verb: "can end it by `/ttt
        # end`". {permission} is a permission of Discord: Manage Messages.
        return tr.gettext(
            "Its players and members with the **{permission}** permission can `/ttt end` it.",
            permission=_moderates(tr),
        )
    when = moment(playing.anyone_may_end(game))
    if game.must_be_played_out:
        # Translators: Who may end somebody else's game, "it"; `/ttt end` stands there as a verb: "can end it by `/ttt
        # end`". {player} is a mention: whose turn it is. {number} is 24; {when} is shown by Discord in the reader's
        # language, such as "in 5 hours".
        return tr.ngettext(
            "Anyone but {player} can `/ttt end` it after {number} hour without a move ({when}).",
            "Anyone but {player} can `/ttt end` it after {number} hours without a move ({when}).",
            _HOURS,
            player=player(tr, game.turn),
            when=when,
        )
    if len(game.humans) > 1:
        # Translators: Who may end somebody else's game, "it"; `/ttt end` stands there as a verb: "can end it by `/ttt
        # end`". {number} is 24; {when} is shown by Discord in the reader's language, such as "in 5 hours".
        return tr.ngettext(
            "Anyone can `/ttt end` it after {number} hour without a move ({when}).",
            "Anyone can `/ttt end` it after {number} hours without a move ({when}).",
            _HOURS,
            when=when,
        )
    # Translators: Who may end somebody else's game against the computer, "it"; `/ttt end` stands there as a verb: "can
    # end it by `/ttt end`". {number} is 30; {when} is shown by Discord in the reader's language, such as "in 5
    # minutes".
    return tr.ngettext(
        "Anyone can `/ttt end` it after {number} minute without a move ({when}).",
        "Anyone can `/ttt end` it after {number} minutes without a move ({when}).",
        _MINUTES,
        when=when,
    )
