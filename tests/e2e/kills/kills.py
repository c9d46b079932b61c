"""Kill the real process, or harm its database, while a crowd plays, and check that nothing is lost."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import TypeAlias

from bot.database.store import Store
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.kills import consistency
from tests.e2e.kills.crowd import Crowd, Live
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import bot_at

ANSWERS = range(20, 80)  # between two kills
DEFERRED = (5, 6)  # types of answers: interactions/receiving-and-responding.mdx
PATIENCE = 60.0  # seconds after an outage, at most, until what was sent before its end is answered
Harm: TypeAlias = Callable[[], AbstractAsyncContextManager[None]]
QUICK = {"AI_BUDGET": "0.05", "AI_WORKERS": "1", "LOG_LEVEL": "WARNING"}


@dataclass
class Tally:
    """Counts and errors of a run with kills or outages."""

    crowd: Crowd
    kills: int = 0
    outages: int = 0
    live_games: int = 0
    thinking: int = 0
    rated_games: int = 0  # games, in the end
    agreed_draws: int = 0
    failures: int = 0  # answers "Something went wrong": those of an overloaded database
    wrong: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # seconds until the bot was there

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.outages} outages: {self.crowd.answers} answers, {self.failures} failed, "
            f"{self.crowd.unanswered} missing; "
            f"{self.crowd.boards} boards of {self.crowd.games} games shown, {self.live_games} live games after a kill, "
            f"{self.thinking} with the computer to move, {self.crowd.unshown} with a move saved and not shown; "
            f"{len(self.crowd.deleted_users)} people forgotten, {self.rated_games} games rated, "
            f"{self.agreed_draws} called a draw; start {median(self.starts):.2f} s (median); wrong: {len(self.wrong)}"
        )


async def kill_often(folder: Path, url: str, kills: int, random: Random, within: float = inf) -> Tally:
    """Play on a database in rounds that end with a kill, and one that ends in order; then settle, and check it whole.

    What is settled is at least one rated game.

    within: seconds after which the kills end.
    """
    began = monotonic()
    async with _played_out(url, folder, random) as tally:
        crowd = tally.crowd
        while tally.kills < kills and monotonic() - began < within:
            async with _revived(tally, folder, url, signal.SIGKILL):
                await crowd.play(random.choice(ANSWERS))
            tally.kills += 1
        async with _revived(tally, folder, url, signal.SIGTERM):
            await crowd.play(random.choice(ANSWERS))
    return tally


async def outlast(folder: Path, url: str, outages: int, harm: Harm, random: Random, seconds: float) -> Tally:
    """Play on a database that is harmed for some seconds, again and again; then kill, settle, and check it whole."""
    silent: list[Interaction] = []
    async with _played_out(url, folder, random) as tally:
        async with _revived(tally, folder, url, signal.SIGKILL) as bot:
            while tally.outages < outages:
                await tally.crowd.play(random.choice(ANSWERS))
                playing = asyncio.create_task(tally.crowd.play(sys.maxsize))
                async with harm():
                    await asyncio.sleep(seconds)
                tally.outages += 1
                silent += await _unanswered(tally.crowd.discord)
                playing.cancel()
                with suppress(asyncio.CancelledError):
                    await playing
        # On a busy machine, some arrive so late that Discord no longer waits for an answer.
        silent = [
            interaction
            for interaction in silent
            if f"interaction {interaction.number} arrived too late" not in bot.output
        ]
        tally.wrong += [
            f"no answer to {interaction.payload['data']}, of kind {interaction.kind}" for interaction in silent
        ]
    return tally


@asynccontextmanager
async def beside(harm: Callable[[], AbstractContextManager[None]]) -> AsyncGenerator[None]:
    """Do the harm in a thread, because people go on playing."""
    doing = harm()
    await asyncio.to_thread(doing.__enter__)
    try:
        yield
    finally:
        await asyncio.to_thread(doing.__exit__, None, None, None)


async def _unanswered(discord: Loopback) -> list[Interaction]:
    """Wait for all answers so far; return the interactions that have none, or only a deferred one.

    Of two taps of one user on a button, only one is answered with a message.
    """
    interactions = list(discord.interactions.values())
    silent = interactions
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while silent := _silent(interactions):
                await asyncio.sleep(0.1)
    return silent


def _silent(interactions: Sequence[Interaction]) -> list[Interaction]:
    answered = {_tap(interaction) for interaction in interactions if interaction.messages}
    return [
        interaction
        for interaction in interactions
        if not interaction.has_answer.is_set()
        or (interaction.kind in DEFERRED and not interaction.messages and _tap(interaction) not in answered)
    ]


def _tap(interaction: Interaction) -> tuple[object, ...]:
    """Return by whom a button of a message was tapped; a command is like no other."""
    payload = interaction.payload
    button = payload["data"].get("custom_id")
    return (payload["message"]["id"], button, interaction.user) if button else (interaction.number,)


@asynccontextmanager
async def _played_out(url: str, folder: Path, random: Random) -> AsyncGenerator[Tally]:
    """Let a crowd play during the block; then settle, and check the whole database."""
    async with serving() as discord:
        tally = Tally(Crowd(discord, random))
        yield tally
        async with _revived(tally, folder, url, signal.SIGTERM):
            tally.wrong += await tally.crowd.settle()
            await tally.crowd.play_out()
        await _look(tally, url)
        await _check(tally, url)


@asynccontextmanager
async def _revived(tally: Tally, folder: Path, url: str, end: signal.Signals) -> AsyncGenerator[Process]:
    """Start the bot, let people go on with the live games, and end it by a signal."""
    discord = tally.crowd.discord
    live = await _look(tally, url)
    start = monotonic()
    async with bot_at(discord, folder, DATABASE_URL=url, **QUICK) as bot:
        await discord.gateway.wait_for_bot()
        tally.starts.append(monotonic() - start)
        tally.wrong += await tally.crowd.revive(live)
        ending = asyncio.create_task(bot.exit_code(within=3600))  # read meanwhile, what it prints does not hold it up
        yield bot
        assert not ending.done(), bot.output
        bot.process.send_signal(end)
        async with asyncio.timeout(30):
            code = await ending
        assert code == (-end if end == signal.SIGKILL else 0), bot.output
        tally.failures += bot.output.count("interaction failed")


async def _look(tally: Tally, url: str) -> list[Live]:
    store = await Store.open(url)
    try:
        tally.wrong += await tally.crowd.losses(store)
        live = await tally.crowd.live_games(store)
    finally:
        await store.close()
    tally.live_games += len(live)
    tally.thinking += sum(game.awaits_computer for _, game in live)
    return live


async def _check(tally: Tally, url: str) -> None:
    store = await Store.open(url)
    try:
        database = await consistency.tables(store)
    finally:
        await store.close()
    tally.wrong += consistency.inconsistencies(database, tally.crowd.deleted_users)
    tally.rated_games = len(database.rated_games)
    tally.agreed_draws = sum(game["ending"] == "agreed" for game in database.games)
