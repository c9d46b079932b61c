"""What the coach refuses to do."""

from typing import TypeAlias, assert_never

from bot.game import errors
from bot.game.errors.base import Permission
from bot.messages.refusals.permissions import permission
from bot.messages.texts import cell
from bot.messages.translator import Translator

CoachRefusal: TypeAlias = (
    errors.HintsInRated
    | errors.StillOn
    | errors.CoachBusy
    | errors.PuzzleOver
    | errors.PuzzleCellTaken
    | errors.CannotPost
)


def coach_refusal(tr: Translator, error: CoachRefusal) -> str:
    """Return the sentence for a refusal."""
    match error:
        case errors.HintsInRated():
            # Translators: The answer to `/ttt hint` in a game between people that counts for the Elo ratings.
            return tr.gettext(
                "This game counts for the ratings, so there are no hints in it. Play the computer to get some."
            )
        case errors.StillOn():
            # Translators: The answer to a request for a review of a game that is not over.
            return tr.gettext("That game is still on. Once it has ended, `/ttt review` shows where it was won or lost.")
        case errors.CoachBusy():
            # Translators: The answer to a request for a hint or a review. The coach is the part of the bot that gives
            # them.
            return tr.gettext("Too many people are asking the coach right now. Try again in a moment.")
        case errors.PuzzleOver():
            # Translators: The answer to a tap on an older puzzle.
            return tr.gettext("That puzzle is solved, or its day is over. `/ttt puzzle` shows today's.")
        case errors.PuzzleCellTaken(cell=where):
            # Translators: The answer to a tap in a puzzle. {cell} is row and column, such as (1, 2).
            return tr.gettext("{cell} is taken. Choose an empty cell.", cell=cell(where))
        case errors.CannotPost():
            # Translators: The answer to a moderator who wants puzzles to be posted. {view} and {send} are permissions
            # of Discord, View Channel and Send Messages.
            return tr.gettext(
                "I can't post here. Give me the **{view}** and **{send}** permissions in this channel, then try again.",
                view=permission(tr, Permission.VIEW_CHANNEL),
                send=permission(tr, Permission.SEND_MESSAGES),
            )
        case _:
            assert_never(error)
