"""The sentences about what is stored of people."""

from bot.messages.translator import Translator


def forget_question(tr: Translator) -> str:
    """Return what somebody is asked before their data is deleted."""
    # Translators: Asked before the reader's data is deleted; below it is the button "Delete it all". **somebody** is
    # the word that stands for a player whose data was deleted: use the same one here, and keep the stars.
    return tr.gettext(
        "This permanently deletes your data everywhere: your ratings, your preferences, and your ID in every game and "
        "challenge. Your current games end without a result. Opponents keep their games, with **somebody** in your "
        "place. This can't be undone."
    )


def deleted(tr: Translator) -> str:
    """Return what somebody is told whose data was deleted."""
    # Translators: Told to the reader after their data was deleted. A record is how many games somebody won and lost.
    return tr.gettext("Done. Your data has been deleted. Your next game starts a new record.")


def exported(tr: Translator) -> str:
    """Return what stands above the file with everything that is kept about somebody."""
    # Translators: Stands above a file with the reader's data. `/ttt forget me` stays as it is.
    return tr.gettext("This is everything that is kept about you. `/ttt forget me` deletes it.")
