"""Checks of a whole database in plain Python, without the bot's SQL: plies, challenges, names and ratings."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from math import isclose
from typing import TypeAlias

from sqlalchemy import Connection, RowMapping, literal_column, select, table

from bot.database.store import Store

DELETED = 0  # stands for everyone who was forgotten
SCORES = {1: 1.0, 2: 0.0, None: 0.5}  # of X, by the winner's mark
COUNTING = {"line", "full", "resigned", "agreed"}
PEOPLE = {
    "games": ("x", "o", "opened_by", "ended_by", "request_by"),
    "challenges": ("author", "opponent"),
    "ratings": ("user",),
    "forgetting": ("user",),
}

Row: TypeAlias = RowMapping
Stand: TypeAlias = tuple[int, int, int]  # server, season and person


@dataclass(frozen=True)
class Tables:
    """All rows of the tables that are checked."""

    games: Sequence[Row]
    plies: Sequence[Row]
    challenges: Sequence[Row]
    ratings: Sequence[Row]
    forgetting: Sequence[Row]

    @property
    def rated_games(self) -> list[Row]:
        """The games that count for the ratings: between people, in a server, and played to an end."""
        return [
            game
            for game in self.games
            if game["o"] is not None and game["guild"] and not game["unrated"] and game["ending"] in COUNTING
        ]


async def tables(store: Store) -> Tables:
    """Read a database."""
    return await store.database.read(_tables)


def _tables(connection: Connection) -> Tables:
    def rows(name: str) -> Sequence[Row]:
        return connection.execute(select(literal_column("*")).select_from(table(name))).mappings().all()

    return Tables(**{field.name: rows(field.name) for field in fields(Tables)})


def inconsistencies(database: Tables, deleted_users: Collection[int]) -> list[str]:
    """Return everything that is wrong in a database that no bot uses, after all deletions have ended."""
    return [*_plies(database), *_challenges(database), *_traces(database, deleted_users), *_ratings(database)]


def _plies(database: Tables) -> Iterator[str]:
    plies: defaultdict[int, list[Row]] = defaultdict(list)
    for ply in database.plies:
        plies[ply["game"]].append(ply)
    for game, moves in sorted(plies.items()):
        if {ply["number"] for ply in moves} != set(range(len(moves))):
            yield f"game {game} lacks a ply before its last"
        if len({(ply["row"], ply["col"]) for ply in moves}) < len(moves):
            yield f"game {game} has a cell twice"


def _challenges(database: Tables) -> Iterator[str]:
    """Compare accepted challenges with games between people: each began one, by its author and with its rules."""

    def key(row: Row, author: int) -> tuple[int, ...]:
        return (row["channel"], row["m"], row["n"], row["k"], author)

    acceptances = Counter(key(row, row["author"]) for row in database.challenges if row["state"] == "accepted")
    openings = Counter(
        key(row, row["opened_by"]) for row in database.games if row["o"] is not None and (row["number"] or 1) == 1
    )
    for channel, *_, author in (acceptances - openings).elements():
        yield f"an accepted challenge of {author} in channel {channel} has no game"
    for channel, *_, author in (openings - acceptances).elements():
        yield f"a game of {author} in channel {channel} has no challenge"
    for row in database.challenges:
        if row["state"] == "open" and DELETED in (row["author"], row["opponent"]):
            yield f"challenge {row['id']} is open, but somebody in it was forgotten"


def _traces(database: Tables, deleted_users: Collection[int]) -> Iterator[str]:
    """Find users who are still named after the deletion of their data."""
    for name, columns in PEOPLE.items():
        for row in getattr(database, name):
            for column in columns:
                if row[column] in deleted_users:
                    yield f"{row[column]} was forgotten and is still in {name}.{column}"
    for row in database.forgetting:
        yield f"{row['user']} is still being forgotten"


def _ratings(database: Tables) -> Iterator[str]:
    """Compare each rating with 1500 plus the gains of its games, and each record with their results.

    Forgotten users have no rating; their games still count for their opponents.
    """
    counting = {game["id"] for game in database.rated_games}
    for game in database.games:
        if (game["gain"] is not None) != (game["id"] in counting):
            yield f"game {game['id']} ended as {game['ending']} and has gained {game['gain']}"
    gained: defaultdict[Stand, float] = defaultdict(float)
    records: defaultdict[Stand, Counter[str]] = defaultdict(Counter)
    for game in database.rated_games:
        score = SCORES[game["winner"]]
        for user, sign, points in ((game["x"], 1, score), (game["o"], -1, 1 - score)):
            if user != DELETED:
                who = (game["guild"], game["season"], user)
                gained[who] += sign * (game["gain"] or 0)
                records[who][{1.0: "won", 0.0: "lost", 0.5: "drawn"}[points]] += 1
    rows = {(row["guild"], row["season"], row["user"]): row for row in database.ratings}
    for who in sorted(records.keys() - rows.keys()):
        yield f"{who[2]} has played and has no rating"
    for who, row in rows.items():
        record = {end: row[end] for end in ("won", "lost", "drawn")}
        if +Counter(record) != records[who]:
            yield f"{who[2]} has the record {record}, but the games say {dict(records[who])}"
        if not isclose(row["rating"], 1500 + gained[who], abs_tol=1e-6):
            yield f"{who[2]} is rated {row['rating']}, but the games say {1500 + gained[who]}"
