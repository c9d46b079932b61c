"""Records and ratings: changed in the transaction that ends a game, and read by SQL alone."""

from collections import Counter
from itertools import takewhile
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, case, func, literal, or_, select, update

from bot.database.tables import games, insert, ratings
from bot.game.games import Ending, Game, GuildId, Human, Level, RatingChange, UserId
from bot.game.ratings import START, Record, Standing, Stats, Streak, gain, score
from engine import Mark

TOP = 10
RECENT = 100  # games looked through for a streak


def rate(connection: Connection, before: Game, after: Game) -> RatingChange | None:
    """Keep the ratings true to a game that has ended, or was reopened; return what it does to them now."""
    now, then = score(after), score(before)
    if now == then or not (isinstance(after.x, Human) and isinstance(after.o, Human)):
        return before.rated
    guild, x, o = after.place.guild, after.x.id, after.o.id
    if then is not None:
        _ratings(connection, guild, x, o)
        gained = connection.scalar(select(games.c.gain).where(games.c.id == after.id)) or 0.0
        _count(connection, _mine(guild, x), -gained, then, -1)
        _count(connection, _mine(guild, o), gained, 1 - then, -1)
    change = None
    if now is not None:
        stood = _ratings(connection, guild, x, o)
        change = RatingChange(stood[x], stood[o], gain(stood[x], stood[o], now))
        _count(connection, _mine(guild, x), change.gain, now, 1)
        _count(connection, _mine(guild, o), -change.gain, 1 - now, 1)
    x_rating, o_rating, gained = change or (None, None, None)
    changed = {"x_rating": x_rating, "o_rating": o_rating, "gain": gained}
    connection.execute(update(games).where(games.c.id == after.id).values(changed))
    return change


def _ratings(connection: Connection, guild: GuildId | None, *users: UserId) -> dict[UserId, float]:
    """Return the ratings of some people, which nobody else may change now; a newcomer is entered.

    Always in the order of their ids: two games that end at the same instant wait for each other, never both.
    """
    newcomer = {"guild": guild, "rating": START, "won": 0, "lost": 0, "drawn": 0}
    for user in sorted(users):
        connection.execute(insert(connection, ratings).values(newcomer | {"user": user}).on_conflict_do_nothing())
    theirs = select(ratings).where(ratings.c.guild == guild, ratings.c.user.in_(users)).order_by(ratings.c.user)
    return {row.user: row.rating for row in connection.execute(theirs.with_for_update())}


def _mine(guild: GuildId | None, user: UserId) -> ColumnElement[bool]:
    return and_(ratings.c.guild == guild, ratings.c.user == user)


def _count(connection: Connection, mine: ColumnElement[bool], gained: float, points: float, number: int) -> None:
    """Count so many games, or take them back, in somebody's row."""
    column = {1.0: ratings.c.won, 0.0: ratings.c.lost, 0.5: ratings.c.drawn}[points]
    changed = {column.name: column + number, "rating": ratings.c.rating + gained}
    connection.execute(update(ratings).where(mine).values(changed))


def stats(connection: Connection, guild: GuildId | None, user: UserId) -> Stats:
    """Return what somebody has done in a server, or in direct messages."""
    counted: Counter[tuple[Level | None, str]] = Counter()
    for mark, side in ((Mark.X, games.c.x), (Mark.O, games.c.o)):
        how = _how(mark)
        rows = connection.execute(
            select(games.c.level, how, func.count()).where(_ended(guild), side == user).group_by(games.c.level, how)
        )
        for level, end, number in rows:
            counted[None if level is None else Level(level), end] += number
    records = {
        kind: Record(*(counted[kind, end] for end in Record._fields))
        for kind in (None, *Level)
        if any(counted[kind, end] for end in Record._fields)
    }
    rating = connection.scalar(select(ratings.c.rating).where(ratings.c.guild == guild, ratings.c.user == user))
    return Stats(user, records, rating if None in records else None, _streak(connection, guild, user))


def _streak(connection: Connection, guild: GuildId | None, user: UserId) -> Streak | None:
    last = [_recent(guild, user, mark) for mark in Mark]
    both = last[0].union_all(last[1]).subquery()
    ends = list(connection.scalars(select(both.c.how).order_by(both.c.id.desc()).limit(RECENT)))
    return Streak(ends[0], sum(1 for _ in takewhile(lambda end: end == ends[0], ends))) if ends else None


def _recent(guild: GuildId | None, user: UserId, mark: Mark) -> Select[Any, Any]:
    side = games.c.x if mark is Mark.X else games.c.o
    mine = select(games.c.id, _how(mark).label("how")).where(_ended(guild), games.c.level.is_(None), side == user)
    newest = mine.order_by(games.c.id.desc()).limit(RECENT).subquery()
    return select(newest.c.id, newest.c.how)


def _how(column: Mark) -> ColumnElement[str]:
    """Return how a game ended for whoever is in the column of a side."""
    won, lost, drawn = map(literal, Record._fields)
    side = case((games.c.computer_is_x, int(Mark.O)), else_=int(Mark.X)) if column is Mark.X else literal(int(Mark.O))
    return case((games.c.winner.is_(None), drawn), (games.c.winner == side, won), else_=lost)


def _ended(guild: GuildId | None) -> ColumnElement[bool]:
    here = games.c.guild.is_(None) if guild is None else games.c.guild == guild
    return and_(here, games.c.ending.is_not(None), games.c.ending != Ending.STOPPED)


def top(connection: Connection, guild: GuildId, asker: UserId | None = None) -> list[Standing]:
    """Return a server's best, best first, and then whoever asks, if they have played and are not among them."""
    played = or_(ratings.c.won > 0, ratings.c.lost > 0, ratings.c.drawn > 0)
    here = select(ratings).where(ratings.c.guild == guild, played)
    best = connection.execute(here.order_by(ratings.c.rating.desc(), ratings.c.user).limit(TOP)).all()
    found = [_standing(place, row) for place, row in enumerate(best, 1)]
    if len(best) == TOP and asker not in {row.user for row in best}:
        mine = connection.execute(here.where(ratings.c.user == asker)).one_or_none()
        if mine:
            as_good = and_(ratings.c.rating == mine.rating, ratings.c.user < mine.user)
            better = here.where(or_(ratings.c.rating > mine.rating, as_good)).subquery()
            found.append(_standing(1 + (connection.scalar(select(func.count()).select_from(better)) or 0), mine))
    return found


def _standing(place: int, row: Row[Any]) -> Standing:
    return Standing(place, row.user, row.rating, Record(row.won, row.lost, row.drawn))
