"""Kill the real process while games run out of time, start it again, see who lost and what is lost."""

import asyncio
import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bot.database.store import SqlStore
from bot.game.clock import granted
from bot.game.games import Ending, Game, GameId
from engine import Cell
from tests.e2e import consistency, payloads
from tests.e2e.boards import seen
from tests.e2e.loopback import Loopback, serving
from tests.e2e.payloads import ANN, CHANNELS
from tests.e2e.real import bot_at

PACE = timedelta(seconds=1)
WAY = timedelta(seconds=1)
TEMPO = {
    "PACES": json.dumps({"5 minutes": PACE.total_seconds()}),
    "ON_ITS_WAY": str(WAY.total_seconds()),
    "SWEEPING": "0.2",
    "LOG_LEVEL": "WARNING",
}
LATE = "ran out of time"


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
    timeouts: int = 0
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        taken, late = (sum(getattr(move, what) for move in self.moves) for what in ("taken", "late"))
        return f"{self.kills} kills: {taken} moves taken, {late} too late, {self.timeouts} games ended on time"


async def kill_across_deadlines(folder: Path, url: str, kills: int, random: Random) -> Expiry:
    """Play with a pace of a second in rounds that end with a kill; then check every game."""
    found = Expiry()
    async with serving() as discord:
        for end in (*[signal.SIGKILL] * kills, signal.SIGTERM):
            async with bot_at(discord, folder, DATABASE_URL=url, **TEMPO) as bot:
                await discord.gateway.joined()
                tables = [asyncio.create_task(_play(discord, found, random, channel)) for channel in CHANNELS[:6]]
                await asyncio.sleep(random.uniform(0.5, 5))  # any moment
                bot.process.send_signal(end)
                assert await bot.ended() == (-end if end == signal.SIGKILL else 0), bot.output
                for table in tables:
                    table.cancel()
                await asyncio.wait(tables)
                assert "ERROR" not in bot.output, bot.output
            found.kills += end == signal.SIGKILL
    await _check(found, url)
    return found


async def _play(discord: Loopback, found: Expiry, random: Random, channel: int) -> None:
    x, o = ANN + 10 + channel % 100, ANN + 500 + random.randrange(3)
    while True:
        board = seen((await discord.slash(x, "board", channel=channel)).message)
        if board is None or board.over:
            x, o = random.sample(range(ANN + 10, ANN + 10_000), 2)
            asked = await discord.slash(x, "new", channel=channel, opponent=o, m=6, k=6, pace="5 minutes")
            if "Accept" in payloads.buttons(asked.message):
                await (await discord.press(o, "Accept", asked.message)).carried_out()
            continue
        await asyncio.sleep(random.choice((0, 0.1, 0.5, 0.95, 1.0, 1.5)) * PACE.total_seconds())
        cell = random.choice(board.empty)
        sent = datetime.now(UTC)
        answer = await discord.slash(board.to_move or x, "move", channel=channel, i=cell[0], j=cell[1])
        shown = seen(answer.message)
        taken = shown is not None and shown.game == board.game and shown.ply == board.ply + 1
        found.moves.append(Move(board.game, board.ply, Cell(*cell), sent, taken, LATE in answer.text))


async def _check(found: Expiry, url: str) -> None:
    store = await SqlStore.open(url)
    try:
        tables = await consistency.tables(store)
        games = {row["id"]: await store.game(GameId(row["id"])) for row in tables.games}
    finally:
        await store.close()
    names = {row["id"]: (row["x"], row["o"]) for row in tables.games}
    found.wrong += consistency.inconsistencies(tables, names, set())
    for game in games.values():
        assert game is not None
        found.timeouts += game.result is not None and game.result.ending is Ending.TIMEOUT
        found.wrong += _wrong(game, [move for move in found.moves if move.game == game.id])


def _wrong(game: Game, moves: list[Move]) -> Iterator[str]:
    """Say which answered move is lost, and who lost although the time since the last move was not over."""
    sent = {move.ply: move.sent for move in moves if move.taken}
    for move in moves:
        if move.taken and (len(game.plies) <= move.ply or game.plies[move.ply] != move.cell):
            yield f"game {game.id} has lost ply {move.ply}, which was answered"
        before = sent.get(move.ply - 1)
        if move.late and before and move.sent - before < granted(PACE, move.ply):
            yield f"game {game.id}: ply {move.ply} was refused after {move.sent - before}"
    last = sent.get(len(game.plies) - 1)
    if game.result and game.result.ending is Ending.TIMEOUT and last:
        waited = game.touched - last
        if waited < granted(PACE, len(game.plies)):
            yield f"game {game.id} ended on time after {waited}"
