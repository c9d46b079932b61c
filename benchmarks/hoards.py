"""The attackers' data: as much as each command can read."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, Table

from bot.database.store import Store
from bot.database.tables import attempts, blocks, challenges, games, plies, ratings, seasons
from bot.game.games import GameId
from bot.game.preferences import MAX_BLOCKED
from bot.game.puzzles import FIRST_DAY, Day
from tests.e2e.discord.payloads import GUILD

SIDE, MARKS = 100, 9_000  # of an attacker's live board; two finished ones are full
PLAYED, PLAYED_PLIES = 300, 60  # games with others
RESIGNED = 5_000  # games without a ply, since a user can open five per minute
LIVE = 1_000  # games, each in its own channel
CHALLENGES = 500  # to each attacker
SEASONS, MEMBERS = 500, 20_000  # of the server; hardly any member has played recently
SOLVED = 300  # puzzles, on consecutive days

Row = dict[str, Any]


class Hoard:
    """One attacker's data, with a channel whose last game is a full board, and a channel with a live game."""

    def __init__(self, user: int, full: int, live: int, now: datetime, chance: Random) -> None:
        self.user = user
        self.full, self.live = full, live
        self.cells = [divmod(cell, SIDE) for cell in range(SIDE * SIDE)]
        chance.shuffle(self.cells)
        self._now = now
        self._elsewhere = user % 1000 * 10_000  # the first id of other channels

    def save(self, connection: Connection) -> GameId:
        """Save the data, and return the live game."""
        ended = {"ending": "resigned", "winner": 1}
        _insert(connection, games, [self._game(0) | ended for _ in range(RESIGNED)])
        _insert(connection, games, [self._game(self._elsewhere + number) for number in range(LIVE)])
        for _ in range(PLAYED):
            self._play(connection, self._game(0) | ended, PLAYED_PLIES)
        big = {"m": SIDE, "n": SIDE, "k": SIDE}
        for _ in range(2):
            self._play(connection, self._game(self.full) | big | {"ending": "full"}, SIDE * SIDE)
        opponent = {"o": None, "level": "easy"}
        live = self._play(connection, self._game(self.live) | big | opponent, MARKS)
        offered = {"m": 3, "n": 3, "k": 3, "opponent": self.user, "author_side": 1, "state": "open", "thread": False}
        offers = [
            {"guild": GUILD, "channel": self._elsewhere + number, "author": number + 1, "opened": self._now, **offered}
            for number in range(CHALLENGES)
        ]
        _insert(connection, challenges, offers)
        of = {"user": self.user}
        _insert(connection, blocks, [of | {"blocked": 1 + n, "at": self._now} for n in range(MAX_BLOCKED)])
        today = Day((self._now.date() - FIRST_DAY).days)
        tried = {"begun": self._now, "step": 1, "failed": 0, "cells": "", "solved": self._now}
        _insert(connection, attempts, [of | tried | {"day": today - day} for day in range(1, SOLVED + 1)])
        return live

    def _game(self, channel: int) -> Row:
        began = {"opened": self._now - timedelta(days=2), "touched": self._now, "ending": None, "winner": None}
        players = {"x": self.user, "o": 1, "level": None, "opened_by": self.user}
        return began | players | {"guild": GUILD, "channel": channel, "m": 3, "n": 3, "k": 3, "revision": 9}

    def _play(self, connection: Connection, game: Row, number: int) -> GameId:
        [saved] = connection.execute(games.insert().returning(games.c.id), game)
        made = enumerate(self.cells[:number])
        _insert(connection, plies, [{"game": saved.id, "number": n, "row": row, "col": col} for n, (row, col) in made])
        return GameId(saved.id)


def _insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    connection.execute(table.insert(), rows)


def _crowd(connection: Connection, now: datetime, attackers: Sequence[Hoard]) -> None:
    """Save the seasons of the server, and the ratings of its members."""
    begun = [{"guild": GUILD, "number": number, "begun": now} for number in range(2, SEASONS + 1)]
    _insert(connection, seasons, begun)
    of = {"guild": GUILD, "season": SEASONS, "won": 1, "lost": 1, "drawn": 0}
    long_ago = now - timedelta(days=200)
    members = [of | {"user": user, "rating": 2000 + user / 100, "played": long_ago} for user in range(1, MEMBERS + 1)]
    mine = [of | {"user": attacker.user, "rating": 1000, "played": now} for attacker in attackers]
    _insert(connection, ratings, members + mine)


async def hoard(url: str, hoards: Sequence[Hoard]) -> list[GameId]:
    """Save the hoards in a new database, and return the live game of each."""
    store, now = await Store.open(url), datetime.now(UTC)
    try:
        await store.database.write(lambda connection: _crowd(connection, now, hoards))
        return [await store.database.write(one.save) for one in hoards]
    finally:
        await store.close()
