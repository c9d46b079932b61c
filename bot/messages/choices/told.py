"""What somebody or a server has chosen, a line each."""

from collections.abc import Iterable

from bot.messages.translator import Translator


def lines(tr: Translator, choices: Iterable[tuple[str, str, object]]) -> list[str]:
    """Return a line for each choice: what it is about, what holds, and what was chosen, None for the default."""
    return [_line(tr, what, name, is_default=chosen is None) for what, name, chosen in choices]


def _line(tr: Translator, what: str, name: str, *, is_default: bool) -> str:
    if is_default:
        # Translators: A line of the answer to `/ttt me` or `/ttt settings`, such as "Board: text (default)". {what} is
        # a setting, {name} what holds, as nobody has chosen anything else.
        return tr.gettext("{what}: {name} (default)", what=what, name=name)
    # Translators: A line of the answer to `/ttt me` or `/ttt settings`, such as "Board: picture". {what} is a setting,
    # {name} what was chosen.
    return tr.gettext("{what}: {name}", what=what, name=name)


def saved(tr: Translator, chosen: str) -> str:
    """Return what somebody or a server has chosen, after a change."""
    # Translators: Stands above the settings after a change.
    title = tr.gettext("Saved.")
    return f"**{title}**\n{chosen}"
