"""What a move costs the processor: part by part, and with the number of games and plies. python -m benchmarks.parts

Everything is measured in this process, with the functions that the bot calls: processor time of the whole process, and
so of the database's thread as well. Parsing and HTTP are discord.py's; benchmarks.load takes them from the bare bot.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

from benchmarks.complexity import exponent
from benchmarks.history import AT, GAMES, fill
from bot.database.store import SqlStore
from bot.game import games
from bot.game.games import ChannelId, Game, Human, Opening, Place, UserId
from bot.game.requests import Event, Target, Update
from bot.interactions.sending import Buttons
from bot.messages import message
from bot.registry.channels import Channels
from bot.registry.experts import Experts
from bot.registry.registry import GameRegistry
from engine import Board, Cell, Rules

ANN, BOB = UserId(500_000_000_000_000_001), UserId(500_000_000_000_000_002)
SMALL, MIDDLE, LARGE = Rules(10, 10, 5), Rules(20, 20, 20), Rules(100, 100, 100)
LIVE, PLIES = (1, 100, 10_000), (10, 200, 2000)
ROUNDS, MOVES, FEW = 5, 400, 15  # moves a round; few, so that no game gets long meanwhile


async def cost(work: Callable[[int], Awaitable[object]], moves: int = MOVES) -> float:
    """Return the processor time of one call in microseconds: the median of some rounds."""
    rounds: list[float] = []
    for part in range(ROUNDS):
        start = time.process_time()
        for call in range(part * moves, (part + 1) * moves):
            await work(call)
        rounds.append((time.process_time() - start) / moves * 1e6)
    return statistics.median(rounds)


def channel(number: int) -> ChannelId:
    """Return the id of a channel that no other game is in."""
    return ChannelId(600_000_000_000_000_000 + number)


def cells_of(rules: Rules) -> list[Cell]:
    """Return the cells of a board in the order in which all games here are played."""
    return Random(1).sample(list(Board(rules).legal_moves), rules.m * rules.n)


async def opened(store: SqlStore, number: int, rules: Rules, plies: int = 0) -> Game:
    """Open a game of two people, with so many plies."""
    game = await store.open_game(Opening(Place(channel(number)), rules, Human(ANN), Human(BOB), AT), ANN)
    cells = tuple(cells_of(rules)[:plies])
    return await store.save(game, game.noted(plies=cells, board=Board.replay(rules, cells))) if plies else game


def played(game: Game, plies: int) -> Iterator[Game]:
    """Yield a game after each of so many plies."""
    for cell in cells_of(game.rules)[:plies]:
        game = games.marked(game, cell, AT)
        yield game


async def parts(store: SqlStore) -> Mapping[str, float]:
    """Return the microseconds of each part of a move on 10×10."""
    channels = Channels(store)
    before = await opened(store, 0, SMALL)
    update = Update(before, games.marked(before, Cell(5, 5), AT), Event.PLAYED, ANN)
    draft = message.board(update)
    saved = await opened(store, 1, LARGE)
    positions = list(played(saved, ROUNDS * MOVES))

    async def lock(_: int) -> None:
        async with channels.held(channel(0)):
            pass

    async def rules(_: int) -> None:
        games.check_turn(before, ANN)
        games.marked(before, Cell(5, 5), AT)

    async def database(number: int) -> None:
        nonlocal saved
        saved = await store.save(saved, positions[number])

    async def text(_: int) -> None:
        message.board(update)

    async def buttons(_: int) -> None:
        Buttons(draft).to_components()

    return {part.__name__: await cost(part) for part in (lock, rules, database, text, buttons)}


async def move(store: SqlStore, live: int, rules: Rules, plies: int = 0, moves: int = MOVES) -> float:
    """Return the microseconds of a whole move, from the lock to the buttons, in so many games in turn."""
    experts = Experts(workers=1, budget=timedelta(seconds=1))
    registry = GameRegistry(Channels(store), store, experts, clock=lambda: AT, random=Random(1))
    for start in range(0, live, 500):
        await asyncio.gather(*(opened(store, number, rules, plies) for number in range(start, min(start + 500, live))))
    cells = cells_of(rules)[plies:]

    async def mark(number: int) -> None:
        done, game = divmod(number, live)
        person = (ANN, BOB)[(plies + done) % 2]
        update = await registry.mark(Target(channel(game)), person, cells[done])
        Buttons(message.board(update)).to_components()

    for game in range(live):  # so that each is cached, as it is after its first move
        await mark(game)
    return await cost(lambda number: mark(live + number), moves)


@asynccontextmanager
async def empty_store() -> AsyncGenerator[SqlStore]:
    """Open a new database."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqlStore.open(f"sqlite:///{Path(folder) / 'parts.sqlite3'}")
        yield store
        await store.close()


def row(name: str, costs: list[float], exponents: str) -> None:
    """Print a row of the table in Markdown."""
    print(f"| {name} | {', '.join(f'{microseconds:.0f}' for microseconds in costs)} | {exponents} |", flush=True)


async def main() -> None:
    """Print the parts, and how a move's cost grows."""
    async with empty_store() as store:
        print(", ".join(f"{part} {microseconds:.0f} µs" for part, microseconds in (await parts(store)).items()))
    print("| a move with | µs | grows as n^e |\n|---|---|---|")
    by_games, by_plies, by_history = list[float](), list[float](), list[float]()
    for live in LIVE:
        async with empty_store() as store:
            by_games.append(await move(store, live, MIDDLE, moves=FEW))
    row(f"{LIVE} live games", by_games, f"{exponent(LIVE, by_games):+.3f}")
    for plies in PLIES:
        async with empty_store() as store:
            by_plies.append(await move(store, 1, LARGE, plies, moves=FEW))
    row(f"{PLIES} plies", by_plies, f"{exponent(PLIES, by_plies):+.3f}")
    async with empty_store() as store:
        by_history.append(await move(store, 1, MIDDLE, moves=FEW))
    async with empty_store() as store:
        await fill(store)
        by_history.append(await move(store, 1, MIDDLE, moves=FEW))
    row(f"(0, {GAMES}) finished games", by_history, "")


if __name__ == "__main__":
    asyncio.run(main())
