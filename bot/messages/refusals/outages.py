"""What the bot says when it fails."""

from bot.messages.translator import Translator


def broken(tr: Translator, reference: str, *, saved: bool) -> str:
    """Return the sentence for a bug; the same reference is in the log."""
    # Translators: An error that is the bot's fault. {reference} is a code like ab12cd34, for those who run the bot.
    what = tr.gettext("Something broke on our side (reference `{reference}`).", reference=reference)
    return tr.joined(what, _saved(tr) if saved else _unsure(tr))


def no_database(tr: Translator, reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the sentence for a database that doesn't respond; the same reference is in the log."""
    # Translators: An error that is the bot's fault. {reference} is a code like ab12cd34, for those who run the bot.
    what = tr.gettext("The game database isn't responding (reference `{reference}`).", reference=reference)
    if unchanged and not saved:
        # Translators: Comes after a sentence that says what failed. The reader may try again.
        then = tr.gettext("Nothing was changed. Try again in a moment.")
    else:
        then = _saved_later(tr) if saved else _unsure_later(tr)
    return tr.joined(what, then)


def closed_thread(tr: Translator, *, saved: bool) -> str:
    """Return the sentence for a thread in which Discord lets the bot neither write nor change a message."""
    if saved:
        # Translators: "Locked" and "archived" are what Discord calls closed threads. `/ttt board` is a command.
        return tr.gettext(
            "This thread is locked or archived, so I can't show the board. What you did is saved: "
            "once the thread is open again, `/ttt board` will show where the game stands."
        )
    # Translators: "Locked" and "archived" are what Discord calls closed threads.
    return tr.gettext("This thread is locked or archived, so I can't write in it. Try again once it is open.")


def _saved(tr: Translator) -> str:
    # Translators: Comes after a sentence that says what failed. "What you did" is a move or another request.
    return tr.gettext("What you did is saved: `/ttt board` will show where the game stands.")


def _unsure(tr: Translator) -> str:
    # Translators: Comes after a sentence that says what failed. "What you did" is a move or another request.
    return tr.gettext("What you did may not have counted: `/ttt board` will show where the game stands.")


def _saved_later(tr: Translator) -> str:
    # Translators: Comes after a sentence that says what failed. "What you did" is a move or another request.
    return tr.gettext("What you did is saved: in a moment, `/ttt board` will show where the game stands.")


def _unsure_later(tr: Translator) -> str:
    # Translators: Comes after a sentence that says what failed. "What you did" is a move or another request.
    return tr.gettext("What you did may not have counted: in a moment, `/ttt board` will show where the game stands.")
