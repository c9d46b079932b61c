"""What waits for a person, found by the person: their open games, and the challenges to them."""

from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, exists, func, or_, select

from bot.database import rows
from bot.database.connections.transactions import Transactions, reads
from bot.database.tables.games import IS_OPEN, challenges, games, plies
from bot.game.agenda import OpenGame
from bot.game.challenges import Challenge, ChallengeState
from bot.game.games import GameId, Human, UserId
from engine.rules import Mark, Rules

# A list needs less than half of a game's columns, and to read them all takes most of its time.
LISTED = games.c[
    "id", "guild", "channel", "parent", "m", "n", "k", "x", "o", "level", "computer_is_x",
    "ending", "touched", "deadline", "message", "request_by",
]  # fmt: skip


class Agendas(Transactions):
    """The part of the store that has what waits for people."""

    @reads
    def open_games(self, connection: Connection, user: UserId) -> list[OpenGame]:
        last = select(func.max(plies.c.number)).where(plies.c.game == games.c.id).scalar_subquery()
        newer = games.alias()
        is_past = exists().where(newer.c.channel == games.c.channel, newer.c.id > games.c.id)
        found: list[OpenGame] = []
        for column in (games.c.x, games.c.o):
            mine = select(*LISTED, last.label("last")).where(column == user, IS_OPEN)
            still = connection.execute(mine.where(or_(games.c.ending.is_(None), ~is_past)))
            found += rows.readable(still, partial(_open_game, user=user))
        return found

    @reads
    def challenges_to(self, connection: Connection, user: UserId, since: datetime) -> list[Challenge]:
        newest = select(challenges).where(challenges.c.opponent == user, challenges.c.opened > since)
        still_open = newest.where(challenges.c.state == ChallengeState.OPEN).order_by(challenges.c.opened.desc())
        return [rows.challenge_of(row) for row in connection.execute(still_open)]


def _open_game(row: Row[Any], user: UserId) -> OpenGame:
    x, o = rows.players_of(row)
    side = Mark.X if x == Human(user) else Mark.O
    return OpenGame(
        id=GameId(row.id),
        place=rows.place_of(row),
        rules=Rules(row.m, row.n, row.k),
        side=side,
        opponent=o if side is Mark.X else x,
        plies=0 if row.last is None else row.last + 1,
        is_over=row.ending is not None,
        touched=row.touched,
        deadline=row.deadline,
        message=row.message,
        asked_by=row.request_by,
    )
