"""Messages in the reader's language."""

import gettext
import logging
import pkgutil
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import Final, NamedTuple

log = logging.getLogger(__name__)

SOURCE: Final = "en-US"  # the language of the messages in the code


class Language(NamedTuple):
    """A language: its own name, the folder of its catalogue, and the language to fall back on."""

    name: str
    catalogue: str | None  # None for English
    instead: str | None = None
    between: str = " "  # two sentences


# By Discord's names: reference.mdx, Locales. The folders are named as Babel, Poedit and Weblate name languages.
# Discord itself falls back between the two kinds of English and of Spanish, and nowhere else.
LANGUAGES: Final[Mapping[str, Language]] = {
    "id": Language("Bahasa Indonesia", "id"),
    "da": Language("Dansk", "da"),
    "de": Language("Deutsch", "de"),
    "en-GB": Language("English, UK", None),
    "en-US": Language("English, US", None),
    "es-ES": Language("Español", "es", "es-419"),
    "es-419": Language("Español, Latinoamérica", "es_419", "es-ES"),
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
    "zh-CN": Language("简体中文", "zh_Hans", between=""),
    "ja": Language("日本語", "ja", between=""),
    "zh-TW": Language("繁體中文", "zh_Hant", between=""),
    "ko": Language("한국어", "ko"),
}


class Translator:
    """Translates messages to one language, by GNU gettext.

    `{name}` in a message stands for the part of that name; a message without parts is returned as it is. A message
    without a translation, or whose translation has an unknown part, stays English: a user always gets an answer.
    Messages are extracted from the calls of these methods, so they must be literals.
    """

    def __init__(self, locale: str, catalogue: gettext.NullTranslations) -> None:
        self.locale: Final = locale
        self._between = LANGUAGES[locale].between if locale in LANGUAGES else " "
        self._catalogue = catalogue
        self._known: dict[str | tuple[str, str], str] = {}  # a fifth of the cost of asking the catalogue

    def gettext(self, sentence: str, /, **parts: object) -> str:
        """Return a message with its parts."""
        translated = self._known.get(sentence)
        if translated is None:
            translated = self._known[sentence] = self._catalogue.gettext(sentence)
        return _filled(translated, sentence, parts) if parts else translated

    def ngettext(self, one: str, many: str, number: int, /, **parts: object) -> str:
        """Return a message in the plural form for a number; its part `{number}` is the number."""
        source = one if number == 1 else many
        return _filled(self._catalogue.ngettext(one, many, number), source, {"number": number, **parts})

    def joined(self, *sentences: str) -> str:
        """Return sentences in a row, without the empty ones."""
        return self._between.join(filter(None, sentences))

    def pgettext(self, context: str, sentence: str, /, **parts: object) -> str:
        """Return a message, or a word, that has several meanings in English; the context tells them apart."""
        translated = self._known.get((context, sentence))
        if translated is None:
            translated = self._known[context, sentence] = self._catalogue.pgettext(context, sentence)
        return _filled(translated, sentence, parts) if parts else translated


def _filled(sentence: str, source: str, parts: dict[str, object]) -> str:
    try:
        return sentence.format_map(parts)
    except (LookupError, ValueError, AttributeError):
        if sentence == source:
            raise
        log.exception("a translation of %r can't be filled in", source)
        return source.format_map(parts)


def translator(locale: str | None) -> Translator:
    """Return the translator for one of Discord's locales, loaded once; English for an unknown one."""
    return _loaded(locale) if locale in LANGUAGES else ENGLISH


def translator_of_commands(locale: str) -> Translator:
    """Return a translator for the texts of the commands, uncached: all languages are needed, but only once."""
    return _load(locale, "commands") if locale in LANGUAGES else ENGLISH


@cache
def _loaded(locale: str) -> Translator:
    return _load(locale, "ttt")


def _load(locale: str, domain: str) -> Translator:
    language = LANGUAGES[locale]
    catalogue = _catalogue(language.catalogue, domain)
    if language.instead:
        catalogue.add_fallback(_catalogue(LANGUAGES[language.instead].catalogue, domain))
    return Translator(locale, catalogue)


def _catalogue(folder: str | None, domain: str) -> gettext.NullTranslations:
    """Return a compiled catalogue; an empty one for English, and where none was compiled."""
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
    log.warning("translations are missing, so the bot speaks English: run `python -m tools.translating.compiler`")


ENGLISH: Final = _loaded(SOURCE)
