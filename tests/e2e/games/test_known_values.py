"""What is known of a board, as users meet it when a game begins."""

from pathlib import Path

from tests.e2e.discord.loopback import serving
from tests.e2e.discord.payloads import ANN, CHANNELS
from tests.e2e.processes.real import bot_at, duel, ends_well

DRAW, WON = "With best play: a draw.", "With best play X wins; try swap:true."
SLOW = {"m": 6, "n": 5, "k": 4}  # X wins, as a search of 6,791 nodes finds


async def test_it_is_said_at_once_and_never_twice(tmp_path: Path) -> None:
    async with serving() as discord, bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        board = await duel(discord)
        assert f"```\n{DRAW}\n<@{ANN}> (X) to move" in board["content"]
        moved = await discord.slash(ANN, "move", i=0, j=0)
        assert "best play" not in moved.text
        solo = await discord.slash(ANN, "new", channel=CHANNELS[1], ai="classic", **SLOW)
        assert f"```\n{WON}\n<@{ANN}> (X) to move" in solo.text
        fair = await discord.slash(ANN, "new", channel=CHANNELS[2], ai="classic", swap=True, **SLOW)
        assert "```\nWith best play X wins.\n" in fair.text
        unknown = await discord.slash(ANN, "new", channel=CHANNELS[3], ai="classic", m=9, k=5)
        assert "best play" not in unknown.text
        await ends_well(bot)
