"""A pseudo language that puts each translated sentence into brackets."""

import gettext

from bot.messages.translator import SOURCE, Translator

OPEN, CLOSE = "⟦⟧"


class Pseudo(gettext.NullTranslations):
    """Puts every message into brackets and remembers it with its context."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = set[tuple[str | None, str]]()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((None, msgid1))
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{CLOSE}"

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return f"{OPEN}{message}{CLOSE}"


def translator(catalog: Pseudo) -> Translator:
    """Return the translator of a pseudo catalog."""
    return Translator(SOURCE, catalog)


def unsaid(text: str) -> str:
    """Return the text outside the brackets."""
    depth, outside = 0, ""
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        outside += "" if depth or letter == CLOSE else letter
    return outside
