"""The catalogs of the languages: reading, updating from the template, and writing."""

import io
import re
from functools import cache
from itertools import islice
from pathlib import Path

from babel import Locale
from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po, write_po
from babel.plural import to_gettext

from bot.messages.translator import LANGUAGES
from engine import __version__
from tools.translating.compiler import LOCALES, compile_catalog

TEMPLATE = LOCALES / "ttt.pot"
CODES = sorted(language.catalog for language in LANGUAGES.values() if language.catalog)
TAGS = ("zero", "one", "two", "few", "many", "other")  # of plural forms, in Babel's order
ENGLISH = "The English was:"  # a comment on a fuzzy message; Babel writes long ones as several lines
HEADER = """\
# {language} translation of ttt, a tic-tac-toe bot for Discord.
# The first version was made by a machine. Native speakers are welcome: please correct anything that sounds wrong.
# docs/translating.md says how, and has the glossary.
# This file is distributed under the license of ttt (MIT)."""


def path(code: str, name: str = "ttt.po") -> Path:
    """Return the path of a language's ttt.po, or of a file compiled from it."""
    return LOCALES / code / "LC_MESSAGES" / name


def plural_forms(code: str) -> str:
    """Return the Plural-Forms header of a language, from CLDR.

    gettext has only whole numbers in plain digits, so CLDR's operand e is 0.
    """
    return re.sub(r"\be\b", "0", to_gettext(Locale.parse(code).plural_form))


@cache
def examples(code: str) -> list[tuple[str, list[float]]]:
    """Return the plural forms of a language in order: the name of each, and the first numbers that use it."""
    rule = Locale.parse(code).plural_form
    numbers = [*range(1_000), 1_000_000, 2_000_000, 1.5]
    used = [tag for tag in TAGS if tag in {*rule.tags, "other"}]
    return [(tag, list(islice((number for number in numbers if rule(number) == tag), 8))) for tag in used]


def read(code: str) -> Catalog:
    """Return the catalog of a language, which is empty if there is no file yet."""
    file = path(code)
    if not file.exists():
        return empty(code)
    with file.open("rb") as source:
        return _headed(read_po(source, locale=code), code)


def empty(code: str) -> Catalog:
    """Return a catalog of a language without messages."""
    return _headed(Catalog(locale=code, header_comment=HEADER.format(language=_name(code)), fuzzy=False), code)


def update(catalog: Catalog, template: Catalog) -> None:
    """Update a catalog to the messages of the template.

    A new message gets the translation of the most similar old one, if any, and is fuzzy: it waits for a reader. Its
    last comment is the old English.
    """
    catalog.update(template)
    for message in catalog:
        if not message.fuzzy or not any(message.string or ()):  # Babel also finds plural forms without text
            confirm(message)
        elif message.previous_id and not english_of(message):
            message.user_comments.append(f"{ENGLISH} {' '.join(message.previous_id)}")


def confirm(message: Message) -> None:
    """Mark the translation of a message as right, so that it no longer waits for a reader."""
    message.flags.discard("fuzzy")
    message.user_comments = message.user_comments[: _place_of_english(message)]


def english_of(message: Message) -> str:
    """Return the English of which a fuzzy message has the translation, with single spaces; empty if it isn't noted."""
    return " ".join(" ".join(message.user_comments[_place_of_english(message) :]).removeprefix(ENGLISH).split())


def _place_of_english(message: Message) -> int:
    comments = message.user_comments
    return next((place for place, comment in enumerate(comments) if comment.startswith(ENGLISH)), len(comments))


def written(catalog: Catalog) -> bytes:
    """Return a catalog as a .po or .pot file, without line numbers, which would change with every commit."""
    target = io.BytesIO()
    write_po(target, catalog, include_lineno=False, ignore_obsolete=True)
    return target.getvalue()


def write(catalog: Catalog, code: str) -> None:
    """Write and compile the catalog of a language."""
    path(code).parent.mkdir(parents=True, exist_ok=True)
    write_if_changed(catalog, path(code))
    compile_catalog(path(code))


def write_if_changed(catalog: Catalog, file: Path) -> None:
    """Write a .po or .pot file, unless only its header would change, which has the date of the run."""
    content = written(catalog)
    if not file.exists() or body(file.read_bytes()) != body(content):
        file.write_bytes(content)


def body(file: bytes) -> bytes:
    """Return a .po or .pot file without its header."""
    return file.partition(b"\n\n")[2]


def _name(code: str) -> str:
    return Locale.parse(code).get_display_name("en") or code


def _headed(catalog: Catalog, code: str) -> Catalog:
    catalog.mime_headers = [("Plural-Forms", plural_forms(code))]
    catalog.project, catalog.version, catalog.language_team = "ttt", __version__, _name(code)
    catalog.msgid_bugs_address = "docs/translating.md"
    return catalog
