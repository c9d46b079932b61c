"""A page of all answers of the bot in one language, for a native speaker who proofreads them."""

import re
from collections.abc import Iterator

from bot.messages.translator import LANGUAGES, Translator, translator
from tests.messages.everything import everything
from tests.messages.states import ANN, BOB
from tools.translating.template import template

NUMBERS = 1, 2, 5, 21
# What replaces the longest names, links and times that the tests of all answers use.
READABLE = (
    (re.compile(rf"<@({ANN.id}|101)>"), "@ann"),
    (re.compile(rf"<@({BOB.id}|102)>"), "@bob"),
    (re.compile(r"<@\d+>"), "@cy"),
    (re.compile(r"<#\d+>"), "#games"),
    (re.compile(r"<t:\d+:t>"), "22:40"),
    (re.compile(r"<t:\d+:D>"), "2026-11-21"),
    (re.compile(r"<t:\d+:f>"), "2026-11-21 22:40"),
    (re.compile(r"<t:\d+:\w>"), "[in 5 minutes | 5 minutes ago]"),
    (re.compile(r"https://discord\.com/channels/[\d/@a-z]+"), "[link]"),
    (re.compile(r"</([\w -]+):\d+>"), r"`/\1`"),
    (re.compile(r"```.*?```", re.DOTALL), "[board]"),
)
PARTS = {"cell": "(1, 2)", "mark": "X", "winner": "O", "move": "7", "player": "@ann", "when": "[in 5 minutes]"}


def locale_of(language: str) -> str:
    """Return Discord's name of a language, which is given by that name or that of its catalog."""
    return next(locale for locale, each in LANGUAGES.items() if language in (each.catalog, locale))


def page(locale: str) -> Iterator[str]:
    """Yield the page: each answer as users see it, then each counted sentence with numbers.

    A line that differs from an earlier one only in its digits is not new, and an answer without a new line is left out.
    """
    tr, known, places = translator(locale), {""}, dict[str, list[str]]()
    for said in everything(tr):
        lines = dict.fromkeys(_readable(said.text).splitlines())
        wordings = {re.sub(r"\d+", "0", line) for line in lines}
        if not known.issuperset(wordings):
            known |= wordings
            places.setdefault(said.where, []).append("- " + "\n  ".join(lines))
    for place, answers in places.items():
        yield f"\n## {place}\n"
        yield from answers
    yield "\n## numbers\n"
    yield from _counted(tr)


def _readable(text: str) -> str:
    for pattern, replacement in READABLE:
        text = pattern.sub(replacement, text)
    return text


def _counted(tr: Translator) -> Iterator[str]:
    for message in template():
        if isinstance(message.id, tuple):
            one, many = message.id
            names = set(re.findall(r"\{(\w+)\}", many)) - {"number"}
            parts = {name: PARTS.get(name, f"[{name}]") for name in names}
            yield from (f"- {tr.ngettext(one, many, number, **parts)}" for number in NUMBERS)
