"""Games in a database: SQLAlchemy Core on SQLite or, by its URL, PostgreSQL. Each method is one transaction."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Self

from sqlalchemy import Connection, Select, and_, case, func, select, update

from bot.database import choices, lobby, people, rows, statements
from bot.database.clocks import Clocks
from bot.database.connections import opened
from bot.database.errors import ChannelTaken, Damaged, Stale
from bot.database.lobby import Agendas
from bot.database.puzzles import Attempts
from bot.database.ratings import Standings, rate
from bot.database.statements import Prepared
from bot.database.tables import games, insert, plies, probes, synced
from bot.database.transactions import Observe, reads, writes
from bot.database.values import Findings
from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.choices import Changes, Preferences, ServerChanges, ServerSettings
from bot.game.games import ChannelId, Cooldown, Game, GameId, GuildId, InteractionId, MessageId, Opening, UserId
from bot.game.ratings import GameSummary
from bot.game.requests import Begun, NewChallenge, Update
from bot.registry.store import Store
from engine import Cell, Rules


class SqlStore(Agendas, Clocks, Attempts, Standings, Findings, Store):
    """The Store of the registry, in a database; what its methods promise stands there."""

    @classmethod
    async def open(cls, url: str, observe: Observe = lambda name, seconds: None) -> Self:
        """Connect, and bring the tables to this version.

        Raises StoreUnavailable.
        """
        return cls(await opened(url), observe)

    # -- games

    @reads
    def live_game(self, connection: Connection, channel: ChannelId) -> Game | None:
        return _one_game(connection, statements.LIVE_GAME, of_channel=channel)

    @reads
    def latest_game(self, connection: Connection, channel: ChannelId) -> Game | None:
        return _one_game(connection, statements.LATEST_GAME, of_channel=channel)

    @reads
    def game(self, connection: Connection, game: GameId) -> Game | None:
        return _one_game(connection, statements.GAME, of_game=game)

    @reads
    def live_games(self, connection: Connection) -> int:
        return connection.scalar(statements.LIVE_GAMES) or 0

    @reads
    def awaiting_computer(self, connection: Connection) -> list[Game]:
        made = select(func.count()).where(plies.c.game == games.c.id).scalar_subquery()
        its_turn = made % 2 == case((games.c.computer_is_x, 0), else_=1)
        waiting = select(games).where(games.c.ending.is_(None), games.c.level.is_not(None), its_turn)
        return _games(connection, waiting.order_by(games.c.id))

    @writes
    def open_game(  # noqa: PLR0913, PLR0917 - all that is saved at once
        self,
        connection: Connection,
        opening: Opening,
        by: UserId,
        challenge: ChallengeId | None = None,
        cooldown: Cooldown | None = None,
        ended: Update | None = None,
    ) -> Begun:
        return lobby.open_game(connection, opening, by, challenge, cooldown, ended)

    async def save(self, before: Game, after: Game, interaction: InteractionId | None = None) -> Game:
        saved = after.noted(revision=before.revision + 1, interaction=interaction)
        if await self._play_on(before, saved):
            return saved
        return await self.run("save", self.database.write, partial(_save, before=before, after=saved))

    async def _play_on(self, before: Game, after: Game) -> bool:
        """Save a move or a request by one statement, where the database has such; False: nothing has changed."""
        at_once = self.database.write_at_once
        if at_once is None or after.result != before.result or after.plies[: len(before.plies)] != before.plies:
            return False
        now, cells = rows.changes(before, after), rows.ply_rows(after, len(before.plies))
        of = {"of_game": before.id, "of_revision": before.revision}
        made = {f"{name}{ply}": value for ply, row in enumerate(cells) for name, value in row.items()}
        statement = statements.play_on(tuple(now), len(cells))
        return await self.run("save", at_once, partial(statement.bound, values=now | of | made))

    @reads
    def revision(self, connection: Connection, game: GameId) -> int | None:
        for row in statements.REVISION.rows(connection, {"of_game": game}):
            return row.revision
        return None

    @writes
    def note_boards(self, connection: Connection, boards: Mapping[GameId, MessageId]) -> None:
        many = [{"of_game": game, "in_message": message} for game, message in sorted(boards.items())]
        if many:
            statements.NOTE_BOARD.execute_many(connection, many)

    @writes
    def note_request(self, connection: Connection, game: GameId, ply: int, message: MessageId) -> None:
        asked = and_(games.c.id == game, games.c.request_ply == ply)
        connection.execute(update(games).where(asked).values(request_message=message))

    @writes
    def note_picture(self, connection: Connection, game: GameId, picture: bool) -> None:  # noqa: FBT001 - a column
        connection.execute(update(games).where(games.c.id == game).values(picture=picture))

    @reads
    def recent_games(self, connection: Connection, channel: ChannelId, limit: int) -> list[GameSummary]:
        last = select(func.max(plies.c.number)).where(plies.c.game == games.c.id).scalar_subquery()
        newest = select(games, last.label("last")).where(games.c.channel == channel).order_by(games.c.id.desc())
        return list(rows.readable(connection.execute(newest.limit(limit)), rows.listed_of))

    # -- people and servers

    @reads
    def preferences(self, connection: Connection, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        return choices.preferences_of(connection, users)

    @writes
    def prefer(self, connection: Connection, user: UserId, changes: Changes) -> Preferences:
        return choices.change_preferences(connection, user, changes)

    @writes
    def block(self, connection: Connection, user: UserId, blocked: UserId, at: datetime, most: int) -> bool:
        return choices.block(connection, user, blocked, at, most)

    @writes
    def unblock(self, connection: Connection, user: UserId, blocked: UserId) -> bool:
        return choices.unblock(connection, user, blocked)

    @reads
    def blocked_by(self, connection: Connection, user: UserId) -> list[UserId]:
        return choices.blocked_by(connection, user)

    @reads
    def server_settings(self, connection: Connection, guild: GuildId) -> ServerSettings:
        return choices.settings_of(connection, guild)

    @writes
    def change_server(self, connection: Connection, guild: GuildId, changes: ServerChanges) -> ServerSettings:
        return choices.change_settings(connection, guild, changes)

    @writes
    def start_forgetting(self, connection: Connection, user: UserId) -> None:
        people.start_forgetting(connection, user)

    @writes
    def forget_some(self, connection: Connection, user: UserId, now: datetime) -> bool:
        return people.forget_some(connection, user, now)

    @reads
    def being_forgotten(self, connection: Connection) -> list[UserId]:
        return people.being_forgotten(connection)

    @reads
    def games_of(self, connection: Connection, user: UserId) -> tuple[int, list[GameId]]:
        return people.games_of(connection, user)

    @reads
    def export_games(self, connection: Connection, user: UserId, wanted: Sequence[GameId]) -> list[dict[str, Any]]:
        return people.export_games(connection, user, wanted)

    @reads
    def export_rest(self, connection: Connection, user: UserId) -> dict[str, list[dict[str, Any]]]:
        return people.export_rest(connection, user)

    @writes
    def note_guilds(
        self, connection: Connection, present: Collection[GuildId], is_ours: Callable[[GuildId], bool], at: datetime
    ) -> None:
        people.note_guilds(connection, present, is_ours, at)

    @writes
    def note_guild(self, connection: Connection, guild: GuildId, left_at: datetime | None) -> None:
        people.note_guild(connection, guild, left_at)

    @writes
    def purge_some(
        self, connection: Connection, start: int, left_before: datetime, solo_before: datetime | None
    ) -> int | None:
        return people.purge_some(connection, start, left_before, solo_before)

    @writes
    def probe(self, connection: Connection, at: datetime) -> None:
        row = insert(connection, probes).values(id=1, at=at)
        connection.execute(row.on_conflict_do_update(index_elements=[probes.c.id], set_={"at": at}))

    # -- challenges

    @writes
    def check_start(
        self,
        connection: Connection,
        by: UserId,
        at: datetime,
        cooldown: Cooldown | None = None,
        other: UserId | None = None,
    ) -> None:
        lobby.check_start(connection, by, at, cooldown, other)

    @reads
    def last_rules(self, connection: Connection, user: UserId) -> Rules | None:
        return lobby.last_rules(connection, user)

    @writes
    def offer(
        self, connection: Connection, offer: Offer, cooldown: Cooldown | None = None, ended: Update | None = None
    ) -> NewChallenge:
        return lobby.offer(connection, offer, cooldown, ended)

    @reads
    def challenge(self, connection: Connection, challenge: ChallengeId) -> Challenge | None:
        found = statements.CHALLENGE.rows(connection, {"of_challenge": challenge})
        return rows.challenge_of(found[0]) if found else None

    @writes
    def close_challenge(self, connection: Connection, challenge: ChallengeId, state: ChallengeState) -> None:
        lobby.close_challenge(connection, challenge, state)

    @writes
    def note_challenge(self, connection: Connection, challenge: ChallengeId, message: MessageId) -> None:
        statements.NOTE_CHALLENGE.execute(connection, {"of_challenge": challenge, "in_message": message})

    # -- the commands that Discord knows

    @reads
    def synced_commands(self, connection: Connection, application: int) -> str | None:
        return connection.scalar(select(synced.c.digest).where(synced.c.application == application))

    @writes
    def commands_synced(self, connection: Connection, application: int, digest: str) -> None:
        known = insert(connection, synced).values(application=application, digest=digest)
        connection.execute(known.on_conflict_do_update(index_elements=[synced.c.application], set_={"digest": digest}))


def _save(connection: Connection, before: Game, after: Game) -> Game:
    common = _common_length(before.plies, after.plies)
    now, of = rows.changes(before, after), {"of_game": before.id, "of_revision": before.revision}
    try:
        changed = statements.change_game(tuple(now)).execute(connection, now | of)
    except lobby.TAKEN as error:
        raise ChannelTaken from error
    if changed != 1:
        raise Stale
    rated = rate(connection, before, after)
    if common < len(before.plies):
        statements.TAKE_PLIES_BACK.execute(connection, {"of_game": before.id, "from_number": common})
    if common < len(after.plies):
        statements.ADD_PLIES.execute_many(connection, rows.ply_rows(after, common))
    return after if rated == after.rated else after.noted(rated=rated)


def _one_game(connection: Connection, query: Prepared, **of: int) -> Game | None:
    try:
        for row in query.rows(connection, of):
            return rows.game_of(row, [Cell(*ply) for ply in statements.PLIES.rows(connection, {"of_game": row.id})])
    except rows.UNREADABLE as error:
        raise Damaged(str(error)) from error
    return None


def _games(connection: Connection, query: Select[Any]) -> list[Game]:
    """Return the games that a query finds, in its order, with one more query for the plies of all."""
    found = connection.execute(query).all()
    made = select(plies).where(plies.c.game.in_([row.id for row in found])).order_by(plies.c.number)
    marks: dict[int, list[Cell]] = {row.id: [] for row in found}
    for ply in connection.execute(made) if found else ():
        marks[ply.game].append(Cell(ply.row, ply.col))
    return list(rows.readable(found, lambda row: rows.game_of(row, marks[row.id])))


def _common_length(before: Sequence[Cell], after: Sequence[Cell]) -> int:
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:  # as nearly always, and much quicker than one by one
        return shorter
    return next(number for number, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
