"""Kill the real process while games run out of time, start it again, see who lost and what is lost."""

import asyncio
import json
import signal
from collections.abc import AsyncGenerator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from sqlalchemy import Connection, func, select

from bot.database.store import Store
from bot.database.tables import games, plies
from bot.game.clock import allotted
from bot.game.games import Ending, Game, GameId
from engine import Cell
from tests.e2e.boards import Seen, seen
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN, CHANNELS
from tests.e2e.kills import consistency
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import bot_at

PACE = timedelta(seconds=1)
WAY = timedelta(seconds=1)
TEMPO = {
    "PACES": json.dumps({"5 minutes": PACE.total_seconds()}),
    "ON_ITS_WAY": str(WAY.total_seconds()),
    "SWEEPING": "0.2",
    "LOG_LEVEL": "WARNING",
}
SWEPT_PACE = timedelta(seconds=8)
LATE = "ran out of time"
TABLES = CHANNELS[:6]
ENOUGH = 20  # moves that were taken


@dataclass(frozen=True)
class Move:
    """A move as its player knows of it: the position before, when it was made, and whether it was taken or too late."""

    game: int
    ply: int
    cell: Cell
    sent: datetime
    taken: bool
    late: bool


@dataclass
class Expiry:
    """What people did, and what came of it."""

    kills: int = 0
    moves: list[Move] = field(default_factory=list[Move])
    left: list[int] = field(default_factory=list[int])  # the games that nobody touched any more
    timeouts: int = 0
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        late = sum(move.late for move in self.moves)
        return f"{self.kills} kills: {self.taken} moves taken, {late} too late, {self.timeouts} games ended on time"

    @property
    def taken(self) -> int:
        """How many moves were taken."""
        return sum(move.taken for move in self.moves)


@dataclass
class Sweeps:
    """What two processes that swept many clocks have brought."""

    kills: int = 0  # of both
    timeouts: int = 0
    seconds: float = 0  # from the last start to the last end
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return f"{self.kills} kills of both: {self.timeouts} games ended on time, the last after {self.seconds:.1f} s"


async def kill_across_deadlines(folder: Path, url: str, kills: int, random: Random) -> Expiry:
    """Play with a pace of a second in rounds that end with a kill, leave every game to the clock, check them all."""
    found = Expiry()
    async with serving() as discord:
        for _ in range(kills):
            async with _round(discord, folder, url, signal.SIGKILL):
                await _play(discord, found, random, random.uniform(0.5, 5))  # any moment
            found.kills += 1
        async with _round(discord, folder, url, signal.SIGTERM):
            await _play(discord, found, random, random.uniform(0.5, 5), moves=ENOUGH)
            found.left += await asyncio.gather(*(_Table(discord, found, random, channel).leave() for channel in TABLES))
            store = await Store.open(url)
            await _wait_for_ends(store)
    await _check(found, store)
    await store.close()
    return found


async def kill_sweeps(folder: Path, url: str, kills: int, random: Random, clocks: int) -> Sweeps:
    """Let two processes with a shard each sweep the clocks of many games after an outage, and kill both at times."""
    found, quarter = Sweeps(), SWEPT_PACE / 4
    async with serving() as discord:
        store = await Store.open(url)
        begun = datetime.now(UTC)
        await store.database.write(lambda on: _begin(on, begun, clocks))
        for last in [False] * kills + [True]:
            start = monotonic()
            async with AsyncExitStack() as stack:
                bots = [await stack.enter_async_context(_shard(discord, folder, url, shard)) for shard in (0, 1)]
                if last:
                    await _wait_for_ends(store)
                else:
                    await asyncio.sleep(random.uniform(0.5, 3))
                for bot in bots:
                    bot.process.send_signal(signal.SIGTERM if last else signal.SIGKILL)
                    assert await bot.ended() == (0 if last else -signal.SIGKILL), bot.output
                    assert "ERROR" not in bot.output, bot.output
            found.seconds, found.kills = monotonic() - start, found.kills + (not last)
        rows = await store.database.read(lambda on: on.execute(select(games)).all())
        await store.close()
    for row in rows:
        found.timeouts += row.ending == Ending.TIMEOUT.value
        if row.ending != Ending.TIMEOUT.value or row.winner != 1 or row.deadline < begun + quarter:
            found.wrong.append(
                f"game {row.id} ended as {row.ending}, with a deadline {row.deadline - begun} after the outage"
            )
        elif row.touched < row.deadline:
            found.wrong.append(f"game {row.id} ended {row.deadline - row.touched} before its deadline")
    return found


def _shard(discord: Loopback, folder: Path, url: str, shard: int) -> AbstractAsyncContextManager[Process]:
    return bot_at(discord, folder, DATABASE_URL=url, SHARD_COUNT="2", SHARD_IDS=str(shard), **TEMPO)


def _begin(connection: Connection, now: datetime, clocks: int) -> None:
    """Save games in each of which X has moved."""
    connection.execute(games.insert(), [_long_ago(number, now) for number in range(clocks)])
    made = [{"game": id_, "number": 0, "row": 1, "col": 1} for id_ in connection.scalars(select(games.c.id))]
    connection.execute(plies.insert(), made)


def _long_ago(number: int, now: datetime) -> dict[str, Any]:
    """Return a game of one of two shards whose time was over before the outage ended."""
    opened = now - timedelta(days=1)
    return {
        "guild": number % 2 * 2**22, "channel": 1000 + number, "m": 3, "n": 3, "k": 3, "x": ANN, "o": ANN + 1,
        "opened_by": ANN, "opened": opened, "touched": opened, "revision": 0, "pace": int(SWEPT_PACE.total_seconds()),
        "deadline": opened + SWEPT_PACE,
    }  # fmt: skip


async def _wait_for_ends(store: Store) -> None:
    """Wait until the bot has ended all games by itself, as far as that comes in time; the check finds what is left.

    The database is asked, because a bot that is asked about a game ends it then.
    """
    live = select(func.count()).select_from(games).where(games.c.ending.is_(None))
    with suppress(TimeoutError):
        async with asyncio.timeout(180):
            while await store.database.read(lambda on: on.scalar(live)):
                await asyncio.sleep(0.2)


@asynccontextmanager
async def _round(discord: Loopback, folder: Path, url: str, end: signal.Signals) -> AsyncGenerator[None]:
    async with bot_at(discord, folder, DATABASE_URL=url, **TEMPO) as bot:
        await discord.gateway.joined()
        yield
        bot.process.send_signal(end)
        assert await bot.ended() == (-end if end == signal.SIGKILL else 0), bot.output
        assert "ERROR" not in bot.output, bot.output


async def _play(discord: Loopback, found: Expiry, random: Random, seconds: float, moves: int = 0) -> None:
    """Let people play for so long, and until so many moves were taken in all; leave in the middle of everything."""
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(_Table(discord, found, random, channel).play()) for channel in TABLES]
        await asyncio.sleep(seconds)
        async with asyncio.timeout(120):
            while found.taken < moves:
                await asyncio.sleep(0.05)
        for task in playing:
            task.cancel()


class _Table:
    """One channel with its people, who act one after the other."""

    def __init__(self, discord: Loopback, found: Expiry, random: Random, channel: int) -> None:
        self._discord = discord
        self._found = found
        self._random = random
        self._channel = channel
        self._x, self._o = ANN + 10 + channel % 100, ANN + 500 + random.randrange(3)

    async def play(self) -> None:
        """Play for ever, some moves too late."""
        while True:
            await self._move(self._random.choice((0, 0.1, 0.5, 0.95, 1.0, 1.5)))

    async def leave(self) -> int:
        """Make a move and leave; return the game, in which the other one never moves."""
        while True:
            move = await self._move(0)
            if move and move.taken:
                return move.game

    async def _move(self, wait: float) -> Move | None:
        """Move after so much of the pace, in a new game if none is on; None without an answer: they look again."""
        try:
            board = await self._board()
            await asyncio.sleep(wait * PACE.total_seconds())
            cell = self._random.choice(board.empty)
            sent = datetime.now(UTC)
            answer = await self._slash(board.to_move or self._x, "move", i=cell[0], j=cell[1])
        except TimeoutError:
            return None
        shown = seen(answer.message)
        taken = shown is not None and shown.game == board.game and shown.ply == board.ply + 1
        move = Move(board.game, board.ply, Cell(*cell), sent, taken, LATE in answer.text)
        self._found.moves.append(move)
        return move

    async def _board(self) -> Seen:
        """Look at the live game; begin one if there is none."""
        while (board := seen((await self._slash(self._x, "board")).message)) is None or board.over:
            self._x, self._o = self._random.sample(range(ANN + 10, ANN + 10_000), 2)
            asked = await self._slash(self._x, "new", opponent=self._o, m=6, k=6, pace="5 minutes")
            if "Accept" in payloads.buttons(asked.message):
                await (await self._discord.press(self._o, "Accept", asked.message)).carried_out()
        return board

    async def _slash(self, user: int, name: str, **options: Any) -> Interaction:
        return await self._discord.slash(user, name, channel=self._channel, **options)


async def _check(found: Expiry, store: Store) -> None:
    tables = await consistency.tables(store)
    games = [await store.game(GameId(row["id"])) for row in tables.games]
    names = {row["id"]: (row["x"], row["o"]) for row in tables.games}
    found.wrong += consistency.inconsistencies(tables, names, set())
    for game in games:
        assert game is not None
        found.timeouts += game.result is not None and game.result.ending is Ending.TIMEOUT
        found.wrong += _wrong(game, [move for move in found.moves if move.game == game.id])
        if game.id in found.left and (game.result is None or game.result.ending is not Ending.TIMEOUT):
            found.wrong.append(f"game {game.id} has {game.result}, although nobody touched it")


def _wrong(game: Game, moves: list[Move]) -> Iterator[str]:
    """Say which answered move is lost, and who lost although the time since the last move was not over."""
    sent = {move.ply: move.sent for move in moves if move.taken}
    for move in moves:
        if move.taken and (len(game.plies) <= move.ply or game.plies[move.ply] != move.cell):
            yield f"game {game.id} has lost ply {move.ply}, which was answered"
        before = sent.get(move.ply - 1)
        if move.late and before and move.sent - before < allotted(PACE, move.ply):
            yield f"game {game.id}: ply {move.ply} was refused after {move.sent - before}"
    last = sent.get(len(game.plies) - 1)
    if game.result and game.result.ending is Ending.TIMEOUT and last:
        waited = game.touched - last
        if waited < allotted(PACE, len(game.plies)):
            yield f"game {game.id} ended on time after {waited}"
