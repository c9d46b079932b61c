"""A whole database checked by plain Python, without the bot's SQL: what points nowhere, and every rating added up."""

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
    def rated(self) -> list[Row]:
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


def inconsistencies(found: Tables, forgotten: Collection[int]) -> list[str]:
    """Return everything that is wrong in a database that no bot uses, after all deletions have ended."""
    return [*_plies(found), *_challenges(found), *_traces(found, forgotten), *_ratings(found)]


def _plies(found: Tables) -> Iterator[str]:
    plies: defaultdict[int, list[Row]] = defaultdict(list)
    for ply in found.plies:
        plies[ply["game"]].append(ply)
    for game, made in sorted(plies.items()):
        if {ply["number"] for ply in made} != set(range(len(made))):
            yield f"game {game} lacks a ply before its last"
        if len({(ply["row"], ply["col"]) for ply in made}) < len(made):
            yield f"game {game} has a cell twice"


def _challenges(found: Tables) -> Iterator[str]:
    """Compare accepted challenges with games between people: each began one, by its author and with its rules."""

    def key(row: Row, author: int) -> tuple[int, ...]:
        return (row["channel"], row["m"], row["n"], row["k"], author)

    accepted = Counter(key(row, row["author"]) for row in found.challenges if row["state"] == "accepted")
    begun = Counter(
        key(row, row["opened_by"]) for row in found.games if row["o"] is not None and (row["number"] or 1) == 1
    )
    for channel, *_, author in (accepted - begun).elements():
        yield f"an accepted challenge of {author} in channel {channel} has no game"
    for channel, *_, author in (begun - accepted).elements():
        yield f"a game of {author} in channel {channel} has no challenge"
    for row in found.challenges:
        if row["state"] == "open" and DELETED in (row["author"], row["opponent"]):
            yield f"challenge {row['id']} is open, but somebody in it was forgotten"


def _traces(found: Tables, forgotten: Collection[int]) -> Iterator[str]:
    """Look for what is left of the forgotten."""
    for name, columns in PEOPLE.items():
        for row in getattr(found, name):
            for column in columns:
                if row[column] in forgotten:
                    yield f"{row[column]} was forgotten and is still in {name}.{column}"
    for row in found.forgetting:
        yield f"{row['user']} is still being forgotten"


def _ratings(found: Tables) -> Iterator[str]:
    """Compare each rating with 1500 and what its games gained, and each record with their number.

    Forgotten users have no rating; their games still count for their opponents.
    """
    rated = {game["id"] for game in found.rated}
    for game in found.games:
        if (game["gain"] is not None) != (game["id"] in rated):
            yield f"game {game['id']} ended as {game['ending']} and has gained {game['gain']}"
    gained: defaultdict[Stand, float] = defaultdict(float)
    played: defaultdict[Stand, Counter[str]] = defaultdict(Counter)
    for game in found.rated:
        score = SCORES[game["winner"]]
        for user, sign, points in ((game["x"], 1, score), (game["o"], -1, 1 - score)):
            if user != DELETED:
                who = (game["guild"], game["season"], user)
                gained[who] += sign * (game["gain"] or 0)
                played[who][{1.0: "won", 0.0: "lost", 0.5: "drawn"}[points]] += 1
    stored = {(row["guild"], row["season"], row["user"]): row for row in found.ratings}
    for who in sorted(played.keys() - stored.keys()):
        yield f"{who[2]} has played and has no rating"
    for who, row in stored.items():
        record = {end: row[end] for end in ("won", "lost", "drawn")}
        if +Counter(record) != played[who]:
            yield f"{who[2]} has the record {record}, but the games say {dict(played[who])}"
        if not isclose(row["rating"], 1500 + gained[who], abs_tol=1e-6):
            yield f"{who[2]} is rated {row['rating']}, but the games say {1500 + gained[who]}"
