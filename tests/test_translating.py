"""How sentences are collected, and how catalogs are checked and compiled."""

import gettext
import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from babel import Locale
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tools.translating import catalogs, edits, page, template
from tools.translating.__main__ import main as translating
from tools.translating.checks import bold, problems, texts
from tools.translating.compiler import compile_catalog

TAKEN = ("{number} move of {player}", "{number} moves of {player}")
# What sentences have in stars besides the labels of buttons: marks, headings, and permissions as Discord names them.
KNOWN = {"X", "O", "Deleted user", "Your games", "Your turn", "Saved.", "You blocked", "Your preferences"}
KNOWN |= {"Tic-tac-toe on any board", "Manage Messages", "View Channel", "Send Messages", "Add App"}
BOLD = "**X** to move: `/ttt move i j`"


def catalog(**translations: str | tuple[str, ...]) -> Catalog:
    """Return a catalog of some messages with their translations."""
    new = Catalog()
    new.add(TAKEN, translations.get("taken", ""))
    new.add(BOLD, translations.get("bold", ""))
    new.add("Undo", translations.get("undo", ""), context="button", auto_comments=["A button, at most 8 characters."])
    return new


GERMAN = {"taken": ("{number} Zug von {player}", "{number} Züge von {player}"), "undo": "Zurück"}
GERMAN |= {"bold": "**X** ist dran: `/ttt move i j`"}
RUSSIAN = {
    "taken": ("{number} ход {player}", "{number} хода {player}", "{number} ходов {player}", "{number} хода {player}")
}
RUSSIAN |= {"bold": "Ходит **X**: `/ttt move i j`", "undo": "Отмена"}


@pytest.mark.parametrize(
    ("code", "wrong", "words"),
    [
        ("de", {"undo": ""}, "not translated"),
        ("de", {"undo": "Zurücknehmen"}, "12 characters instead of at most 8"),
        ("de", {"undo": "Undo"}, "the same as in English"),
        ("de", {"undo": " Zurück"}, "whitespace"),
        ("de", {"taken": ("{number} Zug von {player}",)}, "not in all 2 forms"),
        ("de", {"taken": ("{number} Zug von {player}", "")}, "not in all 2 forms"),
        ("de", {"taken": ("{number} Zug von {player}", "{number} Züge von {spieler}")}, "placeholders"),
        ("de", {"taken": ("{number} Zug von {player}", "Züge von {player}")}, "placeholders"),
        ("de", {"taken": ("{number} Zug von {player}", "{number} Züge von {player!r}")}, "placeholders"),
        ("de", {"taken": ("{number} Zug von {player}", "{number} Züge von {player")}, "expected '}'"),
        ("de", {"bold": "**X** ist dran: `/ttt zug i j`"}, "code"),
        ("de", {"bold": "X ist dran: `/ttt move i j`"}, "bold markers"),
        ("de", {"bold": "**X** ist dran:\n`/ttt move i j`"}, "lines"),
        ("ru", {"bold": "Ходит **X**, cell: `/ttt move i j`"}, "words in Latin letters ['cell']"),
        ("ru", {"taken": ("ход {player}", *RUSSIAN["taken"][1:])}, "placeholders"),  # 21, 31 have this form, too
    ],
)
def test_a_wrong_translation_is_explained(code: str, wrong: dict[str, str | tuple[str, ...]], words: str) -> None:
    [problem] = problems(code, catalog(**({"de": GERMAN, "ru": RUSSIAN}[code] | wrong)), catalog())
    assert words in problem


def catalog_with(label: str, sentence: str) -> Catalog:
    """Return a catalog with a button and a sentence that names it."""
    new = Catalog()
    new.add("Move", label, context="button")
    new.add("Tap **Move**.", sentence)
    return new


def test_a_sentence_must_name_a_button_by_its_label() -> None:
    assert list(problems("de", catalog_with("Ziehen", "Tippe auf **Ziehen**."), catalog_with("", ""))) == []
    [problem] = problems("de", catalog_with("Ziehen", "Tippe auf **Zug**."), catalog_with("", ""))
    assert problem == "'Tap **Move**.': calls the button **Ziehen** something else in 'Tippe auf **Zug**.'"


def test_missing_and_obsolete_messages_are_reported() -> None:
    old = catalog(**GERMAN)
    old.add("Gone", "Weg")
    now = catalog()
    now.add("New")
    assert [problem.split(":")[0] for problem in problems("de", old, now)] == ["missing", "not in the code anymore"]


def reread(source: Catalog) -> Catalog:
    """Return a catalog as the next run reads it from its file."""
    return read_po(io.BytesIO(catalogs.written(source)), locale="de")


NEW_BOLD = "**X** is to move: type `/ttt move i j` in the channel of the game, or tap the button below the board"


@pytest.fixture
def reworded_sentence() -> tuple[Catalog, Catalog]:
    """Return a German catalog, and a template in which the English of one sentence is new."""
    old, now = Catalog("de"), catalog()
    old.add(BOLD + " in the channel of the game, or tap the button below the board", GERMAN["bold"])
    old.add(TAKEN, GERMAN["taken"])
    old.add("Undo", "Zurück", context="button")
    now.delete(BOLD)
    now.add(NEW_BOLD)
    return old, now


def test_a_changed_sentence_waits_for_a_reader_with_its_old_english(
    reworded_sentence: tuple[Catalog, Catalog],
) -> None:
    german, now = reworded_sentence
    for _ in range(3):  # later runs neither lose nor repeat it
        catalogs.update(german, now)
        german = reread(german)
    [problem] = problems("de", german, now)
    assert "fuzzy, waits for a reader" in problem
    assert "The English was: '**X** to move: `/ttt move i j` in the channel" in problem
    assert [message.string for message in german if message.id] == [GERMAN["taken"], "Zurück", GERMAN["bold"]]


def test_a_confirmed_translation_no_longer_notes_its_old_english(reworded_sentence: tuple[Catalog, Catalog]) -> None:
    german, now = reworded_sentence
    catalogs.update(german, now)
    german = reread(german)
    german[NEW_BOLD].flags.discard("fuzzy")
    catalogs.update(german, now)
    assert list(problems("de", german, now)) == []
    assert german[NEW_BOLD].user_comments == []


def test_a_new_sentence_like_no_other_is_untranslated() -> None:
    german, now = catalog(**GERMAN), catalog()
    now.add("Nothing is like this")
    catalogs.update(german, now)
    [problem] = problems("de", german, now)
    assert "not translated" in problem


def rewordings(file: Path, *pairs: tuple[str | tuple[str, str], str | tuple[str, str], str | None]) -> Path:
    """Write a file of rewordings: old English, new English, context."""
    source = Catalog("en")
    for old, new, context in pairs:
        source.add(old, new, context=context)
    file.write_bytes(catalogs.written(source))
    return file


MANY = ("{number} move by {player}", "{number} moves by {player}")


def translation(source: Catalog, button: str) -> object:
    """Return the translation of a button's label."""
    message = source.get(button, "button")
    return message and message.string


def template_of(*messages: tuple[str | tuple[str, str], str | None]) -> Catalog:
    """Return a template of sentences and their contexts."""
    new = Catalog()
    for text, context in messages:
        new.add(text, context=context, auto_comments=["A text, at most 60 characters."])
    return new


@pytest.mark.parametrize("is_late", [False, True])
def test_a_rewording_keeps_translations_in_all_forms_and_contexts(is_late: bool, tmp_path: Path) -> None:
    german = catalog(**GERMAN)
    german.add("Undo", "Rückgängig machen")  # the same English in another context
    now = template_of((MANY, None), ("Take back", "button"), ("Undo", None))
    file = rewordings(tmp_path / "reworded.po", (TAKEN, MANY, None), ("Undo", "Take back", "button"))
    if is_late:  # the catalogs were updated before the maintainer thought of the file
        catalogs.update(german, now)
        german = reread(german)
        assert german[MANY].fuzzy
        file = rewordings(file, (TAKEN, MANY, None))
    assert list(edits.reword([german], now, file)) == []
    catalogs.update(german, now)
    assert german[MANY].string == GERMAN["taken"]
    assert not german[MANY].fuzzy
    assert german["Undo"].string == "Rückgängig machen"
    if not is_late:
        assert translation(german, "Take back") == "Zurück"
        assert list(problems("de", german, now)) == []


@pytest.mark.parametrize(
    ("old", "new", "context", "reason"),
    [
        (TAKEN, ("{number} move", "{number} moves"), None, "placeholders"),
        (BOLD, "X to move: `/ttt move i j`", None, "bold markers"),
        (BOLD, "**X** to move: `/ttt move`", None, "code"),
        ("Undo", "A sentence that is not in the code", "button", "isn't in the code"),
        ("Undo", "Undone", None, "isn't in the code"),
        ("Gone", "Undone", "button", "no catalog has a translation"),
        ("Undo", "Und" + "o" * 60, "button", "instead of at most 60"),
    ],
)
def test_a_rewording_that_changes_more_than_words_is_refused(
    old: str | tuple[str, str], new: str | tuple[str, str], context: str | None, reason: str, tmp_path: Path
) -> None:
    german, known = catalog(**GERMAN), "A sentence" in new or reason.startswith("isn't")
    now = template_of(("Undone", "button"), *([] if known else [(new, context)]))
    before = catalogs.written(german)
    refusals = list(edits.reword([german], now, rewordings(tmp_path / "reworded.po", (old, new, context))))
    assert refusals
    assert all(reason in refusal for refusal in refusals)
    assert catalogs.written(german) == before


def test_a_newer_translation_is_not_replaced_by_a_rewording(tmp_path: Path) -> None:
    german, now = catalog(**GERMAN), template_of(("Take back", "button"))
    german.add("Take back", "Zurücknehmen", context="button")
    file = rewordings(tmp_path / "reworded.po", ("Undo", "Take back", "button"))
    [refusal] = edits.reword([german], now, file)
    assert "no catalog has a translation" in refusal
    assert translation(german, "Take back") == "Zurücknehmen"


def test_a_reworded_fuzzy_sentence_is_still_fuzzy_and_notes_the_english_it_translates(tmp_path: Path) -> None:
    german = Catalog("de")
    german.add("Undo the move", "Zug zurück", context="button")
    for text in ("Undo that move", "Undo this move"):
        catalogs.update(german, template_of((text, "button")))
        german = reread(german)
    now = template_of(("Undo your move", "button"))
    assert (
        list(edits.reword([german], now, rewordings(tmp_path / "x.po", ("Undo this move", "Undo your move", "button"))))
        == []
    )
    catalogs.update(german, now)
    [problem] = problems("de", german, now)
    assert "fuzzy" in problem
    assert "The English was: 'Undo the move'" in problem


def test_one_form_of_a_plural_can_be_reworded(tmp_path: Path) -> None:
    german, new = catalog(**GERMAN), ("{number} move by {player}", TAKEN[1])
    assert (
        list(edits.reword([german], template_of((new, None)), rewordings(tmp_path / "x.po", (TAKEN, new, None)))) == []
    )
    assert german[new].string == GERMAN["taken"]


def test_an_untranslated_plural_is_no_source_of_a_fuzzy_one() -> None:
    german, now = Catalog("de"), template_of((MANY, None))
    german.add(TAKEN, ("", ""))
    catalogs.update(german, now)
    [problem] = problems("de", german, now)
    assert "not translated" in problem


def test_waiting_translations_are_filled_in_from_a_file(reworded_sentence: tuple[Catalog, Catalog]) -> None:
    german, now = reworded_sentence
    now.add("Nothing is like this", auto_comments=["Shown never."])
    catalogs.update(german, now)
    part = reread(edits.waiting(german, "de"))
    assert [message.id for message in part if message.id] == [NEW_BOLD, "Nothing is like this"]
    assert part["Nothing is like this"].auto_comments == ["Shown never."]
    assert "**X** to move" in catalogs.english_of(part[NEW_BOLD])
    assert list(edits.fill(german, "de", part)) == [], "what still waits is not an error"
    assert len([message for message in german if edits.waits(message)]) == 2 + 1  # and the header

    part["Nothing is like this"].string = "So ist nichts"
    part[NEW_BOLD].flags.discard("fuzzy")
    part[NEW_BOLD].string = "**X** ist dran: `/ttt zug i j`"
    part.add("Gone", "Weg")
    reasons = list(edits.fill(german, "de", part))
    assert [reason.partition(" [")[0].rpartition(": ")[2] for reason in reasons] == ["code", "not in the catalog"]
    assert german["Nothing is like this"].string == "So ist nichts"
    assert german[NEW_BOLD].fuzzy

    part.delete("Gone")
    part[NEW_BOLD].string = GERMAN["bold"]
    assert list(edits.fill(german, "de", part)) == []
    assert list(problems("de", german, now)) == []
    assert german[NEW_BOLD].user_comments == [], "the old English is gone"


def test_a_file_without_the_language_of_a_catalog_fills_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "filled.po"
    file.write_text('msgid "Undo"\nmsgstr "x"\n', encoding="utf-8")
    assert translating(["--fill", str(file)]) == 2
    assert "needs the Language of a catalog" in capsys.readouterr().err


def test_a_file_is_rewritten_only_if_its_messages_changed(tmp_path: Path) -> None:
    file, before, same, other = tmp_path / "ttt.po", catalog(), catalog(), catalog()
    before.creation_date = datetime(2026, 11, 21, tzinfo=UTC)
    other.add("New")
    catalogs.write_if_changed(before, file)
    was = file.read_bytes()
    catalogs.write_if_changed(same, file)
    assert file.read_bytes() == was
    catalogs.write_if_changed(other, file)
    assert b'"New"' in file.read_bytes()


@pytest.mark.parametrize("code", catalogs.CODES)
def test_plural_headers_agree_with_cldr(code: str) -> None:
    tags = [tag for tag, _ in catalogs.examples(code)]
    file = io.BytesIO()
    only = Catalog(locale=code)
    only.mime_headers = [("Plural-Forms", catalogs.plural_forms(code))]
    only.add(("move", "moves"), tuple(tags))
    write_mo(file, only)
    translations = gettext.GNUTranslations(io.BytesIO(file.getvalue()))
    rule = Locale.parse(code).plural_form
    for number in (*range(1_001), 1_000_000, 1_000_001):
        assert translations.ngettext("move", "moves", number) == rule(number), number


ODD = r"""# A comment.
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=n != 1;\n"
"Content-Type: text/plain; charset=utf-8\n"

#, python-brace-format
msgctxt "a verb"
msgid "Undo"
msgstr "\"Zurück\""

msgid ""
"one"
"\n"
msgid_plural "many\n"
msgstr[0] "eins"
"\n"
msgstr[1] "viele\n"
msgid "Nothing"
msgstr ""

# Its English changed.
#, fuzzy, python-brace-format
msgctxt "button"
msgid "Share"
msgstr "Zeigen"

#, fuzzy
#~ msgid "Gone"
#~ msgstr "Weg"

msgid "After"
msgstr "Danach"
"""


def test_gettext_can_read_a_compiled_catalog(tmp_path: Path) -> None:
    source = tmp_path / "ttt.po"
    source.write_text(ODD, encoding="utf-8")
    compile_catalog(source)
    read = gettext.GNUTranslations(io.BytesIO((tmp_path / "ttt.mo").read_bytes()))
    assert read.pgettext("a verb", "Undo") == '"Zurück"'
    assert [read.ngettext("one\n", "many\n", number) for number in (0, 1)] == ["viele\n", "eins\n"]
    assert [read.gettext(text) for text in ("Undo", "Nothing", "Gone")] == ["Undo", "Nothing", "Gone"]
    assert [read.gettext("After"), read.pgettext("button", "Share")] == ["Danach", "Share"], "fuzzy is not translated"


@pytest.mark.parametrize(
    "line", ["msgid 'Undo'", 'msgid "Undo', '"Undo"', "<<<<<<< HEAD", 'msgid "Un"do"', r'msgid "\q"']
)
def test_a_malformed_line_is_named_in_the_error(line: str, tmp_path: Path) -> None:
    source = tmp_path / "ttt.po"
    source.write_text(f"# A comment.\n{line}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"ttt\.po:2: "):
        compile_catalog(source)


def test_every_sentence_in_the_code_can_be_collected() -> None:
    assert list(template.faults()) == []


def test_bold_words_are_button_labels_or_known() -> None:
    messages = [message for message in template.template() if message.id]
    labels = {label for message in messages if message.context == "button" for label in texts(message.id)}
    in_stars = {name for message in messages for text in texts(message.id) for name in bold(text)}
    assert {name for name in in_stars - labels if "{" not in name} <= KNOWN


@pytest.mark.parametrize(
    ("call", "is_right"),
    [
        ('tr.gettext("Draw.")', True),
        ('tr.gettext("{player} played.", player=who)', True),
        ('tr.gettext("{player} played.", **parts)', True),
        ('tr.ngettext("{number} move", "{number} moves", count)', True),
        ('tr.ngettext("a move", "moves", count)', True),
        ('tr.pgettext("button", "Undo")', True),
        ('tr.gettext("{player} played.")', False),
        ('tr.gettext("{player} played.", players=who)', False),
        ('tr.gettext("Draw.", player=who)', False),
        ('tr.gettext(f"{player} played.")', False),
        ("tr.gettext(SENTENCE)", False),
        ("f\"{tr.gettext('Draw.')}!\"", False),
        ('tr.ngettext("{number} move", many, count)', False),
        ('tr.pgettext("button", label)', False),
    ],
)
def test_untranslatable_calls_are_recognized(call: str, is_right: bool) -> None:
    assert bool(list(template.faults_of_calls(call))) != is_right


COMMENTED = """
# Translators: Whole function.
def several(tr):
    tr.gettext("one"), tr.gettext("two")
    # Translators: Whole match,
    # in two lines.
    match which:
        case 1:
            return tr.gettext("three")
        case 2:
            # Translators: One call.
            return tr.ngettext(
                "four", "fours", 4
            )
    return {
        1: tr.gettext("five"),
        # Translators: One text.
        2: tr.pgettext("button", "six"),
    }

# Another comment, and a line between.

tr.gettext("seven")

def cost(tr):
    '''Return what a move cost; it is never empty. More.'''
    tr.gettext("eight")
    # Translators: A closer comment.
    tr.gettext("nine")
"""


def test_a_comment_applies_to_calls_without_a_closer_one() -> None:
    assert list(template.sentences(COMMENTED)) == [
        ("one", "Whole function.", None),
        ("two", "Whole function.", None),
        ("three", "Whole match, in two lines.", None),
        (("four", "fours"), "One call.", None),
        ("five", "Whole function.", None),
        ("six", "One text.", "button"),
        ("seven", "", None),
        ("eight", "What a move cost.", None),
        ("nine", "What a move cost. A closer comment.", None),
    ]


def test_contexts_and_placeholders_are_explained_by_default() -> None:
    sentence = ("{number} move of {player} ({mark})", "{number} moves of {player} ({mark})")
    assert template.explained(sentence, "{player} won.", None) == ["{player} won.", "{mark} is X or O."]
    assert template.explained("Undo", "", "button") == ["Button, at most 20 characters."]
    assert template.explained("Undo", "Large, at most 8 characters.", "button") == ["Large, at most 8 characters."]


def test_the_texts_of_commands_are_collected() -> None:
    texts = {(each.context, each.text): each.comment for each in template.texts_of_commands()}
    assert texts["description", "Rows (default: 3)"].startswith("Description of the option m of /ttt new")
    assert "/ttt new" in texts["choice", "random"]
    assert "Description of /ttt-settings," in texts["description", "Language, boards, and ratings for this server"]


def test_a_page_has_joined_answers_and_all_plural_forms() -> None:
    german = "\n".join(page.page("de"))
    busy = next(line for line in german.splitlines() if "In diesem Kanal läuft schon ein Spiel" in line)
    assert busy.endswith("(3×4, 3 in einer Reihe): [link]")
    assert all(f"- {number} Züge gespielt." in german for number in (2, 5, 21))
    assert not re.search(r"<[@#t]", german)


@pytest.mark.parametrize("option", ["--page", "--waiting"])
def test_a_language_without_a_catalog_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        translating([option, "xx"])
    assert "invalid choice: 'xx' (choose from 'bg'" in capsys.readouterr().err
