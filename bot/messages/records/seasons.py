"""The sentences about seasons: how one is chosen, and how one begins."""

from typing import assert_never

from bot.game import errors
from bot.game.ratings import START, Season
from bot.messages.translator import Translator


def season_choice(tr: Translator, season: Season) -> str:
    """Return a season in a list to choose from, at most 100 characters."""
    if season.ended is None:
        # Translators: In a list of seasons to choose from, at most 100 characters.
        return tr.gettext("Season {number} (current)", number=season.number)
    # Translators: In a list of seasons to choose from, at most 100 characters. {date} is like 2026-11-21.
    return tr.gettext("Season {number}, ended {date}", number=season.number, date=f"{season.ended:%Y-%m-%d}")


def season_question(tr: Translator, current: Season) -> str:
    """Return the question before the next season."""
    # Translators: The answer to `/ttt settings season`, above a button that begins the next season of a server's
    # ratings. {number} is the current one, {start} is 1500, the rating that everybody begins with.
    return tr.gettext(
        "This is season {number}. A new season starts every rating of this server again at {start}. The old ratings "
        "stay in `/ttt top season:{number}`. This can't be undone.",
        number=current.number,
        start=f"{START:.0f}",
    )


def season_button(tr: Translator, number: int) -> str:
    """Return the label of the button that begins a season."""
    # Translators: A button, at most 30 characters: begins the next season of a server's ratings.
    return tr.pgettext("button", "Start season {number}", number=number)


def season_begun(tr: Translator, season: Season) -> str:
    """Return what replaces the question once the season has begun."""
    # Translators: The answer to the button "Start season 2". {start} is 1500, the rating that everybody begins with.
    return tr.gettext(
        "Season {number} has begun. Everyone starts again at {start}.", number=season.number, start=f"{START:.0f}"
    )


def season_refusal(tr: Translator, error: errors.NoSuchSeason | errors.SeasonBegun) -> str:
    """Return the sentence for a refusal."""
    match error:
        case errors.NoSuchSeason(current=current):
            # Translators: Somebody asked for the ratings of a season that never was.
            return tr.gettext("There is no such season here. This is season {number}.", number=current)
        case errors.SeasonBegun(current=current):
            # Translators: The answer to the button "Start season 2" if somebody else was quicker.
            return tr.gettext("That season has begun already. This is season {number}.", number=current)
        case _:
            assert_never(error)
