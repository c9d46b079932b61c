"""Games and their plies, and a user's open games."""

import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, case, exists, func, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.database import rows, statements
from bot.database.errors import ChannelTaken, Damaged, Stale
from bot.database.ratings import rate
from bot.database.tables import IS_OPEN, LAST_PLY, challenges, games, is_shared, plies
from bot.database.transactions import Transactions, reads, reads_long, writes
from bot.game.games import EVERYONE, ChannelId, Game, GameId, GuildId, Human, InteractionId, MessageId, UserId
from bot.game.lobby import ChallengeState
from bot.game.ratings import GameSummary
from bot.game.requests import ActiveGame
from engine import Cell, Mark, Rules

# A list needs less than half of the columns of games; reading all would take most of its time.
LISTED_COLUMNS = games.c[
    "id", "guild", "channel", "parent", "m", "n", "k", "x", "o", "level", "computer_is_x",
    "ending", "touched", "deadline", "message", "request_by", "request_draw",
]  # fmt: skip


MAX_LISTED = 100  # games or challenges in a list

# Raised for a second live game in a channel, or a second next game of a series.
UNIQUE_VIOLATION = (IntegrityError, sqlite3.IntegrityError)


class Latest(NamedTuple):
    """The latest of several games: its id and revision, whether it is live, and the user's second live game, if any."""

    id: GameId
    revision: int
    is_live: bool
    other: GameId | None = None


class GameStore(Transactions):
    """The part of the store for games. A method that returns a game may raise Damaged; lists skip damaged games."""

    @reads
    def game(self, connection: Connection, game: GameId) -> Game | None:
        """Return a game by its id."""
        return _game(connection, game)

    @reads_long
    def past_game(self, connection: Connection, game: GameId) -> Game | None:
        """Return a game by its id, as a long read, so that no move waits for it."""
        return _game(connection, game)

    @reads
    def latest(self, connection: Connection, channel: ChannelId, solo: UserId | None) -> Latest | None:
        """Return a user's live game against the computer, or the newest if none is live.

        solo is the user; None stands for games between people or of everyone.
        """
        latest = statements.LATEST_SHARED if solo is None else statements.LATEST_SOLO
        return _latest(latest.rows(connection, {"of_channel": channel, "of_user": solo}))

    @reads
    def latest_for(
        self, connection: Connection, channel: ChannelId, user: UserId | None, acted_in: GameId | None = None
    ) -> Latest | None:
        """Return a user's live game; if there are two, the one in which the user acted, else the one played last.

        If there is none, take the live game between people, else the newest game that is between people, of everyone or
        the user's own against the computer, else the newest of all games.
        """
        values = {"of_channel": channel, "of_user": user, "acted_in": acted_in}
        return _latest(statements.LATEST_FOR.rows(connection, values))

    @reads
    def live_in(self, connection: Connection, channel: ChannelId) -> list[Game]:
        """Return all live games of a channel."""
        return _games(connection, select(games).where(games.c.channel == channel, games.c.ending.is_(None)))

    @reads_long
    def open_channels(
        self, connection: Connection, guild: GuildId | None = None, channel: ChannelId | None = None
    ) -> list[ChannelId]:
        """Return the channels of a server, or a channel and its threads, that have an open game or challenge."""
        channels: list[ChannelId] = []
        for table, is_open in ((games, IS_OPEN), (challenges, challenges.c.state == ChallengeState.OPEN)):
            is_here = or_(table.c.channel == channel, table.c.parent == channel)
            is_meant = table.c.guild == guild if channel is None else is_here
            channels += connection.scalars(select(table.c.channel).where(is_open, is_meant).distinct())
        return list(dict.fromkeys(channels))

    @reads
    def live_games(self, connection: Connection) -> int:
        """Return the number of live games."""
        return connection.scalar(select(func.count()).select_from(games).where(games.c.ending.is_(None))) or 0

    @reads
    def awaiting_computer(self, connection: Connection) -> list[Game]:
        """Return the live games in which it is the computer's turn."""
        its_turn = (func.coalesce(LAST_PLY, -1) + 1) % 2 == case((games.c.computer_is_x, 0), else_=1)
        waiting = select(games).where(games.c.ending.is_(None), games.c.level.is_not(None), its_turn)
        return _games(connection, waiting.order_by(games.c.id))

    @reads_long
    def recent_games(self, connection: Connection, channel: ChannelId, limit: int) -> list[GameSummary]:
        """Return summaries of the channel's newest games, newest first."""
        newest = select(games, LAST_PLY.label("last")).where(games.c.channel == channel).order_by(games.c.id.desc())
        return list(rows.readable(connection.execute(newest.limit(limit)), rows.summary_of))

    async def save(self, before: Game, after: Game, interaction: InteractionId | None = None) -> Game:
        """Save all changes of a game, and rate it.

        interaction is the interaction by which a user last changed the game.

        Raises ChannelTaken, Stale.
        """
        saved = after.with_changes(revision=before.revision + 1, interaction=interaction)
        if await self._save_move(before, saved):
            return saved
        return await self.run("save", self.database.write, partial(_save, before=before, after=saved))

    async def _save_move(self, before: Game, after: Game) -> bool:
        """Save a move or an undo request with one statement, if possible; return whether it was saved."""
        write_statement, number = self.database.write_statement, len(after.plies) - len(before.plies)
        if write_statement is None or after.result != before.result or after.plies[: len(before.plies)] != before.plies:
            return False
        if number >= len(statements.SAVE_MOVE):
            return False
        cells = rows.ply_rows(after, len(before.plies))
        key = {"of_game": before.id, "of_revision": before.revision}
        made = {f"{name}{ply}": value for ply, row in enumerate(cells) for name, value in row.items()}
        statement = partial(statements.SAVE_MOVE[number].bound, values=key | made | rows.changes(before, after))
        return await self.run("save", write_statement, statement)

    @writes
    def note_boards(self, connection: Connection, boards: Mapping[GameId, MessageId]) -> None:
        """Save the newest messages of some games."""
        many = [{"of_game": game, "in_message": message} for game, message in sorted(boards.items())]
        if many:
            statements.NOTE_BOARD.execute_many(connection, many)

    @writes
    def note_request(self, connection: Connection, game: GameId, moves: int, message: MessageId) -> None:
        """Save which message asks the opponent for an undo, if the game still has that many moves."""
        requested = and_(games.c.id == game, games.c.request_ply == moves)
        connection.execute(update(games).where(requested).values(request_message=message))

    @reads
    def announcement(self, connection: Connection, game: GameId) -> MessageId | None:
        """Return the message that told the channel of a thread how a game has ended."""
        return connection.scalar(select(games.c.announcement).where(games.c.id == game))

    @writes
    def note_announcement(self, connection: Connection, game: GameId, message: MessageId) -> None:
        """Save which message told the channel of a thread how a game has ended."""
        connection.execute(update(games).where(games.c.id == game).values(announcement=message))

    @writes
    def note_picture(self, connection: Connection, game: GameId, picture: bool) -> None:  # noqa: FBT001 - a column
        """Save whether the boards of a game have a picture."""
        connection.execute(update(games).where(games.c.id == game).values(picture=picture))

    @reads_long
    def active_games(self, connection: Connection, user: UserId) -> list[ActiveGame]:
        """Return a user's games that are live or have a pending undo request, the newest MAX_LISTED on each side."""
        newer = games.alias()
        is_solo = and_(games.c.level.is_not(None), newer.c.level.is_not(None), newer.c.x == games.c.x)
        is_same_kind = or_(is_solo, and_(is_shared(games), is_shared(newer)))
        is_past = exists().where(newer.c.channel == games.c.channel, is_same_kind, newer.c.id > games.c.id)
        active: list[ActiveGame] = []
        for column in (games.c.x, games.c.o):
            own = select(*LISTED_COLUMNS, LAST_PLY.label("last")).where(column == user, IS_OPEN)
            newest = own.where(or_(games.c.ending.is_(None), ~is_past)).order_by(games.c.touched.desc())
            active += rows.readable(
                connection.execute(newest.limit(MAX_LISTED)).all(), partial(_active_game, user=user)
            )
        return active


def change_game(connection: Connection, before: Game, changes: Mapping[str, Any]) -> None:
    """Change columns of a game; raise Stale if another request has changed it."""
    key = {"of_game": before.id, "of_revision": before.revision}
    if statements.CHANGE_GAME.execute(connection, {**key, **changes}) != 1:
        raise Stale


def _save(connection: Connection, before: Game, after: Game) -> Game:
    common = _common_length(before.plies, after.plies)
    try:
        change_game(connection, before, rows.changes(before, after))
    except UNIQUE_VIOLATION as error:
        raise ChannelTaken from error
    change = rate(connection, before, after) if before.result or after.result else before.rating_change
    if common < len(before.plies):
        statements.TAKE_PLIES_BACK.execute(connection, {"of_game": before.id, "from_number": common})
    if common < len(after.plies):
        statements.ADD_PLIES.execute_many(connection, rows.ply_rows(after, common))
    return after if change == after.rating_change else after.with_changes(rating_change=change)


def _latest(found: Sequence[Any]) -> Latest | None:
    return Latest(*found[0]) if found else None


def _game(connection: Connection, game: GameId) -> Game | None:
    key = {"of_game": game}
    try:
        for row in statements.GAME.rows(connection, key):
            return rows.game_of(row, [*starmap(Cell, statements.PLIES.rows(connection, key))], _movers(connection, row))
    except rows.UNREADABLE as error:
        raise Damaged(str(error)) from error
    return None


def _games(connection: Connection, query: Select[Any]) -> list[Game]:
    """Return the games of a query, in its order, with one more query for all their plies."""
    game_rows = connection.execute(query).all()
    made = select(plies).where(plies.c.game.in_([row.id for row in game_rows])).order_by(plies.c.number)
    marks: dict[int, list[Cell]] = {row.id: [] for row in game_rows}
    for ply in connection.execute(made) if game_rows else ():
        marks[ply.game].append(Cell(ply.row, ply.col))
    return list(rows.readable(game_rows, lambda row: rows.game_of(row, marks[row.id], _movers(connection, row))))


def _movers(connection: Connection, row: Row[Any]) -> Sequence[Any]:
    return statements.MOVERS.rows(connection, {"of_game": row.id}) if row.x == EVERYONE else ()


def _common_length(before: Sequence[Cell], after: Sequence[Cell]) -> int:
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:  # nearly always true, and much faster than a loop
        return shorter
    return next(number for number, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)


def _active_game(row: Row[Any], user: UserId) -> ActiveGame:
    x, o = rows.players_of(row)
    side = Mark.X if x == Human(user) else Mark.O
    return ActiveGame(
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
        offers_draw=row.request_draw,
    )
