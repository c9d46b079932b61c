"""Kill the real process with SIGKILL while a crowd plays, start it again on the same database, see what is lost."""

import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

from bot.database.store import Store
from tests.e2e.discord.loopback import serving
from tests.e2e.kills import consistency
from tests.e2e.kills.crowd import Crowd, Live
from tests.e2e.processes.real import bot_at

ANSWERS = range(20, 120)  # between two kills
QUICK = {"AI_BUDGET": "0.05", "AI_WORKERS": "1", "LOG_LEVEL": "WARNING"}


@dataclass
class Tally:
    """What some kills have brought."""

    crowd: Crowd
    kills: int = 0
    revived: int = 0
    thinking: int = 0
    rated: int = 0  # games, in the end
    agreed: int = 0
    failed: int = 0  # answers "Something broke": those of an overloaded database
    wrong: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # seconds until the bot was there

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.crowd.answers} answers, {self.failed} failed, {self.crowd.unanswered} missing; "
            f"{self.crowd.boards} boards of {self.crowd.games} games shown, {self.revived} live games after a kill, "
            f"{self.thinking} with the computer to move, {self.crowd.unshown} with a move saved and not shown; "
            f"{len(self.crowd.forgotten)} people forgotten, {self.rated} games rated, {self.agreed} called a draw; "
            f"start {median(self.starts):.2f} s (median); wrong: {len(self.wrong)}"
        )


async def kill_often(folder: Path, url: str, kills: int, random: Random, within: float = inf) -> Tally:
    """Play on a database in rounds that end with a kill, and one that ends in order; then settle, and check it whole.

    What is settled is at least one rated game.

    After so many seconds there are no more kills.
    """
    began = monotonic()
    async with serving() as discord:
        crowd = Crowd(discord, random)
        tally = Tally(crowd)
        while tally.kills < kills and monotonic() - began < within:
            async with _revived(tally, folder, url, signal.SIGKILL):
                await crowd.play(random.choice(ANSWERS))
            tally.kills += 1
        async with _revived(tally, folder, url, signal.SIGTERM):
            await crowd.play(random.choice(ANSWERS))
        async with _revived(tally, folder, url, signal.SIGTERM):
            tally.wrong += await crowd.settle()
            await crowd.play_out()
        await _look(tally, url)
        await _check(tally, url)
    return tally


@asynccontextmanager
async def _revived(tally: Tally, folder: Path, url: str, end: signal.Signals) -> AsyncGenerator[None]:
    """Start the bot, let people go on with the live games, and end it by a signal."""
    discord = tally.crowd.discord
    live = await _look(tally, url)
    started = monotonic()
    async with bot_at(discord, folder, DATABASE_URL=url, **QUICK) as bot:
        await discord.gateway.joined()
        tally.starts.append(monotonic() - started)
        tally.wrong += await tally.crowd.revive(live)
        yield
        bot.process.send_signal(end)
        assert await bot.ended() == (-end if end == signal.SIGKILL else 0), bot.output
        tally.failed += bot.output.count("interaction failed")


async def _look(tally: Tally, url: str) -> list[Live]:
    store = await Store.open(url)
    try:
        tally.wrong += await tally.crowd.losses(store)
        live = await tally.crowd.live_games(store)
    finally:
        await store.close()
    tally.revived += len(live)
    tally.thinking += sum(game.awaits_computer for _, game in live)
    return live


async def _check(tally: Tally, url: str) -> None:
    store = await Store.open(url)
    try:
        found = await consistency.tables(store)
    finally:
        await store.close()
    tally.wrong += consistency.inconsistencies(found, tally.crowd.names, tally.crowd.forgotten)
    tally.rated = len(found.rated)
    tally.agreed = sum(game["ending"] == "agreed" for game in found.games)
