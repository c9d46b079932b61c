"""Export and deletion of data, in steps, so that other transactions can run in between."""

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    and_,
    case,
    func,
    or_,
    select,
    update,
)

from bot.database import statements
from bot.database.preferences import lock_people
from bot.database.puzzles import DAYS
from bot.database.ratings import FIRST_SEASON
from bot.database.tables import (
    ENDED_BY_ANOTHER,
    attempts,
    blocks,
    challenges,
    forgetting,
    games,
    guilds,
    plies,
    preferences,
    puzzle_channels,
    ratings,
    seasons,
    settings,
    upsert,
)
from bot.database.transactions import Transactions, reads, reads_long, writes
from bot.game.games import DELETED_USER, EVERYONE, Ending, GameId, GuildId, UserId
from bot.game.lobby import ChallengeState
from bot.game.puzzles import Day, end_of

log = logging.getLogger(__name__)

BATCH = 200  # rows per transaction
PEOPLE = 100  # users per transaction of a purge
MAX_EXPORTED_GAMES = 50_000
PAGE_GAMES, PAGE_PLIES = 50, 2_000  # exported per transaction; a game has up to 10,000 plies
PURGE_RANGE = 2000  # ids that a purge checks per transaction

_IN_GAMES = (games.c.x, games.c.o, games.c.opened_by, games.c.ended_by, games.c.request_by)
_IN_CHALLENGES = (challenges.c.author, challenges.c.opponent)
_OF_ONE_PERSON = (ratings, preferences, blocks, attempts)
# Parts of an export besides games: the name, the column with the user, the order of the rows.
OTHER_PARTS: Sequence[tuple[str, Column[Any], Sequence[Column[Any]]]] = (
    ("ratings", ratings.c.user, (ratings.c.guild, ratings.c.season)),
    ("preferences", preferences.c.user, ()),
    ("blocks", blocks.c.user, (blocks.c.blocked,)),
    ("puzzles", attempts.c.user, (attempts.c.day,)),
    ("challenges", challenges.c.author, (challenges.c.opened, challenges.c.id)),
    ("challenges", challenges.c.opponent, (challenges.c.opened, challenges.c.id)),
)
_PEOPLE = {column.name for column in (*_IN_GAMES, *_IN_CHALLENGES, blocks.c.user, blocks.c.blocked)}
_IDS = {"id", "guild", "channel", "parent", "message", "request_message", "interaction", "previous"}


class PrivacyStore(Transactions):
    """The part of the store for exports, the deletion of users, and purges."""

    EXPORT_PARTS = tuple(name for name, *_ in OTHER_PARTS)  # all except games

    @writes
    def start_forgetting(self, connection: Connection, user: UserId) -> None:
        """Cancel a user's open challenges, and save that the user is to be deleted.

        No game of theirs can begin until the deletion is complete.
        """
        lock_people(connection, user)
        open_ones = update(challenges).where(challenges.c.state == ChallengeState.OPEN)
        for column in _IN_CHALLENGES:
            connection.execute(open_ones.where(column == user).values(state=ChallengeState.CANCELLED))
        newest = {
            "last_game": connection.scalar(select(func.max(games.c.id))) or 0,
            "last_challenge": connection.scalar(select(func.max(challenges.c.id))) or 0,
        }
        upsert(connection, forgetting, {"user": user}, newest)

    @reads
    def being_forgotten(self, connection: Connection) -> list[UserId]:
        """Return the users whose deletion has started but isn't complete."""
        return [UserId(user) for user in connection.scalars(select(forgetting.c.user))]

    @writes
    def forget_some(self, connection: Connection, user: UserId, now: datetime) -> bool:
        """Delete a user from the next batch of games and challenges; return whether there may be more.

        Their live games and open challenges end, and DELETED_USER replaces them. Each game gets a new revision, so a
        request that loaded it before can't save or rate it.
        """
        progress = connection.execute(select(forgetting).where(forgetting.c.user == user)).one_or_none()
        if progress is None:
            return False
        for table in _OF_ONE_PERSON:  # in every step, because there may be new rows
            connection.execute(table.delete().where(table.c.user == user))
        changed = _forget_in_games(connection, user, progress.last_game, now) + _forget_in_plies(connection, user)
        changed += _forget_in_challenges(connection, user, progress.last_challenge)
        if not changed:
            connection.execute(forgetting.delete().where(forgetting.c.user == user))
        return bool(changed)

    @reads_long
    def games_of(self, connection: Connection, user: UserId) -> tuple[int, list[GameId]]:
        """Return the number of a user's games, and the ids of the newest, newest first."""
        by_another = and_(games.c.ended_by == user, ENDED_BY_ANOTHER)
        together = and_(games.c.opened_by == user, games.c.x == EVERYONE)
        conditions = (games.c.x == user, games.c.o == user, by_another, together, games.c.id.in_(_moved_in(user)))
        ids = {game for condition in conditions for game in connection.scalars(select(games.c.id).where(condition))}
        return len(ids), [GameId(game) for game in sorted(ids, reverse=True)[:MAX_EXPORTED_GAMES]]

    @reads_long
    def export_games(
        self, connection: Connection, user: UserId, ids: Sequence[GameId]
    ) -> tuple[list[dict[str, Any]], Sequence[GameId]]:
        """Return the first page of some games with their moves, ready for JSON, and the remaining ids.

        It contains no other user's id. Cost: PAGE_GAMES games, and PAGE_PLIES plies plus those of one game.
        """
        query = select(games).where(games.c.id.in_(ids[:PAGE_GAMES])).order_by(games.c.id.desc())
        page: list[dict[str, Any]] = []
        count = 0
        for row in connection.execute(query).mappings():
            if count >= PAGE_PLIES:
                return page, ids[ids.index(row["id"]) :]
            key = {"of_game": row["id"]}
            moves = [[*cell] for cell in statements.PLIES.rows(connection, key)]
            count += len(moves)
            page.append(_exported(row, user) | _sides(row, user) | {"moves": moves})
            if row["x"] == EVERYONE:
                movers = [by.mover for by in statements.MOVERS.rows(connection, key)]
                page[-1]["moved_by"] = [None if mover is None else _whose(mover, user) for mover in movers]
        return page, ids[PAGE_GAMES:]

    @reads_long
    def export_others(self, connection: Connection, user: UserId, number: int, start: int) -> list[dict[str, Any]]:
        """Return a batch of a user's rows from an offset on. number is the index of their part in EXPORT_PARTS."""
        _, names, order = OTHER_PARTS[number]
        page = select(names.table).where(names == user).order_by(*order).offset(start).limit(BATCH)
        return [_exported(row, user) for row in connection.execute(page).mappings()]

    @writes
    def note_guilds(
        self, connection: Connection, present: Collection[GuildId], is_ours: Callable[[GuildId], bool], at: datetime
    ) -> list[GuildId]:
        """Save which servers have the bot; for those that no longer have it, save `at` as the time, and return them.

        is_ours returns whether this process serves a server; other servers stay unchanged. If the bot is in servers,
        but in none of those that are saved, another bot uses the database, perhaps the playground: nothing changes.
        """
        saved = {row.id: row.left_at for row in connection.execute(select(guilds))}
        known = [GuildId(guild) for guild, left_at in saved.items() if left_at is None and is_ours(guild)]
        left = [guild for guild in known if guild not in present]
        if present and known and left == known:
            log.warning(
                "this bot is in none of the %d servers in the database: is it another bot's database?", len(known)
            )
            return []
        for guild in present:
            if saved.get(guild, at) is not None:
                upsert(connection, guilds, {"id": guild}, {"left_at": None})
        for guild in left:
            upsert(connection, guilds, {"id": guild}, {"left_at": at})
        return left

    @writes
    def note_guild(self, connection: Connection, guild: GuildId, left_at: datetime | None) -> None:
        """Save that a server has the bot (left_at is None), or when the bot left it."""
        upsert(connection, guilds, {"id": guild}, {"left_at": left_at})

    @writes
    def purge_some(
        self, connection: Connection, start: int, left_before: datetime, solo_before: datetime
    ) -> int | None:
        """Delete due data in the next range of ids; return where to continue, None at the end.

        Data is due if its server removed the bot before left_before, or if it is a game against the computer that ended
        before solo_before. The newest game and challenge stay for now: SQLite would reuse their ids, and old buttons
        would act on new games.
        """
        left_guilds = select(guilds.c.id).where(guilds.c.left_at <= left_before)
        is_solo = and_(games.c.level.is_not(None), games.c.ending.is_not(None))
        due = or_(games.c.guild.in_(left_guilds), and_(is_solo, games.c.touched < solo_before))
        due_challenges = challenges.c.guild.in_(left_guilds)
        ends = _delete(connection, games, start, due), _delete(connection, challenges, start, due_challenges)
        if start + PURGE_RANGE <= max(ends):
            return start + PURGE_RANGE
        for table in (ratings, seasons, settings, puzzle_channels):
            connection.execute(table.delete().where(table.c.guild.in_(left_guilds)))
        _unrate(connection, left_guilds)
        newest = zip((games, challenges), ends, strict=True)
        kept = [select(table.c.guild).where(table.c.id == end) for table, end in newest]
        servers_to_keep = {connection.scalar(guild) for guild in kept} - {None}
        connection.execute(guilds.delete().where(guilds.c.left_at <= left_before, guilds.c.id.not_in(servers_to_keep)))
        return None

    @writes
    def purge_attempts(self, connection: Connection, after: UserId, today: Day) -> UserId | None:
        """Delete the obsolete attempts of the next users by id. Return the last of these users, None at the end."""
        next_people = select(attempts.c.user).where(attempts.c.user > after).distinct().order_by(attempts.c.user)
        people = connection.scalars(next_people.limit(PEOPLE)).all()
        is_abandoned = and_(attempts.c.solved.is_(None), attempts.c.begun < end_of(Day(today - 2)))
        is_obsolete = or_(is_abandoned, attempts.c.day < today - DAYS)
        connection.execute(attempts.delete().where(attempts.c.user.in_(people), is_obsolete))
        return UserId(people[-1]) if people else None


def _forget_in_games(connection: Connection, user: UserId, last: int, now: datetime) -> int:
    is_live = and_(games.c.ending.is_(None), games.c.x != EVERYONE)
    values = {column.name: _without(column, user) for column in _IN_GAMES} | {
        "revision": games.c.revision + 1,
        "ending": case((is_live, Ending.STOPPED), else_=games.c.ending),
        "ended_by": case((is_live, DELETED_USER), else_=_without(games.c.ended_by, user)),
        "touched": case((is_live, now), else_=games.c.touched),
        "x_rating": None,
        "o_rating": None,
    }
    by_another = and_(games.c.ended_by == user, ENDED_BY_ANOTHER)
    conditions = (games.c.x == user, games.c.o == user, games.c.opened_by == user, by_another)
    return sum(_change_some(connection, games, condition, last, values) for condition in conditions)


def _moved_in(user: UserId) -> Select[tuple[int]]:
    return select(plies.c.game).where(plies.c.mover == user).distinct()


def _forget_in_plies(connection: Connection, user: UserId) -> int:
    ids = connection.scalars(_moved_in(user).limit(BATCH)).all()
    if ids:
        moves = update(plies).where(plies.c.game.in_(ids), plies.c.mover == user)
        connection.execute(moves.values(mover=DELETED_USER))
        connection.execute(update(games).where(games.c.id.in_(ids)).values(revision=games.c.revision + 1))
    return len(ids)


def _forget_in_challenges(connection: Connection, user: UserId, last: int) -> int:
    is_open = challenges.c.state == ChallengeState.OPEN
    values = {column.name: _without(column, user) for column in _IN_CHALLENGES} | {
        "state": case((is_open, ChallengeState.CANCELLED), else_=challenges.c.state)
    }
    return sum(_change_some(connection, challenges, column == user, last, values) for column in _IN_CHALLENGES)


def _without(column: ColumnElement[Any], user: UserId) -> ColumnElement[Any]:
    return case((column == user, DELETED_USER), else_=column)


def _change_some(
    connection: Connection, table: Table, condition: ColumnElement[bool], last: int, values: dict[str, Any]
) -> int:
    ids = connection.scalars(select(table.c.id).where(condition, table.c.id <= last).limit(BATCH)).all()
    if ids:
        connection.execute(update(table).where(table.c.id.in_(ids)).values(values))
    return len(ids)


def _exported(row: RowMapping, user: UserId) -> dict[str, Any]:
    """Return a row as a dict. Ids are text, because JSON numbers may lose their last digits."""
    exported: dict[str, Any] = {}
    for name, value in row.items():
        if name in _PEOPLE and value is not None:
            exported[name] = _whose(value, user)
        elif isinstance(value, datetime):
            exported[name] = value.isoformat()
        else:
            exported[name] = str(value) if name in _IDS and value is not None else value
    return exported


def _whose(id: int, user: UserId) -> str:  # noqa: A002 - the column's name
    names = {user: "you", DELETED_USER: "deleted user", EVERYONE: "everyone"}
    return names.get(UserId(id), "another person")


def _sides(row: RowMapping, user: UserId) -> dict[str, Any]:
    """Return the players of X and O. In the columns, the person who plays the computer is always x."""
    return {"x": None, "o": _whose(row["x"], user)} if row["computer_is_x"] else {}


def _unrate(connection: Connection, left_guilds: Select[tuple[int]]) -> None:
    """Make the remaining games unrated, because their ratings were deleted. Their new revision forces a reload."""
    unrated = {"unrated": True, "gain": None, "x_rating": None, "o_rating": None, "season": FIRST_SEASON}
    rated = update(games).where(games.c.guild.in_(left_guilds), games.c.gain.is_not(None))
    connection.execute(rated.values(**unrated, revision=games.c.revision + 1))


def _delete(connection: Connection, table: Table, start: int, due: ColumnElement[bool]) -> int:
    """Delete the due rows in a range of ids, and return the newest id in the table."""
    newest = connection.scalar(select(func.max(table.c.id))) or 0
    end = min(start + PURGE_RANGE, newest)
    connection.execute(table.delete().where(table.c.id >= start, table.c.id < end, due))
    return newest
