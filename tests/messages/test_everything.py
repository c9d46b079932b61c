"""Every sentence goes through a translator and fits its limit in English."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bot.messages.translator import ENGLISH, LANGUAGES, SOURCE
from tests.messages import pseudo
from tests.messages.everything import everything, public
from tests.messages.pseudo import Pseudo
from tools.translating.checks import texts
from tools.translating.template import ROOT, template, texts_of_commands

SAME_EVERYWHERE = re.compile(r"```.*?```|`[^`]*`|<[^>]*>|https?://\S+", re.DOTALL)  # code, mentions, addresses
WORDS = re.compile(r"[A-Za-z]{2,}[,:.]? [A-Za-z]{2,}")
NO_SENTENCES = {language.name for language in LANGUAGES.values()} | {"ttt new", "ttt move", "ttt help"}


def test_every_sentence_goes_through_a_translator() -> None:
    for said in everything(pseudo.translator(Pseudo())):
        outside = pseudo.unsaid(SAME_EVERYWHERE.sub("", said.text))
        assert not re.search("[A-Za-z]{2}", outside), said


def test_everything_includes_every_translatable_sentence() -> None:
    """Except buttons of boards and challenges, which are in the language of a game: see test_catalogs.py."""
    catalog = Pseudo()
    for _ in everything(pseudo.translator(catalog)):
        pass
    known = {(message.context, texts(message.id)[0]) for message in template() if message.id}
    buttons = {(context, text) for context, text in known if context == "button"}
    of_commands = {(shown.context, shown.text) for shown in texts_of_commands()}
    assert not known - catalog.asked - of_commands - buttons, "let tests/messages/everything.py say them"


def test_everything_fits_its_limit_in_english() -> None:
    said = chain(everything(ENGLISH), public(SOURCE))
    assert [one for one in said if len(one.text) > one.limit] == []


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
    found = {(path.name, text) for path in paths for text in literals(path)}
    assert not {(name, text) for name, text in found if text not in NO_SENTENCES and not text.startswith("`/ttt ")}
