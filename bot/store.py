"""Games in a database: SQLAlchemy Core on SQLite or, by its URL, PostgreSQL. Each method is one transaction."""

import asyncio
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Self

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Select, and_, event, func, select, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot import rows, scores
from bot.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.games import (
    ChannelId,
    Game,
    GameId,
    GuildId,
    MessageId,
    Opening,
    UserId,
)
from bot.requests import Offered
from bot.standings import Standing, Stats
from bot.storage import ChannelTaken, Stale
from bot.tables import challenges, games, plies, synced
from engine import Cell

ASYNC_DRIVERS = {"sqlite": "sqlite+aiosqlite"}


class StoreUnavailable(Exception):
    """The database can't be opened; the text says why in one line, without a password."""


class SqlStore:
    """The Store of the registry, in a database.

    On SQLite: write-ahead log, every commit on the disk before it returns, and two seconds' patience for a lock, so
    that an answer still leaves within Discord's three.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, url: str) -> Self:
        """Connect, and bring the tables to this version.

        Raises
        ------
        StoreUnavailable
        """
        try:
            engine = _engine(make_url(url))
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise StoreUnavailable(f"DATABASE_URL is not usable: {error}") from error
        try:
            await asyncio.to_thread(_touch, engine.url)
            async with engine.begin() as connection:
                await connection.run_sync(migrate)
        except (DBAPIError, OSError, sqlite3.Error) as error:
            await engine.dispose()
            reason = error.orig if isinstance(error, DBAPIError) else error
            raise StoreUnavailable(f"cannot open {engine.url.render_as_string()}: {reason}") from error
        return cls(engine)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    # -- games

    async def live_game(self, channel: ChannelId) -> Game | None:
        """Return the channel's game that has not ended."""
        return await self._one_game(select(games).where(games.c.channel == channel, games.c.ending.is_(None)))

    async def latest_game(self, channel: ChannelId) -> Game | None:
        """Return the channel's live game, else the one that was opened last."""
        newest = select(games).where(games.c.channel == channel).order_by(games.c.ending.is_(None).desc())
        return await self._one_game(newest.order_by(games.c.id.desc()).limit(1))

    async def game(self, game: GameId) -> Game | None:
        """Return a game by its id."""
        return await self._one_game(select(games).where(games.c.id == game))

    async def awaiting_computer(self) -> list[Game]:
        """Return the live games in which the computer is to move."""
        made = select(func.count()).where(plies.c.game == games.c.id).scalar_subquery()
        waiting = select(games).where(games.c.ending.is_(None), games.c.level.is_not(None), made % 2 == 1)
        return await self._games(waiting.order_by(games.c.id))

    async def live_games(self) -> int:
        """Return how many games have not ended."""
        live = select(func.count()).select_from(games).where(games.c.ending.is_(None))
        async with self._engine.connect() as connection:
            return await connection.scalar(live) or 0

    async def open_game(self, opening: Opening, by: UserId, challenge: ChallengeId | None = None) -> Game:
        """Save a new game, and with it that a challenge was accepted."""
        row = rows.opening_row(opening, by)
        async with self._engine.begin() as connection:
            if challenge is not None:
                await _close_challenge(connection, challenge, ChallengeState.ACCEPTED)
            with _live_game_is_unique():
                result = await connection.execute(games.insert().values(row))
        key = result.inserted_primary_key
        assert key is not None
        return Game(GameId(key[0]), opening.place, opening.rules, opening.x, opening.o, opening.at)

    async def save(self, before: Game, after: Game) -> Game:
        """Save a changed game: its plies, result and request."""
        common = _common_length(before.plies, after.plies)
        async with self._engine.begin() as connection:
            with _live_game_is_unique():
                changed = await connection.execute(
                    update(games)
                    .where(games.c.id == before.id, games.c.revision == before.revision)
                    .values(**rows.changing(after), revision=before.revision + 1)
                )
            if changed.rowcount != 1:
                raise Stale
            await scores.rate(connection, before, after)
            if common < len(before.plies):
                await connection.execute(plies.delete().where(plies.c.game == before.id, plies.c.number >= common))
            if common < len(after.plies):
                await connection.execute(plies.insert(), rows.ply_rows(after, common))
        return replace(after, revision=before.revision + 1)

    async def show_game(self, game: GameId, message: MessageId) -> None:
        """Remember the newest message that shows a game's board."""
        older = (games.c.message.is_(None)) | (games.c.message < message)
        async with self._engine.begin() as connection:
            await connection.execute(update(games).where(games.c.id == game, older).values(message=message))

    async def show_request(self, game: GameId, ply: int, message: MessageId) -> None:
        """Remember the message that asks the opponent about an undo."""
        asked = and_(games.c.id == game, games.c.request_ply == ply)
        async with self._engine.begin() as connection:
            await connection.execute(update(games).where(asked).values(request_message=message))

    async def opened_since(self, by: UserId, since: datetime) -> int:
        """Return how many games and unanswered challenges a person has opened since an instant."""
        started = select(func.count()).where(games.c.opened_by == by, games.c.opened > since)
        offered = select(func.count()).where(
            challenges.c.author == by,
            challenges.c.opened > since,
            challenges.c.state != ChallengeState.ACCEPTED,
        )
        async with self._engine.connect() as connection:
            return (await connection.scalar(started) or 0) + (await connection.scalar(offered) or 0)

    async def _one_game(self, query: Select[Any]) -> Game | None:
        return next(iter(await self._games(query)), None)

    async def _games(self, query: Select[Any]) -> list[Game]:
        """Return the games that a query finds, in its order, with one more query for the plies of all."""
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
            made = select(plies).where(plies.c.game.in_([row.id for row in found])).order_by(plies.c.number)
            marks: dict[int, list[Cell]] = {row.id: [] for row in found}
            for ply in await connection.execute(made) if found else ():
                marks[ply.game].append(Cell(ply.row, ply.col))
        return [rows.game_of(row, marks[row.id]) for row in found]

    async def recent_games(self, channel: ChannelId, limit: int) -> list[Game]:
        """Return the channel's newest games, newest first."""
        return await self._games(
            select(games).where(games.c.channel == channel).order_by(games.c.id.desc()).limit(limit)
        )

    async def stats(self, guild: GuildId | None, user: UserId) -> Stats:
        """Return what somebody has done in a server, or in direct messages."""
        async with self._engine.connect() as connection:
            return await scores.stats(connection, guild, user)

    async def top(self, guild: GuildId) -> list[Standing]:
        """Return a server's best, best first."""
        async with self._engine.connect() as connection:
            return await scores.top(connection, guild)

    async def forget(self, user: UserId, now: datetime) -> None:
        """Put FORGOTTEN in somebody's place everywhere, and end their live games and open challenges."""
        async with self._engine.begin() as connection:
            await scores.forget(connection, user, now)

    # -- challenges

    async def offer(self, offer: Offer) -> Offered:
        """Save a new challenge, which replaces an open one of the same author and channel."""
        mine = and_(
            challenges.c.channel == offer.place.channel,
            challenges.c.author == offer.author,
            challenges.c.state == ChallengeState.OPEN,
        )
        async with self._engine.begin() as connection:
            replaced = (
                await connection.execute(
                    update(challenges).where(mine).values(state=ChallengeState.REPLACED).returning(challenges)
                )
            ).one_or_none()
            result = await connection.execute(challenges.insert().values(rows.offer_row(offer)))
        key = result.inserted_primary_key
        assert key is not None
        return Offered(Challenge(ChallengeId(key[0]), offer), rows.challenge_of(replaced) if replaced else None)

    async def challenge(self, challenge: ChallengeId) -> Challenge | None:
        """Return a challenge by its id."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(challenges).where(challenges.c.id == challenge))).one_or_none()
        return rows.challenge_of(row) if row else None

    async def close_challenge(self, challenge: ChallengeId, state: ChallengeState) -> None:
        """Save what became of an open challenge; Stale if it was answered meanwhile."""
        async with self._engine.begin() as connection:
            await _close_challenge(connection, challenge, state)

    async def show_challenge(self, challenge: ChallengeId, message: MessageId) -> None:
        """Remember the message that shows a challenge."""
        shown = update(challenges).where(challenges.c.id == challenge).values(message=message)
        async with self._engine.begin() as connection:
            await connection.execute(shown)

    # -- the commands that Discord knows

    async def synced_commands(self, application: int) -> str | None:
        """Return the digest of the commands that Discord last took."""
        async with self._engine.connect() as connection:
            return await connection.scalar(select(synced.c.digest).where(synced.c.application == application))

    async def commands_synced(self, application: int, digest: str) -> None:
        """Remember the digest of the commands that Discord took."""
        async with self._engine.begin() as connection:
            await connection.execute(synced.delete().where(synced.c.application == application))
            await connection.execute(synced.insert().values(application=application, digest=digest))


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version, or leave them as they were."""
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _engine(url: URL) -> AsyncEngine:
    engine = create_async_engine(url.set(drivername=ASYNC_DRIVERS.get(url.drivername, url.drivername)))
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _touch(url: URL) -> None:
    """Open a SQLite file once: where that fails, aiosqlite leaves a thread that calls back into the closed loop."""
    if url.get_backend_name() == "sqlite" and url.database:
        sqlite3.connect(url.database).close()


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("busy_timeout=2000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@contextmanager
def _live_game_is_unique() -> Generator[None]:
    """Turn the refusal of the index ix_games_live into ChannelTaken."""
    try:
        yield
    except IntegrityError as error:
        raise ChannelTaken from error


async def _close_challenge(connection: AsyncConnection, challenge: ChallengeId, state: ChallengeState) -> None:
    still_open = and_(challenges.c.id == challenge, challenges.c.state == ChallengeState.OPEN)
    closed = await connection.execute(update(challenges).where(still_open).values(state=state))
    if closed.rowcount != 1:
        raise Stale


def _common_length(before: Sequence[Cell], after: Sequence[Cell]) -> int:
    return next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
