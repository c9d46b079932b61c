"""Sentences in the reader's language, with English as the fallback."""

import gettext
import logging
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.messages.translator import ENGLISH, LANGUAGES, SOURCE, Translator, translator

PLAYED = "{player} played."
ROOT = Path(__file__).parents[2]


class Catalog(gettext.NullTranslations):
    """Knows one sentence."""

    def __init__(self, translation: str) -> None:
        super().__init__()
        self._translation = translation

    def gettext(self, message: str) -> str:
        return self._translation if message == PLAYED else message


def test_languages_have_distinct_names() -> None:
    assert len({language.name for language in LANGUAGES.values()}) == len(LANGUAGES)


def test_british_english_needs_no_translation() -> None:
    assert translator("en-GB").gettext("Draw.") == "Draw."
    assert translator("en-GB").locale == "en-GB"


@pytest.mark.parametrize("locale", [None, "", SOURCE, "tlh", "DE", "../de"])
def test_an_unknown_language_falls_back_to_english(locale: str | None) -> None:
    assert translator(locale) is ENGLISH


@pytest.mark.process
def test_missing_compiled_catalogs_cause_one_warning(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bot", tmp_path / "bot", ignore=shutil.ignore_patterns("*.mo", "*.po", "__pycache__"))
    ask = "from bot.messages.translator import translator as t; print(t('de').gettext('Draw.'), t('fr').gettext('Hi'))"
    result = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert result.stdout == "Draw. Hi\n"
    [warning] = result.stderr.splitlines()
    assert warning.endswith("run `python -m tools.translating.compiler`")


def test_each_language_is_loaded_only_once() -> None:
    assert translator("de") is translator("de")
    assert translator("de").locale == "de"


def test_placeholders_are_filled_with_their_values() -> None:
    assert ENGLISH.gettext(PLAYED, player="Ann {x}") == "Ann {x} played."
    assert ENGLISH.pgettext("a verb", "Undo") == "Undo"
    assert [ENGLISH.ngettext("{number} move", "{number} moves", number) for number in (0, 1, 2)] == [
        "0 moves",
        "1 move",
        "2 moves",
    ]


@pytest.mark.parametrize(("locale", "expected"), [("en-US", "A. B."), ("de", "A. B."), ("ko", "A. B."), ("ja", "A.B.")])
def test_sentences_are_joined_as_their_language_does(locale: str, expected: str) -> None:
    assert translator(locale).joined("A.", "", "B.") == expected


@pytest.mark.parametrize(
    "wrong", ["{spieler} spielte.", "{player.x} spielte.", "{player spielte.", "{} spielte.", "{0}"]
)
def test_a_broken_translation_falls_back_to_english(wrong: str, caplog: pytest.LogCaptureFixture) -> None:
    sentence = Translator("de", Catalog(wrong)).gettext(PLAYED, player="Ann")
    assert sentence == "Ann played."
    [record] = caplog.records
    assert (record.levelno, PLAYED in record.getMessage()) == (logging.ERROR, True)
    caplog.clear()


def test_a_missing_placeholder_value_is_a_bug() -> None:
    with pytest.raises(KeyError):
        ENGLISH.gettext(PLAYED, players=1)
