"""How long lists and statistics take with a million finished games: python -m benchmarks.history [--database URL].

It prints the wall time, and the processor time of this process, without that of a PostgreSQL server.
"""

import argparse
import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from random import Random

from bot.database.store import Store
from bot.database.tables import games, ratings
from bot.game.games import ChannelId, Ending, Format, Game, GuildId, Human, Place, Result, UserId
from bot.registry.arbiter import Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from engine import Mark, Rules
from tests.databases import settings
from tests.stored import open_game

GAMES, SERVERS, PEOPLE = 1_000_000, 200, 100  # people per server
LIVE = 10_000
ASKED = 200
AT = datetime(2026, 11, 21, tzinfo=UTC)


async def fill(store: Store) -> None:
    """Insert the games, in large transactions, and the ratings."""
    chance = Random(1)
    members = [(server, person) for server in range(1, SERVERS + 1) for person in range(1, PEOPLE + 1)]
    rated = [
        {
            "guild": server,
            "season": 1,
            "user": person,
            "played": AT,
            "rating": chance.gauss(1500, 100),
            "won": 1,
            "lost": 1,
            "drawn": 0,
        }
        for server, person in members
    ]
    await store.database.write(lambda connection: connection.execute(ratings.insert(), rated))
    for start in range(0, GAMES, 50_000):
        played = [game(chance) for _ in range(start, start + 50_000)]
        await store.database.write(lambda connection, played=played: connection.execute(games.insert(), played))


def game(chance: Random) -> dict[str, object]:
    """Return a finished game of two people in one server, or of one person against the computer."""
    server = chance.randint(1, SERVERS)
    x, o = chance.sample(range(1, PEOPLE + 1), 2)
    solo = chance.random() < 0.5
    return {
        "guild": server,
        "channel": server * 10 + chance.randrange(10),
        "m": 3,
        "n": 3,
        "k": 3,
        "x": x,
        "o": None if solo else o,
        "level": "classic" if solo else None,
        "opened_by": x,
        "opened": AT,
        "touched": AT,
        "ending": "line",
        "winner": chance.choice((1, 2, None)),
        "ended_by": None,
        "message": 1,
        "revision": 9,
        "gain": None if solo else chance.uniform(-16, 16),
    }


async def rated_end(store: Store, number: int) -> None:
    """End another game between two players who have played each other before."""
    x, o = (Human(UserId(1 + (number * 7 + step) % PEOPLE)) for step in (0, 1))
    place = Place(ChannelId(2_000_000 + number), GuildId(1 + number % SERVERS))
    begun = await open_game(store, Game.new(place, Format(Rules(3, 3, 3)), x, o, AT), x.id)
    await store.games.save(begun, begun.with_changes(result=Result(Mark.X, Ending.RESIGNED, o.id)))


async def fill_live(store: Store) -> None:
    """Insert live games, each in its own channel, with a pace of a day."""
    chance, deadline = Random(2), AT + timedelta(days=1)
    clock = {"pace": 86_400, "deadline": deadline, "remind_at": deadline, "ending": None, "winner": None}
    live = [game(chance) | clock | {"channel": 1_000_000 + number} for number in range(LIVE)]
    await store.database.write(lambda connection: connection.execute(games.insert(), live))


async def measured(name: str, ask: Callable[[int], Awaitable[object]]) -> None:
    """Print how long some queries took."""
    times: list[float] = []
    processor: list[float] = []
    for number in range(ASKED):
        start, used = time.perf_counter(), time.process_time()
        await ask(number)
        times.append((time.perf_counter() - start) * 1e3)
        processor.append((time.process_time() - used) * 1e3)
    late = statistics.quantiles(times, n=20)[-1]
    clock = f"median {statistics.median(times):.1f} ms, p95 {late:.1f} ms, slowest {max(times):.1f} ms"
    print(f"{name}: {clock}; processor: median {statistics.median(processor):.1f} ms, most {max(processor):.1f} ms")


async def run(url: str) -> None:
    """Fill an empty database and query it."""
    store = await Store.open(url)
    await fill(store)
    print(f"{GAMES:,} games of {PEOPLE} people in each of {SERVERS} servers")
    await measured("/ttt stats", lambda n: store.ratings.stats(GuildId(1 + n % SERVERS), UserId(1 + n * 7 % PEOPLE)))
    await measured("/ttt top", lambda n: store.ratings.top(GuildId(1 + n % SERVERS)))
    await measured(
        "/ttt top with your own place",
        lambda n: store.ratings.top(GuildId(1 + n % SERVERS), UserId(1 + n * 7 % PEOPLE)),
    )
    await measured("/ttt top of a season", lambda n: store.ratings.top(GuildId(1 + n % SERVERS), season=1, since=AT))
    await measured("the end of a rated game", lambda n: rated_end(store, n))
    await fill_live(store)
    arbiter = Arbiter(Times(lambda: AT))
    clocks = Clocks(Channels(store.games, arbiter), store.clocks, arbiter)
    await measured("/ttt games", lambda n: store.games.active_games(UserId(1 + n * 7 % PEOPLE)))
    await measured("a sweep of the clocks", lambda _: clocks.sweep())
    await store.close()


def main() -> None:
    """Read the command line, and measure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.history", description=__doc__)
    parser.add_argument("--database", help="DATABASE_URL of an empty database, or postgresql for a new server")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        settings(options.database or f"sqlite:///{folder}/ttt.sqlite3") as environment,
    ):
        asyncio.run(run(environment["DATABASE_URL"]))


if __name__ == "__main__":
    main()
