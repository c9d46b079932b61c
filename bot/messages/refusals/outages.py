"""What the bot says when it fails."""


def broken(reference: str, *, saved: bool) -> str:
    """Return the sentence for a bug; the same reference is in the log."""
    return f"Something broke on our side (reference `{reference}`). {_counted(saved)}: {_LOOK}"


def no_database(reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the sentence for a database that doesn't respond; the same reference is in the log."""
    out = f"The game database isn't responding (reference `{reference}`)."
    if unchanged and not saved:
        return f"{out} Nothing was changed. Try again in a moment."
    return f"{out} {_counted(saved)}: in a moment, {_LOOK}"


_LOOK = "`/ttt board` will show where the game stands."


def _counted(saved: bool) -> str:  # noqa: FBT001 - read with the sentence around it
    return "What you did is saved" if saved else "What you did may not have counted"
