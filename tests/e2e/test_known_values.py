"""What is known of a board, as people meet it when a game begins: at once, or late by an edit, also after a kill."""

import signal
from pathlib import Path

from tests.e2e.loopback import Loopback, serving
from tests.e2e.payloads import ANN, BOB, CHANNELS
from tests.e2e.real import bot_at, duel, ends_well, rows, until

DRAW, WON = "With best play: a draw.", "With best play X wins; try swap:true."
SLOW = {"m": 6, "n": 5, "k": 4}  # X wins, as a search of 6,791 nodes finds
FINDINGS = "SELECT winner FROM findings"


def shown(discord: Loopback, message: str) -> str:
    """Return the words of a message as it is now."""
    return discord.messages[message]["content"]


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


async def test_a_late_value_comes_by_an_edit_and_then_at_once(tmp_path: Path) -> None:
    async with serving() as discord, bot_at(discord, tmp_path, KNOWS_NO_VALUES="1") as bot:
        await discord.gateway.joined()
        started = await discord.slash(ANN, "new", ai="classic")
        assert "best play" not in started.text
        await until(lambda: f"```\n{DRAW}\n<@{ANN}> (X) to move" in shown(discord, started.message["id"]))
        later = await discord.slash(ANN, "new", channel=CHANNELS[1], ai="classic")
        assert DRAW in later.text
        moved = await discord.slash(ANN, "move", i=0, j=0)
        assert "best play" not in moved.text
        await ends_well(bot)


async def test_a_board_that_has_gone_on_stays_as_it_is(tmp_path: Path) -> None:
    async with serving() as discord, bot_at(discord, tmp_path, KNOWS_NO_VALUES="1") as bot:
        await discord.gateway.joined()
        started = await discord.slash(ANN, "new", ai="classic", **SLOW)
        moved = await discord.slash(ANN, "move", i=0, j=0)
        await until(lambda: rows(tmp_path, FINDINGS))
        after = await discord.slash(ANN, "new", channel=CHANNELS[1], ai="classic", **SLOW)
        assert WON in after.text
        await ends_well(bot)
        for message in (started.message, moved.message):
            assert "best play" not in shown(discord, message["id"])


async def test_a_search_that_was_killed_is_done_for_the_next_game(tmp_path: Path) -> None:
    async with serving() as discord:
        async with bot_at(discord, tmp_path, KNOWS_NO_VALUES="1") as bot:
            await discord.gateway.joined()
            challenge = await discord.slash(ANN, "new", opponent=BOB, **SLOW)
            accepted = await discord.press(BOB, "Accept", challenge.message)
            first = await accepted.follow_up()
            bot.process.send_signal(signal.SIGKILL)
            await bot.ended()
        assert rows(tmp_path, FINDINGS) == []
        async with bot_at(discord, tmp_path, KNOWS_NO_VALUES="1") as bot:
            await discord.gateway.joined()
            shown_again = await discord.slash(BOB, "board")
            await until(lambda: rows(tmp_path, FINDINGS) == [(1,)])
            await until(lambda: WON in shown(discord, shown_again.message["id"]))
            assert "isn't rated" not in shown(discord, shown_again.message["id"])  # as it was when it began
            assert rows(tmp_path, "SELECT unrated FROM games") == [(0,)]
            await ends_well(bot)
        assert "best play" not in shown(discord, first["id"])
