"""The store: all data of the bot, with SQLAlchemy Core on SQLite or PostgreSQL.

Store consists of parts, one for each group of tables. This module has the part for games.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, Select, and_, case, func, select, update

from bot.database import rows, statements
from bot.database.clocks import ClockStore
from bot.database.connections import open_database
from bot.database.errors import ChannelTaken, Damaged
from bot.database.lobby import UNIQUE_VIOLATION, LobbyStore, change_game
from bot.database.preferences import ChoiceStore
from bot.database.privacy import PrivacyStore
from bot.database.puzzles import PuzzleStore
from bot.database.ratings import RatingStore, rate
from bot.database.tables import LAST_PLY, games, plies, synced, upsert
from bot.database.transactions import Observe, reads, reads_long, writes
from bot.game.games import ChannelId, Game, GameId, InteractionId, MessageId, UserId
from bot.game.ratings import GameSummary
from engine import Cell


class Latest(NamedTuple):
    """The latest game of some: its id and revision, and whether it is live."""

    id: GameId
    revision: int
    is_live: bool


class Store(LobbyStore, ClockStore, RatingStore, PuzzleStore, ChoiceStore, PrivacyStore):
    """All data of the bot. Each method is one transaction, durable when it returns.

    Any method may raise StoreFailed. A method that returns a game may raise Damaged; lists skip damaged games.
    """

    @classmethod
    async def open(cls, url: str, observe: Observe = lambda name, seconds: None) -> Self:
        """Connect, and migrate the tables to this version. Raises StoreUnavailable."""
        return cls(await open_database(url), observe)

    # -- games

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

        Shapes: solo is the user; None stands for games between people.
        """
        latest = statements.LATEST_BETWEEN_PEOPLE if solo is None else statements.LATEST_SOLO
        return _latest(latest.rows(connection, {"of_channel": channel, "of_user": solo}))

    @reads
    def latest_for(self, connection: Connection, channel: ChannelId, user: UserId | None) -> Latest | None:
        """Return a user's live game; if there are two, the one played last.

        If there is none, take the live game between people, else the newest game that is between people or the user's
        own against the computer, else the newest of all games.
        """
        return _latest(statements.LATEST_FOR.rows(connection, {"of_channel": channel, "of_user": user}))

    @reads
    def live_in(self, connection: Connection, channel: ChannelId) -> list[Game]:
        """Return all live games of a channel."""
        return _games(connection, select(games).where(games.c.channel == channel, games.c.ending.is_(None)))

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

        Shapes: interaction is the interaction by which a user last changed the game.

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

    @writes
    def note_picture(self, connection: Connection, game: GameId, picture: bool) -> None:  # noqa: FBT001 - a column
        """Save whether the boards of a game have a picture."""
        connection.execute(update(games).where(games.c.id == game).values(picture=picture))

    # -- the process

    @reads
    def synced_commands(self, connection: Connection, application: int) -> str | None:
        """Return the digest of the slash commands that Discord last accepted."""
        return connection.scalar(select(synced.c.digest).where(synced.c.application == application))

    @writes
    def note_synced_commands(self, connection: Connection, application: int, digest: str) -> None:
        """Save the digest of the slash commands that Discord has accepted."""
        upsert(connection, synced, {"application": application}, {"digest": digest})


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
            return rows.game_of(row, [*starmap(Cell, statements.PLIES.rows(connection, key))])
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
    return list(rows.readable(game_rows, lambda row: rows.game_of(row, marks[row.id])))


def _common_length(before: Sequence[Cell], after: Sequence[Cell]) -> int:
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:  # nearly always true, and much faster than a loop
        return shorter
    return next(number for number, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
