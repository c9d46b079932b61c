"""The processor time of a move, by part, and by the number of games and plies: python -m benchmarks.parts.

It calls the bot's functions in this process and measures the whole process, including the database's thread. Parsing
and HTTP are done by discord.py; benchmarks.load measures them with the bare bot.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

from benchmarks.complexity import exponent
from benchmarks.history import AT, GAMES, fill
from bot.database.store import Store
from bot.game import playing
from bot.game.games import ChannelId, Format, Game, Human, Place, UserId
from bot.game.requests import Event, Target, Update
from bot.interactions.answers import Buttons
from bot.messages import boards
from bot.registry.arbiter import Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.computers import Computers, Experts
from bot.registry.games import Games
from engine import Board, Cell, Rules
from tests.stored import open_game

ANN, BOB = UserId(500_000_000_000_000_001), UserId(500_000_000_000_000_002)
SMALL, MIDDLE, LARGE = Rules(10, 10, 5), Rules(20, 20, 20), Rules(100, 100, 100)
LIVE, PLIES = (1, 100, 10_000), (10, 200, 2000)
ROUNDS, MOVES = 5, 400  # moves per round
TURNS, FEW = 30, 5  # rounds of few moves, so that games stay short


async def cost(work: Callable[[int], Awaitable[object]]) -> float:
    """Return the processor time of one call in microseconds: the median of some rounds."""
    return statistics.median([await round_of(work, part, MOVES) for part in range(ROUNDS)])


async def round_of(work: Callable[[int], Awaitable[object]], part: int, moves: int) -> float:
    """Return the processor time of one call in microseconds, the mean of one round."""
    start = time.process_time()
    for call in range(part * moves, (part + 1) * moves):
        await work(call)
    return (time.process_time() - start) / moves * 1e6


def channel(number: int) -> ChannelId:
    """Return the id of a channel for one game."""
    return ChannelId(600_000_000_000_000_000 + number)


def cells_of(rules: Rules) -> list[Cell]:
    """Return the cells of a board in the order in which all games are played."""
    return Random(1).sample(list(Board(rules).legal_moves), rules.m * rules.n)


async def opened(store: Store, number: int, rules: Rules, plies: int = 0) -> Game:
    """Open a game of two people with this number of plies."""
    game = await open_game(store, Game.new(Place(channel(number)), Format(rules), Human(ANN), Human(BOB), AT), ANN)
    cells = tuple(cells_of(rules)[:plies])
    return (
        await store.games.save(game, game.with_changes(plies=cells, board=Board.replay(rules, cells)))
        if plies
        else game
    )


def played(game: Game, plies: int) -> Iterator[Game]:
    """Yield a game after each of the next plies."""
    for cell in cells_of(game.rules)[:plies]:
        game = playing.marked(game, cell, AT)
        yield game


async def parts(store: Store) -> Mapping[str, float]:
    """Return the microseconds of each part of a move on 10×10."""
    channels = Channels(store.games, Arbiter(Times(lambda: AT)))
    before = await opened(store, 0, SMALL)
    update = Update(before, playing.marked(before, Cell(5, 5), AT), Event.PLAYED, ANN)
    draft = boards.board(update)
    saved = await opened(store, 1, LARGE)
    positions = list(played(saved, ROUNDS * MOVES))

    async def lock(_: int) -> None:
        async with channels.held(channel(0)):
            pass

    async def rules(_: int) -> None:
        playing.check_turn(before, ANN)
        playing.marked(before, Cell(5, 5), AT)

    async def database(number: int) -> None:
        nonlocal saved
        saved = await store.games.save(saved, positions[number])

    async def text(_: int) -> None:
        boards.board(update)

    async def buttons(_: int) -> None:
        Buttons(draft).to_components()

    return {part.__name__: await cost(part) for part in (lock, rules, database, text, buttons)}


async def mover(store: Store, rules: Rules, *, live: int = 1, plies: int = 0) -> Callable[[int], Awaitable[object]]:
    """Open live games, and return a function that moves in one after the other, from the lock to the buttons."""
    experts = Experts(workers=1, budget=timedelta(seconds=1))
    channels, computers = Channels(store.games, Arbiter(Times(lambda: AT))), Computers(experts, random=Random(1))
    games = Games(channels, store.games, store.lobby, computers, clock=lambda: AT)
    for start in range(0, live, 500):
        await asyncio.gather(*(opened(store, number, rules, plies) for number in range(start, min(start + 500, live))))
    cells = cells_of(rules)[plies:]

    async def mark(number: int) -> None:
        done, game = divmod(number, live)
        person = (ANN, BOB)[(plies + done) % 2]
        update = await games.mark(Target(person, Place(channel(game))), cells[done])
        Buttons(boards.board(update)).to_components()

    for game in range(live):  # the first move of a game puts it into the cache
        await mark(game)
    return lambda number: mark(live + number)


async def compare(name: str, sizes: Sequence[int], movers: Sequence[Callable[[int], Awaitable[object]]]) -> None:
    """Print a Markdown row with the time of a move at each size, and its ratio to the first size.

    The sizes alternate in short rounds, because the speed of a busy machine changes within seconds. A ratio is the
    median of the rounds, with the quartiles.
    """
    costs: list[list[float]] = [[] for _ in movers]
    for part in range(TURNS):
        for mover, spent in zip(movers, costs, strict=True):
            spent.append(await round_of(mover, part, FEW))
    medians = [statistics.median(spent) for spent in costs]
    ratios = [[one / first for one, first in zip(spent, costs[0], strict=True)] for spent in costs[1:]]
    quartiles = [statistics.quantiles(each, n=4) for each in ratios]
    print(
        f"| {name} | {', '.join(map(str, sizes))} | {', '.join(f'{spent:.0f}' for spent in medians)} "
        f"| {', '.join(f'{median:.2f} ({low:.2f} to {high:.2f})' for low, median, high in quartiles)} "
        f"| {exponent(sizes, [1, *(median for _, median, _ in quartiles)]):+.3f} |",
        flush=True,
    )


@asynccontextmanager
async def empty_store() -> AsyncGenerator[Store]:
    """Open a new database."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'parts.sqlite3'}")
        yield store
        await store.close()


async def main() -> None:
    """Print the parts, and how the time of a move grows."""
    async with AsyncExitStack() as stack:

        async def store() -> Store:
            return await stack.enter_async_context(empty_store())

        parted = await parts(await store())
        print(", ".join(f"{part} {microseconds:.0f} µs" for part, microseconds in parted.items()))
        print("| a move with more | number | µs | ratio to the first | n^e |\n|---|---|---|---|---|")
        await compare("live games", LIVE, [await mover(await store(), MIDDLE, live=live) for live in LIVE])
        await compare("plies", PLIES, [await mover(await store(), LARGE, plies=plies) for plies in PLIES])
        full = await store()
        await fill(full)
        movers = [await mover(await store(), MIDDLE), await mover(full, MIDDLE)]
        await compare("finished games", (1, GAMES), movers)  # 1 stands for none


if __name__ == "__main__":
    asyncio.run(main())
