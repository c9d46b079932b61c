"""Clients show the name of a mentioned user whom they don't know only if the message lists that user."""

import pytest

from tests.e2e.discord.loopback import LATER, Loopback
from tests.e2e.discord.payloads import ANN, BOB, CY, Json
from tests.e2e.processes.real import duel, win


def named(message: Json) -> set[int]:
    """Return the users whose names come with a message."""
    return {int(user["id"]) for user in message["mentions"]}


@pytest.mark.usefixtures("bot")
async def test_only_a_new_board_pings_but_all_messages_name_their_users(
    discord: Loopback,
) -> None:
    board = await duel(discord)
    assert named(board) == {ANN}
    over = await win(discord, board)
    assert (over["id"], named(over)) == (board["id"], {ANN, BOB})
    top, stats = await discord.slash(CY, "top"), await discord.slash(ANN, "stats", member=BOB)
    for asked in (top, stats):
        await asked.carried_out()
        [answer] = discord.sent("POST", f"^/interactions/{asked.number}/")
        assert answer.json["type"] == LATER
        assert asked.follow_ups == 0
    assert (named(top.message), top.private) == ({ANN, BOB}, False)
    assert (named(stats.message), stats.private) == ({BOB}, True)
