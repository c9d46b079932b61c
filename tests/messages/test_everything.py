"""Every sentence goes through a translator and fits its limit in English."""

import ast
import gettext
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bot.messages.translator import ENGLISH, LANGUAGES, MISSING, SOURCE, Translator
from tests.messages.everything import everything, public
from tools.translating.checks import texts
from tools.translating.template import ROOT, template, texts_of_commands

SAME_EVERYWHERE = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|https?://\S+", re.DOTALL)  # code, mentions, addresses
WORDS = re.compile(r"[A-Za-z]{2,}[,:.]? [A-Za-z]{2,}")
NO_SENTENCES = {language.name for language in LANGUAGES.values()} | {"ttt new", "ttt move", "ttt help", MISSING}
OPEN, CLOSE = "⟦⟧"


class Pseudo(gettext.NullTranslations):
    """A language that puts every message into brackets, and remembers which were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.messages = set[tuple[str | None, str]]()

    def gettext(self, message: str) -> str:
        self.messages.add((None, message))
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.messages.add((None, msgid1))
        return f"{OPEN}{msgid1 if n == 1 else msgid2}{CLOSE}"

    def pgettext(self, context: str, message: str) -> str:
        self.messages.add((context, message))
        return f"{OPEN}{message}{CLOSE}"


def unsaid(text: str) -> str:
    """Return the text outside the brackets."""
    depth, outside = 0, ""
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        outside += "" if depth or letter == CLOSE else letter
    return outside


def test_every_sentence_goes_through_a_translator() -> None:
    for each in everything(Translator(SOURCE, Pseudo())):
        outside = unsaid(SAME_EVERYWHERE.sub("", each.text))
        assert not re.search("[A-Za-z]{2}", outside), each


def test_everything_includes_every_translatable_sentence() -> None:
    """Except buttons of boards and challenges, which are in the language of a game: see test_catalogs.py."""
    catalog = Pseudo()
    for _ in everything(Translator(SOURCE, catalog)):
        pass
    known = {(message.context, texts(message.id)[0]) for message in template() if message.id}
    buttons = {(context, text) for context, text in known if context == "button"}
    of_commands = {(each.context, each.text) for each in texts_of_commands()}
    assert not known - catalog.messages - of_commands - buttons, "let tests/messages/everything.py say them"


def test_everything_fits_its_limit_in_english() -> None:
    all_texts = chain(everything(ENGLISH), public(SOURCE))
    assert [one for one in all_texts if len(one.text) > one.limit] == []


def literals(path: Path) -> Iterator[str]:
    """Yield a module's string literals with words, except docstrings, log messages and translated sentences."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out = set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
                left_out.update(ast.walk(node))
            case ast.Call(func=ast.Attribute(attr="gettext" | "ngettext" | "pgettext")):
                left_out.update(node.args)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                left_out.update(node.args)
            case _:
                pass
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in left_out)
    yield from (node.value for node in constants if isinstance(node.value, str) and WORDS.search(node.value))


def test_no_literal_sentence_bypasses_the_translator() -> None:
    paths = (ROOT / "bot" / "messages").rglob("*.py")
    sentences = {(path.name, text) for path in paths for text in literals(path)}
    assert not {(name, text) for name, text in sentences if text not in NO_SENTENCES and not text.startswith("`/ttt ")}
