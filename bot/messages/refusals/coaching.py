"""What the coach refuses to do."""

from typing import TypeAlias, assert_never

from bot.game import errors
from bot.messages.texts import cell

CoachRefusal: TypeAlias = (
    errors.HintsInRated
    | errors.StillOn
    | errors.CoachBusy
    | errors.PuzzleOver
    | errors.PuzzleCellTaken
    | errors.CannotPost
)


def coach_refusal(error: CoachRefusal) -> str:
    """Return the sentence for a refusal."""
    match error:
        case errors.HintsInRated():
            return "This game counts for the ratings, so there are no hints in it. Play the computer to get some."
        case errors.StillOn():
            return "That game is still on. Once it has ended, `/ttt review` shows where it was won or lost."
        case errors.CoachBusy():
            return "Too many people are asking the coach right now. Try again in a moment."
        case errors.PuzzleOver():
            return "That puzzle is solved, or its day is over. `/ttt puzzle` shows today's."
        case errors.PuzzleCellTaken(cell=where):
            return f"{cell(where)} is taken. Choose an empty cell."
        case errors.CannotPost():
            return (
                "I can't post here. Give me the **View Channel** and **Send Messages** permissions in this channel, "
                "then try again."
            )
        case _:
            assert_never(error)
