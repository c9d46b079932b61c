"""The statements of a move, built and compiled once, because that takes longer than running them.

On SQLite its own driver runs them: they are so small that SQLAlchemy would take longer than SQLite. On PostgreSQL
SQLAlchemy runs them like any other, but for the one that most moves consist of.
"""

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Connection,
    Delete,
    Dialect,
    Insert,
    Integer,
    Select,
    Update,
    and_,
    bindparam,
    func,
    or_,
    select,
    union_all,
    update,
)

from bot.database.sqlite import driver_of
from bot.database.tables import blocks, challenges, games, insert, plies, preferences, ratings, seasons
from bot.game.challenges import ChallengeState

Statement: TypeAlias = "Select[*tuple[Any, ...]] | Insert | Update | Delete"
Values: TypeAlias = Mapping[str, Any]


class Prepared:
    """A statement with named parameters.

    Shapes: columns are those that an UPDATE or INSERT sets by parameters of their names.
    """

    def __init__(self, statement: Statement, columns: Sequence[str] = ()) -> None:
        self._statement = statement
        self._columns = columns
        self._compiled: dict[str, _Compiled] = {}  # by the name of the database

    def execute(self, connection: Connection, values: Values) -> int:
        """Run it; return how many rows it changed."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).rowcount
        compiled = self._for(connection.dialect)
        return driver_of(connection).execute(compiled.sql, compiled.bound(values)).rowcount

    def execute_many(self, connection: Connection, many: Sequence[Values]) -> None:
        """Run it once for each of many values."""
        if connection.dialect.name != "sqlite":
            connection.execute(self._statement, many)
        else:
            compiled = self._for(connection.dialect)
            driver_of(connection).executemany(compiled.sql, [compiled.bound(values) for values in many])

    def rows(self, connection: Connection, values: Values) -> Sequence[Any]:
        """Run it and return its rows; their columns are attributes."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values).all()
        compiled = self._for(connection.dialect)
        return compiled.rows(driver_of(connection).execute(compiled.sql, compiled.bound(values)).fetchall())

    def bound(self, dialect: Dialect, values: Values) -> tuple[str, Sequence[Any]]:
        """Return it in the words of a database, and its parameters in order, for the driver."""
        compiled = self._for(dialect)
        return compiled.sql, compiled.bound(values)

    def _for(self, dialect: Dialect) -> "_Compiled":
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = _Compiled(self._statement, self._columns, dialect)
        return compiled


class _Compiled:
    """A statement in the words of a database, and how its values go in and come out."""

    def __init__(self, statement: Statement, columns: Sequence[str], dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=list(columns) or None)
        self.sql: str = compiled.string
        self._names: Sequence[str] = compiled.positiontup
        self._constants: Values = compiled.params
        converters = [compiled.binds[name].type.dialect_impl(dialect).bind_processor(dialect) for name in self._names]
        self._converted = [(place, convert) for place, convert in enumerate(converters) if convert]
        self._columns: Any = statement.exported_columns
        self._dialect = dialect

    def bound(self, values: Values) -> list[Any]:
        """Return the parameters in order; those that are not given are constants of the statement."""
        given = {**self._constants, **values}
        bound = [given[name] for name in self._names]
        for place, convert in self._converted:
            bound[place] = convert(bound[place])
        return bound

    def rows(self, found: Sequence[Sequence[Any]]) -> Sequence[Any]:
        """Return the rows of the driver with what their columns promise."""
        return [
            self._row(*(convert(value) for convert, value in zip(self._converters, row, strict=True))) for row in found
        ]

    @cached_property
    def _row(self) -> Any:
        names: list[str] = [column.key for column in self._columns]
        return namedtuple("Row", names)  # pyright: ignore[reportUntypedNamedTuple] - they are known only now

    @cached_property
    def _converters(self) -> list[Callable[[Any], Any]]:
        types = [column.type.dialect_impl(self._dialect) for column in self._columns]
        return [kind.result_processor(self._dialect, None) or _unchanged for kind in types]


def _unchanged(value: Any) -> Any:
    return value


_CHANNEL = games.c.channel == bindparam("of_channel")
_GAME = games.c.id == bindparam("of_game")

LIVE_GAME = Prepared(select(games).where(_CHANNEL, games.c.ending.is_(None)))
# Two look-ups in an index each; to sort a channel's games by whether they live would read them all.
LATEST_GAME = Prepared(
    select(games).where(
        games.c.id
        == func.coalesce(
            select(games.c.id).where(_CHANNEL, games.c.ending.is_(None)).scalar_subquery(),
            select(games.c.id).where(_CHANNEL).order_by(games.c.id.desc()).limit(1).scalar_subquery(),
        )
    )
)
GAME = Prepared(select(games).where(_GAME))
REVISION = Prepared(select(games.c.revision).where(_GAME, games.c.ending.is_(None)))
PREFERENCES = Prepared(select(preferences).where(preferences.c.user.in_([bindparam("one"), bindparam("another")])))


@cache
def open_game(columns: Sequence[str]) -> Prepared:
    """Return the insertion of a game's row, which returns its id."""
    return Prepared(games.insert().returning(games.c.id), columns)


@cache
def change_game(columns: Sequence[str]) -> Prepared:
    """Return the change of some columns of a game by id and revision; it changes no row if somebody was quicker.

    A column that stays as it is had better not be named: SQLite would write its indexes anew.
    """
    return Prepared(_change(), columns)


@cache
def play_on(columns: Sequence[str], number: int) -> Prepared:
    """Return change_game and the insertion of so many plies as one statement, which returns rows if it changed any.

    Shapes: the values of ply i are number{i}, row{i} and col{i}. SQLite has no such statements.
    """
    changed = _change().values({name: bindparam(name) for name in columns}).returning(games.c.id)
    if not number:
        return Prepared(changed)
    game = changed.cte("changed").c.id
    cell = (plies.c.number, plies.c.row, plies.c.col)
    made = [select(game, *(bindparam(f"{one.name}{ply}", type_=one.type) for one in cell)) for ply in range(number)]
    return Prepared(plies.insert().from_select([plies.c.game, *cell], union_all(*made)).returning(plies.c.number))


def _change() -> Update:
    return update(games).where(_GAME, games.c.revision == bindparam("of_revision"))


NOTE_BOARD = Prepared(
    update(games)
    .where(_GAME, games.c.message.is_(None) | (games.c.message < bindparam("in_message")))
    .values(message=bindparam("in_message"))
)

PLIES = Prepared(select(plies.c.row, plies.c.col).where(plies.c.game == bindparam("of_game")).order_by(plies.c.number))
ADD_PLIES = Prepared(plies.insert())
TAKE_PLIES_BACK = Prepared(
    plies.delete().where(plies.c.game == bindparam("of_game"), plies.c.number >= bindparam("from_number"))
)

# -- the end of a rated game

SEASON = Prepared(select(func.max(seasons.c.number).label("number")).where(seasons.c.guild == bindparam("of_guild")))
NOTE_RATING = Prepared(update(games).where(_GAME), ("x_rating", "o_rating", "gain", "season"))
_IN_SEASON = and_(ratings.c.guild == bindparam("of_guild"), ratings.c.season == bindparam("of_season"))
_EITHER = ratings.c.user.in_([bindparam("one"), bindparam("another")])
RATINGS = Prepared(
    select(ratings.c.user, ratings.c.rating).where(_IN_SEASON, _EITHER).order_by(ratings.c.user).with_for_update()
)


_NEWCOMER = ("guild", "season", "user", "rating", "won", "lost", "drawn")
_ENTER: dict[str, Prepared] = {}  # by the name of the database


def enter_newcomer(connection: Connection) -> Prepared:
    """Return the insertion of somebody's row in the ratings, which does nothing where there is one."""
    name = connection.dialect.name
    if name not in _ENTER:
        _ENTER[name] = Prepared(insert(connection, ratings).on_conflict_do_nothing(), _NEWCOMER)
    return _ENTER[name]


@cache
def count_game(column: str, *, has_ended: bool) -> Prepared:
    """Return the change of somebody's row in the ratings by so many games, counted in a column, and so many points."""
    changed = {column: ratings.c[column] + bindparam("number"), "rating": ratings.c.rating + bindparam("gained")}
    ended = {"played": bindparam("ended", type_=ratings.c.played.type)} if has_ended else {}
    return Prepared(update(ratings).where(_IN_SEASON, ratings.c.user == bindparam("of_user")).values(changed | ended))


@cache
def received(sign: int) -> Prepared:
    """Return the sum of what X (sign 1) or O (-1) gained from the other in games that ended between two instants."""
    instant = games.c.touched.type
    when = (games.c.touched >= bindparam("begin", type_=instant), games.c.touched < bindparam("end", type_=instant))
    who = (games.c.x == bindparam("x_player"), games.c.o == bindparam("o_player"), games.c.id != bindparam("of_game"))
    where = (games.c.guild == bindparam("of_guild"), games.c.season == bindparam("of_season"))
    gained = sign * games.c.gain
    total = select(func.sum(gained).label("total"))
    return Prepared(total.where(*who, *when, *where, games.c.gain.is_not(None), gained > 0))


# -- challenges

_CHALLENGE = challenges.c.id == bindparam("of_challenge")
_IS_OPEN = challenges.c.state == ChallengeState.OPEN
_KIND = challenges.c.state.type

CHALLENGE = Prepared(select(challenges).where(_CHALLENGE))
CLOSE_CHALLENGE = Prepared(
    update(challenges).where(_CHALLENGE, _IS_OPEN).values(state=bindparam("now", type_=_KIND)),
)
NOTE_CHALLENGE = Prepared(update(challenges).where(_CHALLENGE).values(message=bindparam("in_message")))
_OF_AUTHOR = (challenges.c.channel == bindparam("of_channel"), challenges.c.author == bindparam("by"))
REPLACE_CHALLENGE = Prepared(
    update(challenges).where(*_OF_AUTHOR, _IS_OPEN).values(state=ChallengeState.REPLACED).returning(challenges)
)
_OFFER: dict[tuple[str, Sequence[str]], Prepared] = {}  # by the name of the database, and the columns


def offer(connection: Connection, columns: Sequence[str]) -> Prepared:
    """Return the insertion of a challenge, which returns its id; it does nothing if its interaction has made one."""
    key = connection.dialect.name, columns
    if key not in _OFFER:
        once = insert(connection, challenges).on_conflict_do_nothing(index_elements=[challenges.c.interaction])
        _OFFER[key] = Prepared(once.returning(challenges.c.id), columns)
    return _OFFER[key]


# Who of two people has blocked the other.
BLOCKS = Prepared(
    select(blocks.c.user).where(
        or_(
            and_(blocks.c.user == bindparam("one"), blocks.c.blocked == bindparam("another")),
            and_(blocks.c.user == bindparam("another"), blocks.c.blocked == bindparam("one")),
        )
    )
)

# What somebody opened between two instants: games, and challenges that have not become games.
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
OPENED = Prepared(select((_GAMES_OPENED.scalar_subquery() + _CHALLENGES_OPENED.scalar_subquery()).label("number")))
LOCK_PERSON = select(func.pg_advisory_xact_lock(bindparam("person", type_=BigInteger)))
# Two people, each by 31 bits of their id: others with the same bits wait in vain, and no longer than a transaction.
LOCK_PAIR = select(func.pg_advisory_xact_lock(bindparam("low", type_=Integer), bindparam("high", type_=Integer)))
