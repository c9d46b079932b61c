"""Lists of cells and moves, in the way a language writes lists. Pure."""

from collections.abc import Iterable

from bot.messages.translator import Translator


def listed(tr: Translator, items: Iterable[str]) -> str:
    """Return some items in one line, like X, O, empty."""
    # Translators: How a list goes on, such as 0, 3, 5: {item} and {next} stay in this order; write what stands between
    # them.
    return tr.pgettext("list", "{item}, {next}", item="", next="").join(items)


def listed_apart(tr: Translator, items: Iterable[str]) -> str:
    """Return some items that may have commas of their own in one line."""
    # Translators: How a list goes on whose items have commas of their own, such as row 1, column 2; row 3, column 4.
    # {item} and {next} stay in this order; write what stands between them.
    return tr.pgettext("list", "{item}; {next}", item="", next="").join(items)
