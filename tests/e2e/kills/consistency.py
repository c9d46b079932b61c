"""A whole database checked by plain Python, without the bot's SQL: what points nowhere, and every rating recomputed."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from math import copysign, isclose
from typing import TypeAlias

from sqlalchemy import Connection, RowMapping, literal_column, select, table

from bot.database.store import Store

DELETED = 0  # stands for whoever was forgotten
SCORES = {1: 1.0, 2: 0.0, None: 0.5}  # of X, by the winner's mark
COUNTING = {"line", "full", "resigned", "agreed"}
DAILY, DAILY_IN_ALL = 32, 64  # the most that a player gains in a day from one opponent, and from all
EXPERIENCED = 5  # rated games, after which a player gains half from an opponent with fewer
NEAR = timedelta(seconds=10)  # two games that end this close may be saved in the other order
PEOPLE = {
    "games": ("x", "o", "opened_by", "ended_by", "request_by"),
    "challenges": ("author", "opponent"),
    "ratings": ("user",),
    "forgetting": ("user",),
}

Row: TypeAlias = RowMapping
Stand: TypeAlias = tuple[int, int, int]  # server, season and person
Names: TypeAlias = Mapping[int, tuple[int, int | None]]  # X and O of the games, as they began


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
        """The games that count for the ratings: between people, in a server, ended and not stopped.

        One that ended on time counts if both have moved.
        """
        made = Counter(ply["game"] for ply in self.plies)
        return [
            game
            for game in self.games
            if game["o"] is not None
            and game["guild"]
            and not game["unrated"]
            and (game["ending"] in COUNTING or (game["ending"] == "timeout" and _moves(game, made) >= 2))
        ]


def _moves(game: Row, made: Mapping[int, int]) -> int:
    return made[game["id"]] + bool(game["swapped"])


async def tables(store: Store) -> Tables:
    """Read a database."""
    return await store.database.read(_tables)


def _tables(connection: Connection) -> Tables:
    def rows(name: str) -> Sequence[Row]:
        return connection.execute(select(literal_column("*")).select_from(table(name))).mappings().all()

    return Tables(**{field.name: rows(field.name) for field in fields(Tables)})


def inconsistencies(found: Tables, names: Names, forgotten: Collection[int]) -> list[str]:
    """Return everything that is wrong in a database that no bot uses, when nobody is being forgotten any more."""
    return [
        *_plies(found),
        *_challenges(found),
        *_traces(found, forgotten),
        *_sums(found),
        *_gains(found, names),
    ]


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


# -- ratings


def _sums(found: Tables) -> Iterator[str]:
    """Compare each rating with 1500 and what its games gained, and each record with their number.

    The forgotten have no rating; their games still count for whoever they played against.
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


class _Elo:
    """What each game gains by Elo's formula and the bounds, if games are added in the order in which they ended."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._stands: defaultdict[Stand, float] = defaultdict(lambda: 1500.0)
        self._played: Counter[Stand] = Counter()
        self._received: defaultdict[tuple[Stand, Stand | None, date], float] = defaultdict(float)  # by whom, from whom

    def _players(self, game: Row) -> tuple[Stand, Stand] | None:
        x, o = self._names.get(game["id"], (game["x"], game["o"]))
        if o is None or DELETED in (x, o):
            return None
        here = game["guild"], game["season"]
        return (*here, x), (*here, o)

    def gain(self, game: Row) -> float:
        """Return what X gains; where nobody knows the players any more, what was gained."""
        if (pair := self._players(game)) is None:
            return game["gain"]
        x, o = pair
        full = 32 * (SCORES[game["winner"]] - 1 / (1 + 10 ** ((self._stands[o] - self._stands[x]) / 400)))
        winner, loser = (x, o) if full > 0 else (o, x)
        if self._played[loser] < EXPERIENCED <= self._played[winner]:
            full /= 2
        day = _ended(game).date()
        room = min(DAILY - self._received[winner, loser, day], DAILY_IN_ALL - self._received[winner, None, day])
        return copysign(min(abs(full), max(0.0, room)), full)

    def add(self, game: Row) -> None:
        """Count a game with what it gained."""
        if pair := self._players(game):
            for (one, other), points in ((pair, game["gain"]), (pair[::-1], -game["gain"])):
                self._stands[one] += points
                self._played[one] += 1
                for opponent in (other, None):
                    self._received[one, opponent, _ended(game).date()] += max(0.0, points)


def _gains(found: Tables, names: Names) -> Iterator[str]:
    """Compute what each game gained.

    Where two that share a player ended at nearly the same time, the database doesn't tell which was saved first: they
    may come in either order, as long as every gain is right in it. The names say who has been forgotten since.
    """
    elo = _Elo(names)
    waiting = sorted((game for game in found.rated if game["gain"] is not None), key=_ended)
    while waiting:
        first = waiting[0]
        near = [game for game in waiting if _ended(game) - _ended(first) <= NEAR]
        fitting = next((game for game in near if isclose(game["gain"], elo.gain(game), abs_tol=1e-6)), None)
        if fitting is None:
            yield f"game {first['id']} gained {first['gain']}, but should have gained {elo.gain(first)}"
        game = fitting or first
        waiting.remove(game)
        elo.add(game)


def _ended(game: Row) -> datetime:
    return datetime.fromisoformat(str(game["touched"]))
