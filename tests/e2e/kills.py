"""Kill the real process with SIGKILL while a crowd plays, start it again on the same database, see what is lost."""

import signal
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic

from bot.database.store import SqlStore
from tests.e2e.crowd import Crowd, Live
from tests.e2e.loopback import serving
from tests.e2e.real import bot_at

ANSWERS = range(20, 120)  # between two kills
QUICK = {"AI_BUDGET": "0.05", "AI_WORKERS": "1", "LOG_LEVEL": "WARNING"}


@dataclass
class Tally:
    """What some kills have brought."""

    crowd: Crowd
    kills: int = 0
    revived: int = 0
    thinking: int = 0
    failed: int = 0  # answers "Something broke": those of an overloaded database
    wrong: list[str] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)  # seconds until the bot was there

    def __str__(self) -> str:
        return (
            f"{self.kills} kills: {self.crowd.answers} answers, {self.failed} failed, {self.crowd.unanswered} missing; "
            f"{self.crowd.boards} boards of {self.crowd.games} games shown, {self.revived} live games after a kill, "
            f"{self.thinking} with the computer to move, {self.crowd.unshown} with a move saved and not shown; "
            f"start {median(self.starts):.2f} s (median); wrong: {len(self.wrong)}"
        )


async def kill_often(folder: Path, url: str, kills: int, random: Random) -> Tally:
    """Play on a database in rounds that end with a kill, and a last one that ends in order."""
    async with serving() as discord:
        crowd = Crowd(discord, random)
        tally = Tally(crowd)
        for left in reversed(range(kills + 1)):
            live = await _look(tally, url)
            started = monotonic()
            async with bot_at(discord, folder, DATABASE_URL=url, **QUICK) as bot:
                await discord.gateway.joined()
                tally.starts.append(monotonic() - started)
                tally.wrong += await crowd.revive(live)
                await crowd.play(random.choice(ANSWERS))
                bot.process.send_signal(signal.SIGKILL if left else signal.SIGTERM)
                assert await bot.ended() == (-signal.SIGKILL if left else 0), bot.output
                tally.failed += bot.output.count("interaction failed")
        tally.kills = kills
        await _look(tally, url)
    return tally


async def _look(tally: Tally, url: str) -> list[Live]:
    store = await SqlStore.open(url)
    try:
        tally.wrong += await tally.crowd.losses(store)
        live = await tally.crowd.live_games(store)
    finally:
        await store.close()
    tally.revived += len(live)
    tally.thinking += sum(game.awaits_computer for _, game in live)
    return live
