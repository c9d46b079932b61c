"""New games and challenges, and the open games and challenges of one user."""

import sqlite3
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, and_, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.database import choices, rows, statements
from bot.database.errors import ChannelTaken, Repeated, Stale, TooMany
from bot.database.tables import IS_OPEN, challenges, games, plies
from bot.database.transactions import Transactions, reads
from bot.game.agenda import OpenGame
from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.games import Cooldown, Game, GameId, Human, Opening, UserId
from bot.game.requests import Begun, NewChallenge, Update
from engine import Mark, Rules

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


# How an index refuses a second live game in a channel (ix_games_live), or after a game of a series (ix_games_previous).
TAKEN = (IntegrityError, sqlite3.IntegrityError)


def open_game(  # noqa: PLR0913, PLR0917 - all that is saved at once
    connection: Connection,
    opening: Opening,
    by: UserId,
    challenge: ChallengeId | None,
    cooldown: Cooldown | None,
    ended: Update | None,
) -> Begun:
    """Save a new game with its first moves, and with it that a challenge was accepted, and that another has ended.

    What its players prefer is read along, because its first board is shown next: alone that would be a transaction.
    """
    _check(connection, cooldown, by, opening.at)
    if challenge is not None or opening.follows:
        for player in (opening.x, opening.o):
            if isinstance(player, Human) and player.id != by:
                # A challenge was opened by its author and is accepted by the other one, who is told why it is refused.
                asker, asked = (by, player.id) if challenge is None else (player.id, by)
                choices.check_blocks(connection, asker, asked)
    _end(connection, ended)
    if opening.follows:
        _settle(connection, opening.follows)
    if challenge is not None:
        close_challenge(connection, challenge, ChallengeState.ACCEPTED)
    row = rows.opening_row(opening, by)
    try:
        [new] = statements.open_game(tuple(row)).rows(connection, row)
    except TAKEN as error:
        raise ChannelTaken from error
    begun = _begun(GameId(new.id), opening)
    if begun.plies:
        statements.ADD_PLIES.execute_many(connection, rows.ply_rows(begun, 0))
    return Begun(begun, choices.preferences_of(connection, begun.humans))


def offer(connection: Connection, made: Offer, cooldown: Cooldown | None, ended: Update | None) -> NewChallenge:
    """Save a new challenge, which replaces an open one of the same author and channel, and that a game has ended."""
    _check(connection, cooldown, made.author, made.at)
    if made.opponent is not None:
        choices.check_blocks(connection, made.author, made.opponent)
        choices.check_takes_challenges(connection, made.opponent)
    _end(connection, ended)
    of = {"of_channel": made.place.channel, "by": made.author}
    replaced = [rows.challenge_of(row) for row in statements.REPLACE_CHALLENGE.rows(connection, of)]
    row = rows.offer_row(made)
    new = statements.offer(connection, tuple(row)).rows(connection, row)
    if not new:
        raise Repeated
    return NewChallenge(Challenge(ChallengeId(new[0].id), made), replaced[0] if replaced else None, ended)


def check_start(
    connection: Connection, by: UserId, at: datetime, cooldown: Cooldown | None, other: UserId | None
) -> None:
    """Refuse what open_game would refuse somebody, and change nothing."""
    _check(connection, cooldown, by, at)
    if other is not None:
        choices.check_blocks(connection, by, other)


def last_rules(connection: Connection, user: UserId) -> Rules | None:
    """Return the rules of the game that somebody opened last."""
    newest = select(games).where(games.c.opened_by == user).order_by(games.c.opened.desc(), games.c.id.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    return Rules(row.m, row.n, row.k) if row else None


def close_challenge(connection: Connection, challenge: ChallengeId, state: ChallengeState) -> None:
    """Save what became of an open challenge; Stale if it was answered meanwhile."""
    if statements.CLOSE_CHALLENGE.execute(connection, {"of_challenge": challenge, "now": state}) != 1:
        raise Stale


def _begun(game: GameId, opening: Opening) -> Game:
    """Return a game as it is saved when it begins."""
    return Game(
        id=game,
        place=opening.place,
        rules=opening.format.rules,
        x=opening.x,
        o=opening.o,
        touched=opening.at,
        plies=opening.plies,
        interaction=opening.interaction,
        clock=opening.clock,
        unrated=opening.unrated,
        locale=opening.format.locale,
        swapped=False if opening.format.swap else None,
        series=opening.series,
    )


def _end(connection: Connection, ended: Update | None) -> None:
    """Save that a game has ended without a result, which changes neither its plies nor a rating."""
    if ended is None:
        return
    of = {"of_game": ended.before.id, "of_revision": ended.before.revision}
    now = rows.changes(ended.before, ended.game)
    if statements.change_game(tuple(now)).execute(connection, now | of) != 1:
        raise Stale


def _settle(connection: Connection, previous: Game) -> None:
    """Have a game stay as it ended, for the next one of its series counts it: no undo that loaded it can be saved."""
    same = and_(games.c.id == previous.id, games.c.revision == previous.revision)
    if connection.execute(update(games).where(same).values(revision=previous.revision + 1)).rowcount != 1:
        raise Stale


def _check(connection: Connection, cooldown: Cooldown | None, by: UserId, now: datetime) -> None:
    """Refuse a person who has opened too many, counted in the transaction that opens, so that none is overlooked.

    What was opened in the future doesn't count: the clock has been set back since.
    """
    if cooldown is None:
        return
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(statements.LOCK_PERSON, {"person": by})
    asked = {"by": by, "since": now - cooldown.within, "until": now}
    if statements.OPENED.rows(connection, asked)[0].number >= cooldown.games:
        raise TooMany
