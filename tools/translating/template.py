"""What there is to translate: the sentences in the code, and what Discord shows of the commands.

A sentence in the code is a call of a translator. The comment `# Translators:` on the lines right above a statement or
an expression is for every call in it, unless a call has a nearer one: right above itself, or above a smaller statement
or expression around it. So above a dict it is for all its texts, above a match for all its cases, above a function for
all its calls.
"""

import ast
import io
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from babel.messages import Catalog
from babel.messages.extract import extract
from discord import app_commands

from bot.interactions.tree import CHOICE, DESCRIPTION, MENU, commands
from engine import __version__

ROOT = Path(__file__).parents[2]
TAG = "Translators:"
KEYWORDS: dict[str, Any] = {"gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TEXTS = {"gettext": 1, "ngettext": 2, "pgettext": 2}  # how many of the first arguments are read from the code
UNREAD = {"bot/messages/translator.py", "bot/interactions/tree.py"}  # hand on what they are given
HEADER = """\
# What there is to translate in ttt, a tic-tac-toe bot for Discord.
# Made by `make translations`: change the sentences where they stand in the code, not here.
# This file is distributed under the licence of ttt (MIT)."""


class Shown(NamedTuple):
    """A text of the commands that Discord shows."""

    context: str
    text: str
    comment: str


@cache  # it takes most of a second
def template() -> Catalog:
    """Return the catalog of everything that there is to translate, without any translation."""
    catalogue = Catalog(project="ttt", version=__version__, header_comment=HEADER, fuzzy=False)
    for path in _modules():
        name = path.relative_to(ROOT).as_posix()
        for said, comment, context in sentences(path.read_text(encoding="utf-8")):
            _add(catalogue, said, name, [comment] if comment else [], context)
    for shown in texts_of_commands():
        _add(catalogue, shown.text, "bot/interactions/commands.py", [shown.comment], shown.context)
    return catalogue


def sentences(source: str) -> Iterator[tuple[Any, str, str | None]]:
    """Yield each sentence of a module, its comment, which may be empty, and its context, if it has one."""
    comments = _comments(source)
    for line, said, _, context in extract("python", io.BytesIO(source.encode()), KEYWORDS):
        yield said, comments.get(line, ""), context


def _comments(source: str) -> dict[int, str]:
    """Return the comment for the calls on each line."""
    lines, comments = [line.strip() for line in source.splitlines()], dict[int, str]()
    for node in ast.walk(ast.parse(source)):  # what is around another node comes before it
        if isinstance(node, ast.stmt | ast.expr) and (comment := _comment_above(lines, node.lineno)):
            comments |= dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), comment)
    return comments


def _comment_above(lines: list[str], line: int) -> str:
    words = list[str]()
    for above in reversed(lines[: line - 1]):
        if not above.startswith("#"):
            break
        words.insert(0, above.removeprefix("#").strip())
        if words[0].startswith(TAG):
            return " ".join(words).removeprefix(TAG).strip()
    return ""


def _add(catalogue: Catalog, said: Any, file: str, comments: list[str], context: str | None) -> None:
    catalogue.add(said, locations=[(file, 0)], auto_comments=comments, context=context)


def texts_of_commands() -> Iterator[Shown]:
    """Yield what Discord shows of the commands besides their names."""
    menus = [command for command in commands() if isinstance(command, app_commands.ContextMenu)]
    for menu in menus:
        yield Shown(MENU, menu.name, "An entry in the menu of a user, under Apps, at most 32 characters.")
    top = [command for command in commands() if not isinstance(command, app_commands.ContextMenu)]
    groups = [command for command in top if isinstance(command, app_commands.Group)]
    for command in (*top, *(part for group in groups for part in group.walk_commands())):
        name = f"/{command.qualified_name}"
        yield Shown(DESCRIPTION, command.description, f"Description of {name}, at most 100 characters.")
        if isinstance(command, app_commands.Command):
            for option in command.parameters:
                what = f"{option.display_name} of {name}, at most 100 characters."
                yield Shown(DESCRIPTION, str(option.description), f"Description of the option {what}")
                names = [str(choice.name) for choice in option.choices]
                yield from (
                    Shown(CHOICE, text, f"A choice of the option {what}") for text in names if not text.isdigit()
                )


def faults() -> Iterator[str]:
    """Say what a translator could not work with: sentences that aren't literals, or have no comment."""
    for path in _modules():
        name = path.relative_to(ROOT).as_posix()
        if name not in UNREAD:
            found = faults_of_calls(path.read_text(encoding="utf-8"))
            yield from (f"{name}:{line}: {fault}" for line, fault in found)
    for message in template():
        if message.id and not message.auto_comments:
            yield f"{message.locations[0][0]}: no comment `# {TAG}` above {message.id!r}"


def faults_of_calls(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a module in which a translator is given no literal, or other parts than the sentence has."""
    for call in ast.walk(ast.parse(source)):
        match call:
            case ast.Call(func=ast.Attribute(attr="gettext" | "ngettext" | "pgettext" as method)):
                if fault := _fault(call, TEXTS[method], {"number"} if method == "ngettext" else set()):
                    yield call.lineno, fault
            case _:
                pass


def _fault(call: ast.Call, number: int, counted: set[str]) -> str | None:
    """Return what is wrong with a call; counted is what it gives by itself, whether the sentence has it or not."""
    texts = [text.value for text in call.args[:number] if isinstance(text, ast.Constant)]
    if len(texts) < number or not all(isinstance(text, str) for text in texts):
        return "a sentence has to stand here as it is"
    wanted, given = _parts(str(texts[-1])) - counted, {keyword.arg for keyword in call.keywords} - counted
    if given - {None} <= wanted and (None in given or wanted <= given):  # None stands for **, any others
        return None
    return f"{texts[-1]!r} has the parts {sorted(wanted)} and is given {sorted(map(str, given))}"


def _parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _modules() -> list[Path]:
    return sorted((ROOT / "bot").rglob("*.py"))
