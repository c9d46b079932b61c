"""The number of Python opcodes per interaction, in our bot and a bare bot: python -m benchmarks.opcodes --help.

The count varies by at most 2%, even on a busy machine. It doesn't include C code, the kernel and waiting.
"""

import argparse
import asyncio
import gc
import json
import signal
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

import uvloop

from benchmarks.crowd import Seat, Tally
from benchmarks.load import FLOORS, KEPT
from engine import Rules
from tests.architecture import ROOT
from tests.e2e.discord.loopback import serving
from tests.e2e.processes.process import started

PEOPLE = 10
WARM_UP = 100  # interactions
SHOWN = 25


async def played(seats: list[Seat], number: int) -> int:
    """Let all seats act until this number of interactions is answered, and return the exact number."""
    tally = Tally()

    async def play(seat: Seat) -> None:
        while len(tally.all) < number:
            await seat.step(tally)

    await asyncio.gather(*map(play, seats))
    return len(tally.all)


async def counted(module: str, options: argparse.Namespace) -> Counter[str]:
    """Return a bot's opcodes per interaction, by function."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "opcodes.json"
        environment = {"DISCORD_TOKEN": "dummy", "LOG_LEVEL": "ERROR", "MODULE": module, "OPCODES": str(file)}
        async with serving(KEPT) as discord:
            environment |= FLOORS["floor"] | {"DISCORD_URL": discord.url}
            async with started(Path(folder), "benchmarks.counted", **environment) as bot:
                await discord.gateway.joined()
                rules, chance = Rules(*options.board), Random(1)
                seats = [Seat(options.mode, discord, rules, chance) for _ in range(PEOPLE)]
                await played(seats, WARM_UP)
                bot.process.send_signal(signal.SIGUSR1)
                number = await played(seats, options.number)
                bot.process.send_signal(signal.SIGUSR2)
                while not (file.exists() and file.read_text(encoding="utf-8").endswith("]]")):
                    await asyncio.sleep(0.1)
        found = Counter[str]()
        for path, name, opcodes in json.loads(file.read_text(encoding="utf-8")):
            found[f"{path.removeprefix(f'{ROOT}/').split('site-packages/')[-1]} {name}"] += opcodes / number
        return found


async def main() -> None:
    """Print both counts, and the functions with the largest differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", choices=("moves", "presses", "starts"), default="moves", help="what people do")
    parser.add_argument("--board", type=int, nargs=3, default=(10, 10, 5), metavar=("M", "N", "K"))
    parser.add_argument("--number", type=int, default=300, help="number of interactions to count")
    options = parser.parse_args()
    floor = await counted("benchmarks.floor", options)
    ours = await counted("tests.e2e.processes.loopback_bot", options)
    print(f"bare bot {floor.total():.0f}, ours {ours.total():.0f}: {ours.total() / floor.total():.2f}×")
    ours.subtract(floor)
    for name, opcodes in ours.most_common(SHOWN):
        print(f"{opcodes:7.0f} more  {name}")


if __name__ == "__main__":
    gc.disable()
    uvloop.run(main())
