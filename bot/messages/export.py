"""The file of a user's data, and messages about stored data."""

import json
from datetime import datetime
from gzip import GzipFile
from io import BytesIO

from bot.game.games import UserId
from bot.game.requests import ExportPart
from bot.messages.translator import Translator


def deleted(tr: Translator) -> str:
    """Return the confirmation of a deletion."""
    # Translators: Told to the reader after their data was deleted. A record is how many games a user won and lost.
    return tr.gettext("Done. Your data has been deleted. Your next game starts a new record.")


def exported(tr: Translator) -> str:
    """Return the text above the file with a user's data."""
    return tr.gettext("This is everything the bot stores about you. You can delete it in `/ttt me`.")


PLAIN = 1_000_000  # bytes; a larger file is compressed, because Discord accepts 10 MiB


class ExportFile:
    """The file of an export, written part by part. Large content is compressed while it is written."""

    def __init__(self, tr: Translator, user: UserId, at: datetime) -> None:
        self._content = BytesIO()
        self._packed: GzipFile | None = None  # compresses the content when it gets large
        self._section: str | None = None
        about = {
            # Translators: In a file with the reader's data. {winner}, {x} and {o} are its words for the winner and the
            # players.
            "about": tr.gettext(
                "Everything this bot stores about you. Rows and columns count from 0; a move is [row, column]; {x} "
                "moves first; {winner} is 1 for {x} and 2 for {o}. All IDs are Discord's. Other people's data is "
                "left out.",
                winner="winner",
                x="x",
                o="o",
            ),
            "you": str(user),
            "at": at.isoformat(),
        }
        self._write(_json(about).removesuffix("}"))

    def add(self, part: ExportPart) -> None:
        """Write some rows, one per line."""
        if part.name != self._section:
            self._write(("" if self._section is None else "\n]") + f',\n"{part.name}": [')
            self._section, self._begin = part.name, "\n"
        for row in part.rows:
            self._write(self._begin + _json(row))
            self._begin = ",\n"

    def finished(self) -> tuple[str, BytesIO]:
        """Finish the file, and return its name and content."""
        self._write("\n]}\n")
        if self._packed:
            self._packed.close()
        self._content.seek(0)
        return ("ttt.json.gz" if self._packed else "ttt.json"), self._content

    def _write(self, text: str) -> None:
        (self._packed or self._content).write(text.encode())
        if not self._packed and self._content.tell() > PLAIN:
            plain, self._content = self._content.getbuffer(), BytesIO()
            self._packed = GzipFile(fileobj=self._content, mode="wb")
            self._packed.write(plain)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
