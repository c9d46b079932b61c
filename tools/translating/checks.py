"""Checks of a catalog: missing translations, placeholders that differ from the English, words left in English."""

import re
from collections.abc import Callable, Iterator, Sequence
from string import Formatter

from babel.messages import Catalog
from babel.messages.catalog import Message

from tools.translating.catalogs import ENGLISH, english_of, examples

NOT_LATIN = {"bg", "el", "hi", "ja", "ko", "ru", "th", "uk", "zh_Hans", "zh_Hant"}
SAME = "Same as in English."  # a translator's comment: the language uses the English words
# Written in Latin letters in every language: marks, the letters of a board's size, names and abbreviations.
GLOSSARY = frozenset(
    ("X", "O", "i", "j", "k", "m", "n", "K", "M", "N", "ai", "Elo", "Discord", "ttt", "ID", "UTC", "JSON")
)
CODE = re.compile(r"`[^`]*`")
ADDRESS = re.compile(r"https?://\S+")
WORD = re.compile(r"[A-Za-z]+")
BOLD = re.compile(r"\*\*(.+?)\*\*")
LIMIT = re.compile(r"at most (\d+) characters", re.IGNORECASE)


def problems(code: str, catalog: Catalog, template: Catalog) -> Iterator[str]:
    """Yield what is wrong with a language's catalog."""
    expected, found = (
        {(message.id, message.context) for message in each if message.id} for each in (template, catalog)
    )
    yield from (f"missing: {key}" for key in expected - found)
    yield from (f"not in the code anymore: {key}" for key in found - expected)
    for message in catalog:
        if message.id:
            yield from (f"{named(message)}: {problem}" for problem in faults(code, message))
    yield from _misnamed(catalog)


def _misnamed(catalog: Catalog) -> Iterator[str]:
    """Yield the sentences that call a button something other than its label."""
    buttons = [message for message in catalog if message.context == "button" and message.string]
    labels = {text: texts(button.string)[0] for button in buttons for text in texts(button.id)}
    for message in catalog:
        for name in bold(texts(message.id)[-1]) & labels.keys():
            yield from (
                f"{named(message)}: calls the button **{labels[name]}** something else in {form!r}"
                for form in texts(message.string)
                if form and labels[name] not in bold(form)
            )


def faults(code: str, message: Message) -> Iterator[str]:
    """Yield what is wrong with a message."""
    if message.fuzzy:
        yield f"fuzzy, waits for a reader; {ENGLISH} {english_of(message)!r}"
        return
    sources = texts(message.id)
    forms = texts(message.string)
    wanted = len(examples(code)) if len(sources) > 1 else 1
    if len(forms) != wanted or not all(forms):
        yield f"not translated, or not in all {wanted} forms"
        return
    for number, form in enumerate(forms):
        yield from (
            f"{problem} in {form!r}"
            for problem in _differences(message, sources[-1], form, _may_skip(code, message, number))
        )
    yield from _left_in_english(code, message, sources, forms)


def _differences(message: Message, source: str, form: str, may_skip: frozenset[str]) -> Iterator[str]:
    """Yield how a translation differs from English where it must not."""
    try:
        parts, wanted = fields(form), fields(source)
    except ValueError as wrong:
        yield f"{wrong}"
        return
    if not wanted - may_skip <= parts <= wanted:
        yield f"placeholders {sorted(parts)} instead of {sorted(wanted)}"
    for what, read in _KEPT.items():
        if read(source) != read(form):
            yield f"{what} {read(form)} instead of {read(source)}"
    limit = limit_of(message)
    if limit is not None and len(bare(form)) > limit:
        yield f"{len(bare(form))} characters instead of at most {limit}"


def _left_in_english(code: str, message: Message, sources: Sequence[str], forms: Sequence[str]) -> Iterator[str]:
    """Yield the words left in English: Latin ones in another script, or the whole message elsewhere."""
    is_allowed = SAME in " ".join(message.user_comments)
    if is_allowed:
        return
    if set(forms) & set(sources) and any(words(source) for source in sources):
        yield f'the same as in English; if that is right, say so by the comment "{SAME}"'
    elif code in NOT_LATIN:
        for form in forms:
            if left := words(form):
                yield f"words in Latin letters {sorted(left)} in {form!r}"


def fields(text: str) -> set[str]:
    """Return the placeholders of a text.

    Raises ValueError: the braces don't match.
    """
    parsed = [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(text) if name is not None]
    return {
        f"{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}"
        for name, spec, conversion in parsed
    }


def words(text: str) -> set[str]:
    """Return the words in Latin letters, except code, addresses, placeholders and the glossary."""
    return set(WORD.findall(ADDRESS.sub("", CODE.sub("", bare(text))))) - GLOSSARY


def bold(text: str) -> set[str]:
    """Return the bold parts of a text."""
    return set(BOLD.findall(text))


def bare(text: str) -> str:
    """Return a text without its placeholders."""
    return re.sub(r"\{[^{}]*\}", "", text)


def limit_of(message: Message) -> int | None:
    """Return the longest length that a message's comments allow."""
    limits = [int(number) for number in LIMIT.findall(" ".join(message.auto_comments))]
    return min(limits, default=None)


def _may_skip(code: str, message: Message, form: int) -> frozenset[str]:
    """Return the placeholders that a plural form may leave out: the number, if the form is for one number only."""
    plural = len(texts(message.id)) > 1
    return frozenset({"number"} if plural and len(examples(code)[form][1]) == 1 else ())


def texts(text: object) -> list[str]:
    """Return the texts of a message: one, or one for each plural form."""
    if isinstance(text, str):
        return [text]
    return [str(form or "") for form in text] if isinstance(text, list | tuple) else [""]


def named(message: Message) -> str:
    """Return the context and the English of a message, for a report."""
    return f"{message.context}: {texts(message.id)[0]!r}" if message.context else repr(texts(message.id)[0])


def _ends(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


_KEPT: dict[str, Callable[[str], object]] = {
    "code": lambda text: sorted(set(CODE.findall(text))),
    "addresses": lambda text: sorted(set(ADDRESS.findall(text))),
    "lines": lambda text: text.count("\n") + 1,
    "bold markers": lambda text: text.count("**"),
    "whitespace at the ends": _ends,
}
