"""The file of `/ttt my data`, and the sentences about stored data."""

import gzip
import json
from typing import NamedTuple

from bot.game.agenda import Export
from bot.messages.translator import Translator


def forget_question(tr: Translator) -> str:
    """Return what somebody is asked before their data is deleted."""
    # Translators: Asked before the reader's data is deleted; below it is the button "Delete it all". **somebody** is
    # the word that stands for a player whose data was deleted: use the same one here, and keep the stars.
    return tr.gettext(
        "This permanently deletes your data everywhere: your ratings, your preferences, and your ID in every game and "
        "challenge. Your current games end without a result. Opponents keep their games, with **somebody** in your "
        "place. This can't be undone."
    )


def deleted(tr: Translator) -> str:
    """Return what somebody is told whose data was deleted."""
    # Translators: Told to the reader after their data was deleted. A record is how many games somebody won and lost.
    return tr.gettext("Done. Your data has been deleted. Your next game starts a new record.")


def exported(tr: Translator) -> str:
    """Return what stands above the file with everything that is kept about somebody."""
    # Translators: Stands above a file with the reader's data. `/ttt forget me` stays as it is.
    return tr.gettext("This is everything that is kept about you. `/ttt forget me` deletes it.")


PLAIN = 1_000_000  # bytes; a larger file is compressed, since Discord takes 10 MiB


class File(NamedTuple):
    """A file and its name."""

    name: str
    content: bytes


def export_file(tr: Translator, found: Export) -> File:
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
