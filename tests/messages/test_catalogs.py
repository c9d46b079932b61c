"""The catalogs are complete, compiled, and within Discord's limits."""

import asyncio
import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import discord
import pytest
from babel.messages import Catalog
from babel.messages.mofile import read_mo
from discord import app_commands

from bot.interactions.commands import Ttt
from bot.interactions.tree import CHOICE, DESCRIPTION, CommandTranslator
from bot.messages.translator import LANGUAGES, translator
from tests.messages.everything import everything, public
from tools.translating import catalogs, edits
from tools.translating.checks import NOT_LATIN, problems, texts, words
from tools.translating.template import template

LOCALES = {language.catalog: locale for locale, language in LANGUAGES.items() if language.catalog}
ON_A_PHONE = 34  # characters of a button
FIELDS = ("name", "description")
# Code within a line, mentions, addresses, and an option with its value.
SAME_EVERYWHERE = re.compile(r"(?<!`)`[^`\n]+`(?!`)|<[^>]*>|https?://\S+|swap:true")

each_language = pytest.mark.parametrize("code", catalogs.CODES)


def test_every_language_of_discord_but_english_has_a_catalog() -> None:
    there = {folder.name for folder in catalogs.LOCALES.iterdir() if folder.is_dir()}
    assert there == set(catalogs.CODES) == set(LOCALES)
    assert set(LOCALES.values()) == {locale.value for locale in discord.Locale} - {"en-US", "en-GB"}


@each_language
def test_translations_fit_and_contain_no_english(code: str) -> None:
    locale = LOCALES[code]
    for each in chain(everything(translator(locale)), public(locale)):
        assert len(each.text) <= each.limit, each
        assert not each.where.endswith("button") or len(each.text) <= ON_A_PHONE, each
        if code in NOT_LATIN and not each.where.endswith("export"):  # which names words of the file
            assert not words(SAME_EVERYWHERE.sub("", each.text)), each


@each_language
def test_each_catalog_is_complete_valid_and_compiled(code: str) -> None:
    source = catalogs.read(code)
    assert list(problems(code, source, template())) == []
    every = messages(source)
    sentences = {key: forms for key, forms in every.items() if key[-1] != DESCRIPTION}
    commands = {key: forms for key, forms in every.items() if key[-1] in (DESCRIPTION, CHOICE)}
    for name, expected in (("ttt.mo", sentences), ("commands.mo", commands)):
        compiled = read_mo(io.BytesIO(catalogs.path(code, name).read_bytes()))
        assert compiled.plural_forms == source.plural_forms
        assert messages(compiled) == expected, f"{name} is out of date: make test compiles it"


def messages(catalog: Catalog) -> dict[tuple[str | None, ...], list[str]]:
    """Return the forms of each message, by its texts and its context."""
    return {(*texts(message.id), _context(message.context)): texts(message.string) for message in catalog if message.id}


def _context(context: str | bytes | None) -> str | None:
    return context.decode() if isinstance(context, bytes) else context  # Babel leaves those of .mo files encoded


def test_the_template_is_up_to_date() -> None:
    now = catalogs.written(template())
    assert catalogs.body(catalogs.TEMPLATE.read_bytes()) == catalogs.body(now), "run `make translations`"


def test_no_rewording_waits_for_make_translations() -> None:
    assert not edits.REWORDED.exists(), "run `make translations`, which applies and deletes it"


# -- what Discord shows of the commands


@pytest.fixture(scope="module")
def payload() -> dict[str, Any]:
    """Return `/ttt` as the bot registers it with Discord."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return asyncio.run(Ttt().get_translated_payload(tree, CommandTranslator()))


def parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command with its options and choices."""
    yield part
    for below in (*part.get("options", ()), *part.get("choices", ())):
        yield from parts(below)


def length(part: dict[str, Any]) -> int:
    """Return the length of name, description and value, each in its longest language."""
    names, descriptions = ([part.get(f, ""), *part.get(f"{f}_localizations", {}).values()] for f in FIELDS)
    return max(map(len, names)) + max(map(len, descriptions)) + len(str(part.get("value", "")))


def test_the_command_fits_8000_characters_in_every_language(payload: dict[str, Any]) -> None:
    """Source: interactions/application-commands.mdx, Slash Commands; of each field the longest localization counts."""
    assert sum(map(length, parts(payload))) <= 8_000


def test_only_descriptions_and_choices_are_translated(payload: dict[str, Any]) -> None:
    """Without an `en-US` of its own, a reader of it would be shown `en-GB`. Users type the same names everywhere.

    Source: interactions/application-commands.mdx, Localization.
    """
    for part in parts(payload):
        names, descriptions = (part.get(f"{field}_localizations", {}) for field in FIELDS)
        assert names.keys() <= (set(LOCALES.values()) if "value" in part else set()), part["name"]
        assert descriptions.keys() == (set(LOCALES.values()) if "description" in part else set()), part["name"]
        assert all(1 <= len(text) <= 100 for text in (*names.values(), *descriptions.values())), part["name"]


def test_the_choices_of_an_option_differ_in_every_language(payload: dict[str, Any]) -> None:
    for part in parts(payload):
        choices = part.get("choices", ())
        for locale in LANGUAGES:
            labels = [(choice.get("name_localizations") or {}).get(locale, choice["name"]) for choice in choices]
            assert len(set(labels)) == len(labels), (part["name"], locale, labels)
