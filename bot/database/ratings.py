"""Records and ratings, which change in the transaction that ends a game."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from itertools import takewhile
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
)

from bot.database import statements
from bot.database.tables import attempts, games, insert, ratings, seasons
from bot.database.transactions import Transactions, reads_long, writes
from bot.game.games import WITHOUT_RESULT, Game, GuildId, Human, Level, RatingChange, Score, UserId
from bot.game.ratings import (
    INITIAL,
    DailyGains,
    Record,
    Season,
    Standing,
    Stats,
    Streak,
    capped,
    day_bounds,
    elo_gain,
    halved_for_experienced,
    score,
)
from engine import Mark

TOP = 10  # players on the leaderboard
RECENT = 100  # games to search for a streak
FIRST_SEASON = 1  # the number of the first season
SEASONS = 500  # the most seasons in a list
_HAS_RESULT = and_(games.c.ending.is_not(None), *(games.c.ending != ending for ending in WITHOUT_RESULT))
_COLUMNS = {1.0: "more_won", 0.0: "more_lost", 0.5: "more_drawn"}  # by the points of a game


class RatingStore(Transactions):
    """The part of the store for records, ratings and seasons."""

    @reads_long
    def stats(
        self, connection: Connection, guild: GuildId | None, user: UserId, requester: UserId | None = None
    ) -> Stats:
        """Return a user's records in a server or direct messages, with the rating of the current season.

        Include the requester's record against the user, even after a block, which its absence would reveal.
        """
        records = _records(connection, guild, user)
        current = and_(ratings.c.guild == guild, ratings.c.season == _season(connection, guild), ratings.c.user == user)
        rating = connection.scalar(select(ratings.c.rating).where(current))
        head_to_head = None
        if requester not in {None, user}:
            head_to_head = _records(connection, guild, requester, user).get(None)
        solved = (
            select(func.count()).select_from(attempts).where(attempts.c.user == user, attempts.c.solved.is_not(None))
        )
        puzzles = (connection.scalar(solved) or 0) if requester in {None, user} else 0
        rating = rating if None in records else None
        return Stats(user, records, rating, _streak(connection, guild, user), head_to_head, puzzles)

    @reads_long
    def results_against(self, connection: Connection, game: Game, number: int) -> tuple[list[str], bool]:
        """Return the results of a player's latest games in a place against the level of a game, up to this game.

        Also return whether the player had beaten the level before, in any place.
        """
        assert game.computer
        is_theirs = and_(games.c.x == game.solo, games.c.level == game.computer.level)
        latest = select(_result_of(Mark.X)).where(_ended_in(game.place.guild), is_theirs, games.c.id <= game.id)
        results = connection.scalars(latest.order_by(games.c.id.desc()).limit(number)).all()
        wins = select(games.c.id).where(is_theirs, games.c.id < game.id, _HAS_RESULT, _result_of(Mark.X) == "won")
        return list(results), connection.scalar(wins.limit(1)) is not None

    @reads_long
    def top(
        self,
        connection: Connection,
        guild: GuildId,
        requester: UserId | None = None,
        season: int | None = None,
        since: datetime | None = None,
        departed: Collection[UserId] = (),
    ) -> list[Standing]:
        """Return the best players of a season, best first, then the requester if rated and not among them.

        season is by default the current one; since excludes players whose last rated game was earlier.
        """
        season = _season(connection, guild) if season is None else season
        played = or_(ratings.c.won > 0, ratings.c.lost > 0, ratings.c.drawn > 0)
        query = select(ratings).where(ratings.c.guild == guild, ratings.c.season == season, played)
        if since is not None:
            query = query.where(ratings.c.played >= since)
        if departed:
            query = query.where(ratings.c.user.not_in(departed))
        best = connection.execute(query.order_by(ratings.c.rating.desc(), ratings.c.user).limit(TOP)).all()
        standings = [_standing(place, row) for place, row in enumerate(best, 1)]
        if len(best) == TOP and requester not in {row.user for row in best}:
            own = connection.execute(query.where(ratings.c.user == requester)).one_or_none()
            if own:
                is_earlier = and_(ratings.c.rating == own.rating, ratings.c.user < own.user)
                better = query.where(or_(ratings.c.rating > own.rating, is_earlier)).subquery()
                ahead = connection.scalar(select(func.count()).select_from(better)) or 0
                standings.append(_standing(1 + ahead, own))
        return standings

    @reads_long
    def seasons(self, connection: Connection, guild: GuildId) -> list[Season]:
        """Return the newest seasons of a server, oldest first, at most SEASONS. There is always at least one."""
        newest = select(seasons.c.number, seasons.c.begun).where(seasons.c.guild == guild)
        rows = connection.execute(newest.order_by(seasons.c.number.desc()).limit(SEASONS)).all()
        begun = [(row.number, row.begun) for row in reversed(rows)]
        if len(begun) < SEASONS:
            begun.insert(0, (FIRST_SEASON, None))
        ended = [at for _, at in begun[1:]]
        return [Season(number, at, end) for (number, at), end in zip(begun, [*ended, None], strict=True)]

    @writes
    def begin_season(self, connection: Connection, guild: GuildId, number: int, at: datetime) -> bool:
        """Start a season; return False if it isn't the next one."""
        if number != _season(connection, guild) + 1:
            return False
        once = insert(connection.dialect, seasons).values(guild=guild, number=number, begun=at).on_conflict_do_nothing()
        return connection.execute(once).rowcount == 1


def rate(connection: Connection, before: Game, after: Game) -> RatingChange | None:
    """Update the ratings after a game has ended or reopened; return the game's rating change, if it has one."""
    points, old_points = score(after), score(before)
    if points == old_points or not (isinstance(after.x, Human) and isinstance(after.o, Human)):
        return before.rating_change
    if old_points is not None:
        _revert(connection, after, old_points)
    change, season = None, None
    if points is not None:
        season = _season(connection, after.place.guild)
        change = _rate(connection, after, points, season)
    x_rating, o_rating, gained = (change.x, change.o, change.gain) if change else (None, None, None)
    values = {"x_rating": x_rating, "o_rating": o_rating, "gain": gained, "season": season or FIRST_SEASON}
    statements.NOTE_RATING.execute(connection, {"of_game": after.id} | values)
    return change


def _revert(connection: Connection, game: Game, points: float) -> None:
    """Revert the rating change of a game in its season. Games from before ratings have none."""
    row = connection.execute(select(games.c.gain, games.c.season).where(games.c.id == game.id)).one()
    if row.gain is not None:
        _lock_ratings(connection, game, row.season)
        _count(connection, game, row.season, -row.gain, points, -1)


def _rate(connection: Connection, game: Game, points: float, season: int) -> RatingChange:
    """Rate a game, within the daily limits. Another game of one of its players waits, because both lock the ratings."""
    x, o = game.humans
    ratings_of = _lock_ratings(connection, game, season)
    x_rating, o_rating = ratings_of[x].rating, ratings_of[o].rating
    gain = elo_gain(x_rating, o_rating, points)
    full = halved_for_experienced(gain, ratings_of[x].played_games, ratings_of[o].played_games)
    gained = capped(full, _daily_gains(connection, game, season, x if full > 0 else o))
    _count(connection, game, season, gained, points, 1)
    winner = game.result and game.result.winner
    streak = _streak(connection, game.place.guild, x if winner is Mark.X else o) if winner else None
    wins = streak.games if streak and streak.result == "won" else 0  # a newer game may have ended before this one
    return RatingChange(x_rating, o_rating, gained, wins, _today(connection, game))


def _today(connection: Connection, game: Game) -> Score:
    """Return how many games X and O have won against each other in the server on the day that a game ended."""
    x, o = game.humans
    begin, end = day_bounds(game.touched)
    is_theirs = or_(and_(games.c.x == x, games.c.o == o), and_(games.c.x == o, games.c.o == x))
    is_today = and_(games.c.guild == game.place.guild, games.c.touched >= begin, games.c.touched < end)
    has_winner = and_(games.c.winner.is_not(None), games.c.level.is_(None))
    rows = connection.execute(select(games.c.x, games.c.o, games.c.winner).where(is_theirs, is_today, has_winner))
    winners = [row.x if row.winner == Mark.X else row.o for row in rows]
    return Score(winners.count(x), winners.count(o))


def _daily_gains(connection: Connection, game: Game, season: int, user: UserId) -> DailyGains:
    """Return a player's gains on the day that a game ended."""
    [opponent] = (human for human in game.humans if human != user)
    begin, end = day_bounds(game.touched)
    parameters = {"of_guild": game.place.guild, "of_season": season, "of_game": game.id, "begin": begin, "end": end}
    sides = (statements.X_DAILY_GAINS, statements.O_DAILY_GAINS)
    sums = [side.rows(connection, parameters | {"player": user, "opponent": opponent})[0] for side in sides]
    return DailyGains(sum(row.from_opponent or 0.0 for row in sums), sum(row.total or 0.0 for row in sums))


def _season(connection: Connection, guild: GuildId | None) -> int:
    """Return the number of a server's current season."""
    return statements.SEASON.rows(connection, {"of_guild": guild})[0].number or FIRST_SEASON


def _lock_ratings(connection: Connection, game: Game, season: int) -> dict[UserId, Row[Any]]:
    """Return the ratings of a game's players, locked until the transaction ends. A new player gets a row.

    The rows are locked in the order of the users' ids, so two games can't deadlock.
    """
    one, another = sorted(game.humans)
    newcomer = {"guild": game.place.guild, "season": season, "rating": INITIAL, "won": 0, "lost": 0, "drawn": 0}
    for user in (one, another):
        statements.ENTER_NEWCOMER.execute(connection, newcomer | {"user": user})
    key = {"of_guild": game.place.guild, "of_season": season, "one": one, "another": another}
    return {row.user: row for row in statements.RATINGS.rows(connection, key)}


def _count(connection: Connection, game: Game, season: int, gained: float, points: float, number: int) -> None:
    """Add a game to both players' ratings and counts if number is 1, or take it back if it is -1.

    gained and points are those of X.
    """
    key = {"of_guild": game.place.guild, "of_season": season, "ended": game.touched if number > 0 else None}
    for user, gain, scored in zip(game.humans, (gained, -gained), (points, 1 - points), strict=True):
        counts = {"more_won": 0, "more_lost": 0, "more_drawn": 0} | {_COLUMNS[scored]: number}
        statements.COUNT_GAME.execute(connection, key | counts | {"of_user": user, "gained": gain})


def _records(
    connection: Connection, guild: GuildId | None, user: UserId | None, opponent: UserId | None = None
) -> dict[Level | None, Record]:
    """Return a user's records by level of the computer (None: against people), or only against one opponent."""
    numbers: Counter[tuple[Level | None, str]] = Counter()
    for mark, side, other in ((Mark.X, games.c.x, games.c.o), (Mark.O, games.c.o, games.c.x)):
        result = _result_of(mark)
        is_own = side == user if opponent is None else and_(side == user, other == opponent)
        rows = connection.execute(
            select(games.c.level, result, func.count()).where(_ended_in(guild), is_own).group_by(games.c.level, result)
        )
        for level, end, number in rows:
            numbers[None if level is None else Level(level), end] += number
    return {
        kind: Record(*(numbers[kind, end] for end in Record._fields))
        for kind in (None, *Level)
        if any(numbers[kind, end] for end in Record._fields)
    }


def _streak(connection: Connection, guild: GuildId | None, user: UserId) -> Streak | None:
    if guild is None:
        rows = _LATEST_ELSEWHERE.rows(connection, {"of_user": user})
    else:
        rows = _LATEST_IN_SERVER.rows(connection, {"of_user": user, "of_guild": guild})
    results = [row.result for row in rows]
    if not results:
        return None
    return Streak(results[0], sum(1 for _ in takewhile(lambda result: result == results[0], results)))


def _result_of(column: Mark) -> ColumnElement[str]:
    """Return the result of a game for the player in column x or o."""
    won, lost, drawn = map(literal, Record._fields)
    side = case((games.c.computer_is_x, int(Mark.O)), else_=int(Mark.X)) if column is Mark.X else literal(int(Mark.O))
    return case((games.c.winner.is_(None), drawn), (games.c.winner == side, won), else_=lost)


def _ended_in(guild: GuildId | None) -> ColumnElement[bool]:
    in_place = games.c.guild.is_(None) if guild is None else games.c.guild == guild
    return and_(in_place, _HAS_RESULT)


def _latest(*, in_server: bool) -> statements.PreparedStatement:
    """Return the statement for the results of a user's latest games against people."""
    in_place = games.c.guild == bindparam("of_guild") if in_server else games.c.guild.is_(None)
    both = union_all(*(_latest_as(mark, in_place) for mark in Mark)).subquery("latest")
    return statements.PreparedStatement(select(both.c.result).order_by(both.c.id.desc()).limit(RECENT))


def _latest_as(mark: Mark, in_place: ColumnElement[bool]) -> Select[Any, Any]:
    side = games.c.x if mark is Mark.X else games.c.o
    ended = select(games.c.id, _result_of(mark).label("result")).where(in_place, _HAS_RESULT, games.c.level.is_(None))
    newest = (
        ended.where(side == bindparam("of_user"))
        .order_by(games.c.id.desc())
        .limit(RECENT)
        .subquery(f"latest_{mark.name}")
    )
    return select(newest.c.id, newest.c.result)


_LATEST_IN_SERVER, _LATEST_ELSEWHERE = _latest(in_server=True), _latest(in_server=False)


def _standing(place: int, row: Row[Any]) -> Standing:
    return Standing(place, row.user, row.rating, Record(row.won, row.lost, row.drawn))
