"""What waits for a person, found by the person: their open games, and the challenges to them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, exists, func, or_, select

from bot.database import rows
from bot.database.connections.transactions import Transactions, reads
from bot.database.tables import IS_OPEN, challenges, games, plies
from bot.game.agenda import OpenGame
from bot.game.challenges import Challenge, ChallengeState
from bot.game.games import UserId


class Agendas(Transactions):
    """The part of the store that has what waits for people."""

    @reads
    def open_games(self, connection: Connection, user: UserId) -> list[OpenGame]:
        last = select(func.max(plies.c.number)).where(plies.c.game == games.c.id).scalar_subquery()
        newer = games.alias()
        is_past = exists().where(newer.c.channel == games.c.channel, newer.c.id > games.c.id)
        found: list[OpenGame] = []
        for column in (games.c.x, games.c.o):
            mine = select(games, last.label("last")).where(column == user, IS_OPEN)
            still = connection.execute(mine.where(or_(games.c.ending.is_(None), ~is_past)))
            found += [_open_game(row, user) for row in still]
        return found

    @reads
    def challenges_to(self, connection: Connection, user: UserId, since: datetime) -> list[Challenge]:
        newest = select(challenges).where(challenges.c.opponent == user, challenges.c.opened > since)
        still_open = newest.where(challenges.c.state == ChallengeState.OPEN).order_by(challenges.c.opened.desc())
        return [rows.challenge_of(row) for row in connection.execute(still_open)]


def _open_game(row: Row[Any], user: UserId) -> OpenGame:
    game = rows.game_of(row, ())
    side = game.side(user)
    return OpenGame(
        id=game.id,
        place=game.place,
        rules=game.rules,
        side=side,
        opponent=game.player(side.other),
        plies=0 if row.last is None else row.last + 1,
        is_over=game.result is not None,
        touched=game.touched,
        deadline=game.clock and game.clock.deadline,
        message=game.message,
        asked_by=game.request and game.request.by,
    )
