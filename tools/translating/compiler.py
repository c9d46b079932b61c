"""Compile the catalogs of translations: python -m tools.translating.compiler [FILE.po ...]; all of them by default.

Uses only the standard library, because it runs where Babel isn't installed: before `make run`, and in the builds of the
image and the wheel. Each ttt.po becomes ttt.mo, the bot's sentences, and commands.mo, the texts of its commands.
Source: GNU gettext's manual, "The Format of PO Files" and "The Format of GNU MO Files".
"""

import json
import re
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

LOCALES = Path(__file__).parents[2] / "bot" / "messages" / "locale"
COMPILED = ("ttt.mo", "commands.mo")
MAGIC = 0x950412DE
# The contexts in commands.mo. Choices are in both files, because the bot also shows which one is set.
COMMANDS = {"description", "choice"}
_LINE = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) )?("(?:[^"\\\x00-\x1f]|\\[nrt"\\])*")')


def compile_outdated() -> None:
    """Compile each catalog that has changed since, or that was never compiled. Raises OSError."""
    for source in sorted(LOCALES.glob("*/LC_MESSAGES/ttt.po")):
        changed = source.stat().st_mtime
        if not all(file.is_file() and file.stat().st_mtime >= changed for file in map(source.with_name, COMPILED)):
            compile_catalog(source)


def compile_catalog(source: Path) -> None:
    """Write ttt.mo and commands.mo beside a ttt.po.

    Raises ValueError if the source isn't in the gettext format.
    """
    messages = dict(_messages(source))
    sentences = {key: said for key, said in messages.items() if _context(key) != "description"}
    commands = {key: said for key, said in messages.items() if not key or _context(key) in COMMANDS}
    for name, part in zip(COMPILED, (sentences, commands), strict=True):
        source.with_name(name).write_bytes(_compiled(part))


def _context(key: str) -> str | None:
    context, separator, _ = key.partition("\4")
    return context if separator else None


def _messages(source: Path) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of the header and of each translated message. A fuzzy one isn't translated."""
    for entry in _entries(source):
        key = "\0".join(entry[part] for part in ("msgid", "msgid_plural") if part in entry)
        forms = [text for part, text in entry.items() if part.startswith("msgstr")]
        if forms and all(forms) and not (key and "fuzzy" in entry.get("#,", "")):
            yield f"{entry['msgctxt']}\4{key}" if "msgctxt" in entry else key, "\0".join(forms)


def _entries(source: Path) -> Iterator[dict[str, str]]:
    """Yield the messages of a file, each as a dict of its flags ("#,"), keywords and their strings, in order."""
    entry: dict[str, str] = {}
    part = flags = ""
    for number, line in enumerate(source.read_text(encoding="utf-8").split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            flags = "" if line.startswith("#~") else f"{flags}{line}" if line.startswith("#,") else flags
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None or not (match[1] or part):
            raise ValueError(f"{source}:{number}: not a line of a catalog: {line}")
        if match[1]:
            begins = match[1] == "msgctxt" or (match[1] == "msgid" and part != "msgctxt")
            if begins:
                if entry:
                    yield entry
                entry, flags = {"#,": flags}, ""
            part = match[1]
        entry[part] = entry.get(part, "") + json.loads(match[2])
    if entry:
        yield entry


def _compiled(messages: Mapping[str, str]) -> bytes:
    """Return a .mo file: a header, two tables of (length, offset), and the texts, sorted by key."""
    pairs = sorted((key.encode(), said.encode()) for key, said in messages.items())
    texts = [key for key, _ in pairs] + [said for _, said in pairs]
    offset = tables = 7 * 4
    offset += len(texts) * 8
    places: list[int] = []
    for text in texts:
        places += (len(text), offset)
        offset += len(text) + 1
    head = struct.pack("<7I", MAGIC, 0, len(pairs), tables, tables + len(pairs) * 8, 0, 0)
    return head + struct.pack(f"<{len(places)}I", *places) + b"".join(text + b"\0" for text in texts)


def main() -> None:
    """Compile the given files, or all of them."""
    for source in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(LOCALES.glob("*/LC_MESSAGES/ttt.po")):
        compile_catalog(source)


if __name__ == "__main__":
    main()
