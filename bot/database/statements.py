"""The statements of a move. On SQLite the driver runs them, because SQLAlchemy would take longer than SQLite itself.

On PostgreSQL, SQLAlchemy runs them, except SAVE_MOVE, which is all that most moves need.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from itertools import starmap
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Delete,
    Dialect,
    Insert,
    ScalarSelect,
    Select,
    Update,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    union_all,
    update,
)

from bot.database.tables import (
    blocks,
    challenges,
    forgetting,
    games,
    insert,
    is_shared,
    plies,
    preferences,
    ratings,
    seasons,
)
from bot.game.games import EVERYONE
from bot.game.lobby import ChallengeState

Statement: TypeAlias = "Select[*tuple[Any, ...]] | Insert | Update | Delete"
Names: TypeAlias = tuple[str, ...]
Build: TypeAlias = Callable[[Dialect, Names], Statement]
Values: TypeAlias = Mapping[str, Any]


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection."""
    driver = connection.connection.dbapi_connection  # an attribute; driver_connection would go through two properties
    assert isinstance(driver, sqlite3.Connection)
    return driver


class PreparedStatement:
    """A statement with named parameters, built and compiled once for each dialect and set of names.

    It takes 170 µs to build and compile CHANGE_GAME. Then the driver runs it in 6 µs, and SQLAlchemy in 19 µs; with
    SQLAlchemy's own cache of compiled statements, it would take 78 µs.

    An INSERT or UPDATE sets the columns that the values name. If the dialect or the names change the statement,
    pass a function of both.
    """

    def __init__(self, statement: "Statement | Build") -> None:
        self._statement = statement
        self._compiled: dict[tuple[str, Names], _Compiled] = {}  # by the name of the dialect and those of the values

    def execute(self, connection: Connection, values: Values) -> int:
        """Run the statement; return how many rows it changed."""
        compiled = self._compiled_for(connection.dialect, values)
        if connection.dialect.name != "sqlite":
            return connection.execute(compiled.statement, values).rowcount
        return driver_of(connection).execute(compiled.sql, compiled.parameters(values)).rowcount

    def execute_many(self, connection: Connection, many: Sequence[Values]) -> None:
        """Run the statement once for each mapping of values."""
        compiled = self._compiled_for(connection.dialect, many[0])
        if connection.dialect.name != "sqlite":
            connection.execute(compiled.statement, many)
        else:
            driver_of(connection).executemany(compiled.sql, map(compiled.parameters, many))

    def rows(self, connection: Connection, values: Values) -> Sequence[Any]:
        """Run the statement and return its rows, with columns as attributes."""
        compiled = self._compiled_for(connection.dialect, values)
        if connection.dialect.name != "sqlite":
            return connection.execute(compiled.statement, values).all()
        return compiled.rows(driver_of(connection).execute(compiled.sql, compiled.parameters(values)).fetchall())

    def bound(self, dialect: Dialect, values: Values) -> tuple[str, Sequence[Any]]:
        """Return the SQL and the parameters in their order, for a dialect's driver."""
        compiled = self._compiled_for(dialect, values)
        return compiled.sql, compiled.parameters(values)

    def _compiled_for(self, dialect: Dialect, values: Values) -> "_Compiled":
        names = tuple(values)
        compiled = self._compiled.get((dialect.name, names))
        if compiled is None:
            statement = self._statement(dialect, names) if callable(self._statement) else self._statement
            compiled = self._compiled[dialect.name, names] = _Compiled(statement, dialect, names)
        return compiled


class _Compiled:
    """A statement in the SQL of one dialect, with its type conversions."""

    def __init__(self, statement: Statement, dialect: Dialect, names: Names) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=names)
        self.statement = statement
        self.sql: str = compiled.string
        self._order: Sequence[str] = compiled.positiontup
        self._constants: Values = compiled.params
        converters = {
            name: bound.type.dialect_impl(dialect).bind_processor(dialect)
            for bound, name in compiled.bind_names.items()
        }
        self._converters = [(name, convert) for name, convert in converters.items() if convert]
        self._dialect = dialect

    def parameters(self, values: Values) -> Sequence[Any]:
        """Return the parameters in their order, converted, with the statement's constants."""
        parameters = {**self._constants, **values}
        for name, convert in self._converters:
            parameters[name] = convert(parameters[name])
        return [*map(parameters.__getitem__, self._order)]

    def rows(self, rows: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """Return the driver's rows with their values converted."""
        row, converters = self._reader
        if not converters:
            return [*starmap(row, rows)]
        return [row(*(convert(value) for convert, value in zip(converters, values, strict=True))) for values in rows]

    @cached_property
    def _reader(self) -> tuple[Any, list[Callable[[Any], Any]]]:
        """Return the class of a row, and a converter for each column if any column needs one (only on SQLite)."""
        columns: Any = self.statement.exported_columns
        names: list[str] = [column.key for column in columns]
        types = [column.type.dialect_impl(self._dialect) for column in columns]
        row = namedtuple("Row", names)  # pyright: ignore[reportUntypedNamedTuple] - known only at run time
        converters = [kind.result_processor(self._dialect, None) for kind in types]
        return row, [convert or _unchanged for convert in converters] if any(converters) else []


def _unchanged(value: Any) -> Any:
    return value


_CHANNEL = games.c.channel == bindparam("of_channel")
_GAME = games.c.id == bindparam("of_game")

_SHARED = and_(_CHANNEL, is_shared(games))
_SOLO = and_(_CHANNEL, games.c.level.is_not(None), games.c.x == bindparam("of_user"))


def _live(condition: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(games.c.id).where(condition, games.c.ending.is_(None)).scalar_subquery()


def _newest(condition: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.max(games.c.id)).where(condition).scalar_subquery()


def _first_of(*ids: ScalarSelect[int], other: "ColumnElement[int] | None" = None) -> PreparedStatement:
    """Return a statement that finds the first id by look-ups in an index; sorting would read all games of a channel."""
    columns = games.c.id, games.c.revision, games.c.ending.is_(None).label("is_live")
    others = () if other is None else (other,)
    return PreparedStatement(select(*columns, *others).where(games.c.id == func.coalesce(*ids)))


_NEWEST = union_all(select(_newest(_SOLO).label("id")), select(_newest(_SHARED))).subquery()
LATEST_SHARED = _first_of(_live(_SHARED), _newest(_SHARED))
LATEST_SOLO = _first_of(_live(_SOLO), _newest(_SOLO))
_IS_PLAYER = or_(games.c.x.in_([bindparam("of_user"), EVERYONE]), games.c.o == bindparam("of_user"))
_PLAYS = case((_IS_PLAYER, 1), else_=0).label("plays")
_LIVE = union_all(
    select(games.c.id, games.c.touched, _PLAYS).where(_SOLO, games.c.ending.is_(None)),
    select(games.c.id, games.c.touched, _PLAYS).where(_SHARED, games.c.ending.is_(None)),
).subquery()
_ACTED_IN = case((_LIVE.c.id == bindparam("acted_in"), 1), else_=0)
_OTHER = select(func.max(_LIVE.c.id)).where(_LIVE.c.plays == 1, _LIVE.c.id != games.c.id).scalar_subquery()
# other is a second live game of the user. The game in which the user acted is first, if known; else the latest.
LATEST_FOR = _first_of(
    select(_LIVE.c.id)
    .order_by(_LIVE.c.plays.desc(), _ACTED_IN.desc(), _LIVE.c.touched.desc())
    .limit(1)
    .scalar_subquery(),
    select(func.max(_NEWEST.c.id)).scalar_subquery(),
    _newest(_CHANNEL),
    other=_OTHER.label("other"),
)
GAME = PreparedStatement(select(games).where(_GAME))
PREFERENCES = PreparedStatement(
    select(preferences).where(preferences.c.user.in_([bindparam("one"), bindparam("another")]))
)


_CHANGED = update(games).where(_GAME, games.c.revision == bindparam("of_revision"))


def _change_game_with_plies(_dialect: Dialect, names: Names, number: int) -> Statement:
    changed = _CHANGED.values({name: bindparam(name) for name in names if name in games.c}).returning(games.c.id)
    if not number:
        return changed
    game = changed.cte("changed").c.id
    columns = (plies.c.number, plies.c.row, plies.c.col, plies.c.mover, plies.c.moved)
    rows = [select(game, *(bindparam(f"{c.name}{ply}", type_=c.type) for c in columns)) for ply in range(number)]
    return plies.insert().from_select([plies.c.game, *columns], union_all(*rows)).returning(plies.c.number)


OPEN_GAME = PreparedStatement(games.insert().returning(games.c.id))
# Changes no row if another request was faster. Don't set unchanged columns: SQLite would rewrite their indexes.
CHANGE_GAME = PreparedStatement(_CHANGED)
# One statement for CHANGE_GAME and the insertion of zero, one or two plies. It returns rows if it changed any. The
# values of ply i are number{i}, row{i} and col{i}. SQLite doesn't support it.
SAVE_MOVE = [PreparedStatement(partial(_change_game_with_plies, number=number)) for number in range(3)]
NOTE_BOARD = PreparedStatement(
    update(games)
    .where(_GAME, games.c.message.is_(None) | (games.c.message < bindparam("in_message")))
    .values(message=bindparam("in_message"))
)

PLIES = PreparedStatement(
    select(plies.c.row, plies.c.col).where(plies.c.game == bindparam("of_game")).order_by(plies.c.number)
)
MOVERS = PreparedStatement(
    select(plies.c.mover, plies.c.moved).where(plies.c.game == bindparam("of_game")).order_by(plies.c.number)
)
ADD_PLIES = PreparedStatement(plies.insert())
TAKE_PLIES_BACK = PreparedStatement(
    plies.delete().where(plies.c.game == bindparam("of_game"), plies.c.number >= bindparam("from_number"))
)

# -- the end of a rated game

SEASON = PreparedStatement(
    select(func.max(seasons.c.number).label("number")).where(seasons.c.guild == bindparam("of_guild"))
)
NOTE_RATING = PreparedStatement(update(games).where(_GAME))
_IN_SEASON = and_(ratings.c.guild == bindparam("of_guild"), ratings.c.season == bindparam("of_season"))
_EITHER = ratings.c.user.in_([bindparam("one"), bindparam("another")])
RATINGS = PreparedStatement(
    select(ratings.c.user, ratings.c.rating, (ratings.c.won + ratings.c.lost + ratings.c.drawn).label("played_games"))
    .where(_IN_SEASON, _EITHER)
    .order_by(ratings.c.user)
    .with_for_update()
)
# Does nothing if the user has a row.
ENTER_NEWCOMER = PreparedStatement(lambda dialect, _: insert(dialect, ratings).on_conflict_do_nothing())
# Adds games won, lost and drawn, and points gained.
COUNT_GAME = PreparedStatement(
    update(ratings)
    .where(_IN_SEASON, ratings.c.user == bindparam("of_user"))
    .values(
        {name: ratings.c[name] + bindparam(f"more_{name}") for name in ("won", "lost", "drawn")}
        | {"rating": ratings.c.rating + bindparam("gained")}
        | {"played": func.coalesce(bindparam("ended", type_=ratings.c.played.type), ratings.c.played)}
    )
)


def _daily_gains(player: ColumnElement[int], opponent: ColumnElement[int], sign: int) -> PreparedStatement:
    instant, gained = games.c.touched.type, sign * games.c.gain
    when = (games.c.touched >= bindparam("begin", type_=instant), games.c.touched < bindparam("end", type_=instant))
    where = (games.c.guild == bindparam("of_guild"), games.c.season == bindparam("of_season"))
    conditions = (
        player == bindparam("player"),
        games.c.id != bindparam("of_game"),
        games.c.gain.is_not(None),
        gained > 0,
    )
    total: ColumnElement[float] = func.sum(gained)
    from_opponent: ColumnElement[float] = func.sum(case((opponent == bindparam("opponent"), gained), else_=0.0))
    sums = select(total.label("total"), from_opponent.label("from_opponent"))
    return PreparedStatement(sums.where(*conditions, *when, *where))


# Sums of a player's gains, as X and as O, in games that ended between two instants.
X_DAILY_GAINS, O_DAILY_GAINS = _daily_gains(games.c.x, games.c.o, 1), _daily_gains(games.c.o, games.c.x, -1)

# -- challenges

_CHALLENGE = challenges.c.id == bindparam("of_challenge")
_IS_OPEN = challenges.c.state == ChallengeState.OPEN
_KIND = challenges.c.state.type

CHALLENGE = PreparedStatement(select(challenges).where(_CHALLENGE))
CLOSE_CHALLENGE = PreparedStatement(
    update(challenges).where(_CHALLENGE, _IS_OPEN).values(state=bindparam("now", type_=_KIND))
)
NOTE_CHALLENGE = PreparedStatement(
    update(challenges).where(_CHALLENGE).values(message=bindparam("in_message")).returning(challenges)
)
# The open challenges in a channel, those of one or two users there, and those between the two.
_IN_CHANNEL = (challenges.c.channel == bindparam("of_channel"), _IS_OPEN)
_PAIR = [bindparam("one", type_=BigInteger), bindparam("another", type_=BigInteger)]
_OF_PAIR = (*_IN_CHANNEL, challenges.c.author.in_(_PAIR))
OPEN_CHALLENGES = PreparedStatement(select(challenges).where(*_IN_CHANNEL).order_by(challenges.c.id))
SUPERSEDE_CHALLENGES = PreparedStatement(
    update(challenges)
    .where(*_OF_PAIR, challenges.c.opponent.in_(_PAIR))
    .values(state=ChallengeState.SUPERSEDED)
    .returning(challenges)
)
REPLACE_CHALLENGE = PreparedStatement(
    update(challenges).where(*_OF_PAIR).values(state=ChallengeState.REPLACED).returning(challenges)
)
# Returns the id. Does nothing if the interaction has already made a challenge.
OFFER = PreparedStatement(
    lambda dialect, _: (
        insert(dialect, challenges)
        .on_conflict_do_nothing(index_elements=[challenges.c.interaction])
        .returning(challenges.c.id)
    )
)

# Of two users, those who are being deleted.
FORGETTING = PreparedStatement(select(forgetting.c.user).where(forgetting.c.user.in_(_PAIR)))

# Of two users, those who have blocked the other.
BLOCKS = PreparedStatement(
    select(blocks.c.user).where(
        or_(
            and_(blocks.c.user == bindparam("one"), blocks.c.blocked == bindparam("another")),
            and_(blocks.c.user == bindparam("another"), blocks.c.blocked == bindparam("one")),
        )
    )
)

# How many games, and challenges without a game, a user has opened between two instants.
_SINCE, _UNTIL = bindparam("since", type_=games.c.opened.type), bindparam("until", type_=games.c.opened.type)
_GAMES_OPENED = select(func.count()).where(
    games.c.opened_by == bindparam("by"), games.c.opened > _SINCE, games.c.opened <= _UNTIL
)
_CHALLENGES_OPENED = select(func.count()).where(
    challenges.c.author == bindparam("by"),
    challenges.c.opened > _SINCE,
    challenges.c.opened <= _UNTIL,
    challenges.c.state != ChallengeState.ACCEPTED,
)
OPENED = PreparedStatement(
    select((_GAMES_OPENED.scalar_subquery() + _CHALLENGES_OPENED.scalar_subquery()).label("number"))
)
# Locks one or two users, the lower id first, so that two transactions can't wait for each other.
LOCK_PEOPLE = select(
    *(func.pg_advisory_xact_lock(bindparam(person, type_=BigInteger)).label(person) for person in ("low", "high"))
)
