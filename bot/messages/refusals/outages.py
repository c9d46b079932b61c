"""What the bot says when it fails."""


def broken(reference: str, *, saved: bool) -> str:
    """Return the sentence for a bug; the same reference is in the log."""
    return f"Something broke on our side (reference `{reference}`). {_SAVED if saved else _UNSURE}"


def no_database(reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the sentence for a database that doesn't respond; the same reference is in the log."""
    out = f"The game database isn't responding (reference `{reference}`)."
    if unchanged and not saved:
        return f"{out} Nothing was changed. Try again in a moment."
    return f"{out} {_SAVED_LATER if saved else _UNSURE_LATER}"


_SAVED = "What you did is saved: `/ttt board` will show where the game stands."
_UNSURE = "What you did may not have counted: `/ttt board` will show where the game stands."
_SAVED_LATER = "What you did is saved: in a moment, `/ttt board` will show where the game stands."
_UNSURE_LATER = "What you did may not have counted: in a moment, `/ttt board` will show where the game stands."
