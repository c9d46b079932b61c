"""Clients show the name of a mentioned user whom they don't know only if the message lists that user."""

import pytest

from tests.e2e.discord.loopback import LATER, Loopback
from tests.e2e.discord.payloads import ANN, BOB, CY, Json
from tests.e2e.processes.real import duel, win


def names_in(message: Json) -> set[int]:
    """Return the users whose names come with a message."""
    return {int(user["id"]) for user in message["mentions"]}


@pytest.mark.usefixtures("bot")
async def test_only_a_new_board_pings_but_all_messages_name_their_users(discord: Loopback) -> None:
    board = await duel(discord)
    assert names_in(board) == {ANN}
    over = await win(discord, board)
    assert (over["id"], names_in(over)) == (board["id"], {ANN, BOB})
    top, stats = await discord.slash(CY, "top"), await discord.slash(ANN, "stats", member=BOB)
    for request in (top, stats):
        await request.finish()
        [answer] = discord.requests_to("POST", f"^/interactions/{request.number}/")
        assert answer.json["type"] == LATER
        assert request.follow_ups == 0
    assert (names_in(top.message), top.private) == ({ANN, BOB}, False)
    assert (names_in(stats.message), stats.private) == ({BOB}, True)
