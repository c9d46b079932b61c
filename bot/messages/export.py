"""The file that answers `/ttt my data`."""

import gzip
import json
from typing import NamedTuple

from bot.game.agenda import Export
from bot.messages.translator import Translator

PLAIN = 1_000_000  # bytes; a larger file is compressed, since Discord takes 10 MiB


class File(NamedTuple):
    """A file and its name."""

    name: str
    content: bytes


def export(tr: Translator, found: Export) -> File:
    """Return the file, compressed if it is large."""
    said = {
        # Translators: In a file with the reader's data, whose other words are English: what it is, and how to read it.
        # {winner}, {x} and {o} are words of the file; {x} and {o} are the players.
        "about": tr.gettext(
            "Everything this bot keeps about you. Rows and columns count from 0; a move is [row, column]; {x} moves "
            "first; {winner} 1 is {x}, 2 is {o}. Ids are Discord's. Other people are not named: their data is theirs.",
            winner="winner",
            x="x",
            o="o",
        ),
        "you": str(found.user),
        "at": found.at.isoformat(),
        "ratings": found.ratings,
        "preferences": found.preferences,
        "blocks": found.blocks,
        "puzzles": found.puzzles,
        "games": found.games,
        "older_games_left_out": found.left_out,
        "challenges": found.challenges,
    }
    content = json.dumps(said, indent=1, ensure_ascii=False).encode()
    if len(content) <= PLAIN:
        return File("ttt.json", content)
    return File("ttt.json.gz", gzip.compress(json.dumps(said, ensure_ascii=False).encode()))
