"""How games are opened: new ones, and challenges. Each function runs within a transaction."""

import sqlite3
from datetime import datetime

from sqlalchemy import Connection, and_, select, update
from sqlalchemy.exc import IntegrityError

from bot.database import rows, statements
from bot.database.choices import preferences
from bot.database.tables.games import games
from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.games import Game, GameId, Human, Opening, UserId
from bot.game.requests import Begun, NewChallenge, Update
from bot.registry.store import ChannelTaken, Cooldown, Repeated, Stale, TooMany
from engine.rules import Rules

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
                preferences.check_blocks(connection, asker, asked)
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
    return Begun(begun, preferences.of(connection, begun.humans))


def offer(connection: Connection, made: Offer, cooldown: Cooldown | None, ended: Update | None) -> NewChallenge:
    """Save a new challenge, which replaces an open one of the same author and channel, and that a game has ended."""
    _check(connection, cooldown, made.author, made.at)
    if made.opponent is not None:
        preferences.check_blocks(connection, made.author, made.opponent)
        preferences.check_takes_challenges(connection, made.opponent)
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
        preferences.check_blocks(connection, by, other)


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
        rules=opening.rules,
        x=opening.x,
        o=opening.o,
        touched=opening.at,
        plies=opening.plies,
        interaction=opening.interaction,
        clock=opening.clock,
        unrated=opening.unrated,
        locale=opening.locale,
        swapped=False if opening.swap else None,
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
