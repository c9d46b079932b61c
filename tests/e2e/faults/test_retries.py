"""Messages without an interaction are sent again after a temporary failure, once and only while they are true."""

from functools import partial
from pathlib import Path

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, Json
from tests.e2e.faults.test_outages import run_out, sweeps
from tests.e2e.faults.test_reminders import make_due
from tests.e2e.kills import test_daily_puzzle as daily
from tests.e2e.processes.real import duel, rows, running_bot, shows_board, until

HERE = CHANNELS[0]
POST = f"POST /channels/{HERE}/messages$"
OFTEN = {"SWEEPING": "0.05"}


def posts(discord: Loopback, channel: int = HERE) -> list[Json]:
    """Return the messages that the bot posted in a channel without an interaction."""
    here = (message for message in discord.messages.values() if message["channel_id"] == str(channel))
    return [message for message in here if "interaction_metadata" not in message]


async def test_the_puzzle_is_posted_once_after_a_failure(discord: Loopback, tmp_path: Path) -> None:
    daily.make_due(tmp_path)
    for lost in (False, True):
        discord.faults.add(POST, status=503, done=lost)
    async with running_bot(discord, tmp_path, **OFTEN) as bot:
        assert "503" in await bot.line_with("could not post the puzzle")
        await until(lambda: len(discord.requests_to("POST", POST.removeprefix("POST "))) == 3)
        manager = await daily.by_manager(discord, BOB)
    assert len(posts(discord)) == 1
    assert len(manager.messages) == 1
    assert not daily.has_failed(tmp_path)


async def test_a_reminder_is_sent_again_only_while_it_is_the_players_turn(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, **OFTEN) as bot:
        for channel in CHANNELS[:2]:
            await duel(discord, channel=channel, pace="1 hour")
            discord.faults.add(f"POST /channels/{channel}/messages", status=503, forever=True)
        make_due(tmp_path)
        for _ in CHANNELS[:2]:
            await bot.line_with("could not remind")
        assert shows_board(await discord.slash(ANN, "move", i=0, j=0))
        attempts = partial(discord.requests_to, "POST", f"/channels/{CHANNELS[1]}/messages")
        before = len(attempts())
        await until(lambda: len(attempts()) > before + 3)  # meanwhile the other reminder has its turn, too
        discord.faults.clear()
        await until(lambda: posts(discord, CHANNELS[1]))
        [reminder] = posts(discord, CHANNELS[1])
        assert f"<@{ANN}>" in reminder["content"]
        assert posts(discord) == []


async def test_the_channel_of_a_thread_shows_the_result_that_counts(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, **OFTEN):
        challenge = await discord.slash(ANN, "new", opponent=BOB, thread=True)
        await (await discord.press(BOB, "Accept", challenge.message)).finish()
        thread = int(discord.threads.only["id"])
        discord.faults.add(POST, status=503)
        for number, (i, j) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))):
            await discord.slash((ANN, BOB)[number % 2], "move", channel=thread, i=i, j=j)
        await until(lambda: posts(discord))
        [message] = posts(discord)
        assert "Player 1 won" in message["content"]
        await discord.slash(ANN, "undo", channel=thread)
        await until(lambda: "undid" in posts(discord)[0]["content"])
        assert "won" not in posts(discord)[0]["content"]
        for user, i, j in ((ANN, 2, 2), (BOB, 1, 2)):
            await discord.slash(user, "move", channel=thread, i=i, j=j)
        await until(lambda: "Player 2 won" in posts(discord)[0]["content"])
        assert len(posts(discord)) == 1
        assert rows(tmp_path, "SELECT announcement FROM games") == [(int(message["id"]),)]


async def test_a_board_shows_a_timeout_after_a_failure(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, ON_ITS_WAY="0.1", **OFTEN) as bot:
        await bot.line_with("ready as")
        board = await duel(discord, pace="5 minutes")
        await sweeps(tmp_path)
        discord.faults.add("PATCH /channels/", status=503)
        run_out(tmp_path, seconds=-60)
        await bot.line_with("could not redraw the board")
        await until(lambda: "No result" in discord.messages[board["id"]]["content"])
