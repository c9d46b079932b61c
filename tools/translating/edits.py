"""Edits of catalogs by a file: sentences that were only reworded, and the messages that wait for a reader."""

from collections.abc import Collection, Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tools.translating import catalogs
from tools.translating.checks import SAME, faults, named, texts

# Sentences with the same meaning: each old English sentence as the msgid, the new one as its msgstr.
REWORDED = catalogs.LOCALES / "reworded.po"


def reword(targets: Collection[Catalog], template: Catalog, file: Path = REWORDED) -> Iterator[str]:
    """Give each new sentence in a file the translation of the old one. Yield why a sentence can't have it."""
    for message in read(file, "en") if file.exists() else ():
        if not message.id:
            continue
        new = template.get(message.string, message.context) if message.string else None
        if new is None or texts(new.id) != texts(message.string):
            yield f"{named(message)}: {message.string!r} isn't in the code"
            continue
        pair = Message(message.id, message.string, (), message.flags, new.auto_comments, [SAME])
        if wrong := list(faults("en", pair)):
            yield from (f"{named(message)}: {problem}" for problem in wrong)
        elif not [target for target in targets if _adopt(target, message, new)]:
            yield f"{named(message)}: no catalog has a translation of this sentence"


def _adopt(catalog: Catalog, message: Message, new: Message) -> bool:
    """Give the new sentence the translation of the old one. Return False if there is none, or a newer one."""
    old, current = catalog.get(message.id, message.context), catalog.get(new.id, new.context)
    if (
        current is not None
        and current.fuzzy
        and catalogs.english_of(current) == " ".join(" ".join(texts(message.id)).split())
    ):
        catalogs.confirm(current)
        return True
    if old is None or not all(texts(old.string)) or (current is not None and not waits(current)):
        return False
    catalog.delete(new.id, new.context)
    catalog.add(new.id, old.string, flags=old.flags, user_comments=old.user_comments, context=new.context)
    return True


def waiting(catalog: Catalog, code: str) -> Catalog:
    """Return a catalog of the messages of another that are fuzzy or untranslated."""
    part = catalogs.empty(code)
    for message in catalog:
        if message.id and waits(message):
            part[message.id] = message
    return part


def fill(catalog: Catalog, code: str, source: Catalog) -> Iterator[str]:
    """Copy the translations in a source that are right. Yield what is wrong with the others."""
    for message in source:
        if not message.id or waits(message):
            continue
        target = catalog.get(message.id, message.context)
        if target is None or texts(target.id) != texts(message.id):
            yield f"{named(message)}: not in the catalog"
            continue
        message.auto_comments = target.auto_comments
        if wrong := list(faults(code, message)):
            yield from (f"{named(message)}: {problem}" for problem in wrong)
            continue
        target.string, target.user_comments = message.string, message.user_comments
        catalogs.confirm(target)


def waits(message: Message) -> bool:
    """Return whether a message is fuzzy or untranslated."""
    return message.fuzzy or not all(texts(message.string))


def read(file: Path, locale: str | None = None) -> Catalog:
    """Return the catalog in a file, by default in the language that its header says."""
    with file.open("rb") as source:
        return read_po(source, locale=locale, abort_invalid=True)
