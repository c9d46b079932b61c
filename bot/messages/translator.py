"""Messages in the reader's language."""

import gettext
import logging
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

MISSING: Final = "translations are missing, so the bot speaks English: run `python -m tools.translating.compiler`"
SOURCE: Final = "en-US"  # the language of the messages in the code


class Language(NamedTuple):
    """A language: its own name, and the folder of its catalog."""

    name: str
    catalog: str | None  # None for English
    separator: str = " "  # between two sentences


# By Discord's locales: reference.mdx, Locales. The folders have the names that Babel, Poedit and Weblate use.
LANGUAGES: Final[Mapping[str, Language]] = {
    "id": Language("Bahasa Indonesia", "id"),
    "da": Language("Dansk", "da"),
    "de": Language("Deutsch", "de"),
    "en-GB": Language("English, UK", None),
    "en-US": Language("English, US", None),
    "es-ES": Language("Español", "es"),
    "es-419": Language("Español, Latinoamérica", "es_419"),
    "fr": Language("Français", "fr"),
    "hr": Language("Hrvatski", "hr"),
    "it": Language("Italiano", "it"),
    "lt": Language("Lietuvių", "lt"),
    "hu": Language("Magyar", "hu"),
    "nl": Language("Nederlands", "nl"),
    "no": Language("Norsk", "nb"),
    "pl": Language("Polski", "pl"),
    "pt-BR": Language("Português do Brasil", "pt_BR"),
    "ro": Language("Română", "ro"),
    "fi": Language("Suomi", "fi"),
    "sv-SE": Language("Svenska", "sv"),
    "vi": Language("Tiếng Việt", "vi"),
    "tr": Language("Türkçe", "tr"),
    "cs": Language("Čeština", "cs"),
    "el": Language("Ελληνικά", "el"),
    "bg": Language("Български", "bg"),
    "ru": Language("Русский", "ru"),
    "uk": Language("Українська", "uk"),
    "hi": Language("हिन्दी", "hi"),
    "th": Language("ไทย", "th"),
    "zh-CN": Language("简体中文", "zh_Hans", separator=""),
    "ja": Language("日本語", "ja", separator=""),
    "zh-TW": Language("繁體中文", "zh_Hant", separator=""),
    "ko": Language("한국어", "ko"),
}


class Translator:
    """Translates messages to one language, with GNU gettext.

    `{name}` in a message is a placeholder; a message without arguments is returned unchanged. A message stays English
    if it has no translation, or one with an unknown placeholder, so a user always gets an answer. Messages must be
    literals, because they are extracted from the calls of these methods.
    """

    def __init__(self, locale: str, catalog: gettext.NullTranslations) -> None:
        self.locale: Final = locale
        self._between = LANGUAGES[locale].separator if locale in LANGUAGES else " "
        self._catalog = catalog
        self._cache: dict[str | tuple[str, str], str] = {}  # five times as fast as the catalog

    def gettext(self, sentence: str, /, **parts: object) -> str:
        """Return a message with its placeholders filled."""
        translated = self._cache.get(sentence)
        if translated is None:
            translated = self._cache[sentence] = self._catalog.gettext(sentence)
        return _fill(translated, sentence, parts) if parts else translated

    def ngettext(self, one: str, many: str, number: int, /, **parts: object) -> str:
        """Return a message in the plural form for a number, which fills `{number}`."""
        source = one if number == 1 else many
        return _fill(self._catalog.ngettext(one, many, number), source, {"number": number, **parts})

    def joined(self, *sentences: str) -> str:
        """Join sentences, without empty ones."""
        return self._between.join(filter(None, sentences))

    def pgettext(self, context: str, sentence: str, /, **parts: object) -> str:
        """Return a message or word that is ambiguous in English; the context gives its meaning."""
        translated = self._cache.get((context, sentence))
        if translated is None:
            translated = self._cache[context, sentence] = self._catalog.pgettext(context, sentence)
        return _fill(translated, sentence, parts) if parts else translated


def _fill(sentence: str, source: str, parts: dict[str, object]) -> str:
    try:
        return sentence.format_map(parts)
    except (LookupError, ValueError, AttributeError):
        if sentence == source:
            raise
        log.exception("a translation of %r can't be filled in", source)
        return source.format_map(parts)


def translator(locale: str | None) -> Translator:
    """Return the translator for a Discord locale, cached; English for an unknown locale."""
    return _loaded(locale) if locale in LANGUAGES else ENGLISH


def translator_of_commands(locale: str) -> Translator:
    """Return a translator for the texts of commands, uncached, because all languages are needed only once."""
    return _load(locale, "commands") if locale in LANGUAGES else ENGLISH


@cache
def _loaded(locale: str) -> Translator:
    return _load(locale, "ttt")


def _load(locale: str, domain: str) -> Translator:
    return Translator(locale, _catalog(LANGUAGES[locale].catalog, domain))


def _catalog(folder: str | None, domain: str) -> gettext.NullTranslations:
    """Return a compiled catalog; an empty one for English, or if none was compiled."""
    if folder is None:
        return gettext.NullTranslations()
    try:
        compiled = pkgutil.get_data("bot.messages", f"locale/{folder}/LC_MESSAGES/{domain}.mo")
    except FileNotFoundError:
        _warn()
        compiled = None
    return gettext.GNUTranslations(BytesIO(compiled)) if compiled else gettext.NullTranslations()


@cache
def _warn() -> None:
    log.warning(MISSING)


def are_compiled() -> bool:
    """Return whether every language has its compiled catalogs."""
    folder = files("bot.messages") / "locale"
    catalogs = filter(None, (language.catalog for language in LANGUAGES.values()))
    names = [f"{catalog}/LC_MESSAGES/{domain}.mo" for catalog in catalogs for domain in ("ttt", "commands")]
    return all((folder / name).is_file() for name in names)


ENGLISH: Final = _loaded(SOURCE)
