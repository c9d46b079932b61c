"""Reminders of the real process that Discord refuses: none is sent twice."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, CHANNELS
from tests.e2e.processes.real import change, duel, rows, running_bot, shows_board, until


def make_due(folder: Path) -> None:
    """Make the reminder of every game due, with 20 minutes left."""
    deadline = int((datetime.now(UTC) + timedelta(minutes=20)).timestamp() * 1e6)
    change(folder, "UPDATE games SET deadline = ?, remind_at = 1, revision = revision + 1", deadline)


async def test_a_refused_reminder_is_never_sent_again(discord: Loopback, tmp_path: Path) -> None:
    refusals = dict(zip(CHANNELS, ((403, 50001), (403, 50013), (400, 50083), (404, 10003)), strict=False))
    async with running_bot(discord, tmp_path, SWEEPING="0.05") as bot:
        for channel, (status, code) in refusals.items():
            await duel(discord, channel=channel, pace="1 hour")
            discord.faults.add(f"POST /channels/{channel}/messages", status=status, code=code)
        make_due(tmp_path)
        *others, last = refusals
        for _ in refusals:
            await bot.line_with("could not remind")
        for channel in others:
            assert shows_board(await discord.slash(ANN, "move", channel=channel, i=0, j=0))
        await until(lambda: rows(tmp_path, "SELECT channel FROM games WHERE ending = 'deleted'") == [(last,)])
    assert len(discord.requests_to("POST", "^/channels/")) == len(refusals)  # none is sent again
