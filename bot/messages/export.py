"""The file that answers `/ttt my data`."""

import gzip
import json
from typing import NamedTuple

from bot.game.exports import Export

PLAIN = 1_000_000  # bytes; a larger file is compressed, since Discord takes 10 MiB

ABOUT = (
    "Everything this bot keeps about you. Rows and columns count from 0; a move is [row, column]; x moves first; "
    "winner 1 is x, 2 is o. Ids are Discord's. Other people are not named: their data is theirs."
)


class File(NamedTuple):
    """A file and its name."""

    name: str
    content: bytes


def export(found: Export) -> File:
    """Return the file, compressed if it is large."""
    said = {
        "about": ABOUT,
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
    content = json.dumps(said, indent=1).encode()
    if len(content) <= PLAIN:
        return File("ttt.json", content)
    return File("ttt.json.gz", gzip.compress(json.dumps(said).encode()))
