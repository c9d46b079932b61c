"""Clients show the name of a mentioned user whom they don't know only if the message lists that user."""

import pytest

from tests.e2e.discord.loopback import LATER, Loopback
from tests.e2e.discord.payloads import ANN, BOB, CY, Json
from tests.e2e.processes.real import duel

pytestmark = pytest.mark.usefixtures("bot")


def named(message: Json) -> set[int]:
    """Return the users whose names come with a message."""
    return {int(user["id"]) for user in message["mentions"]}


async def test_an_edited_board_names_both_players(discord: Loopback) -> None:
    board = await duel(discord)
    moved = await discord.press(ANN, "1:1", board)
    assert moved.message["id"] == board["id"]
    assert named(moved.message) == {ANN, BOB}


async def test_the_leaderboard_and_a_record_name_everyone_and_ping_nobody(discord: Loopback) -> None:
    board = await duel(discord)
    for player, cell in ((ANN, "0:0"), (BOB, "1:0"), (ANN, "0:1"), (BOB, "1:1"), (ANN, "0:2")):
        board = (await discord.press(player, cell, board)).message
    top, stats = await discord.slash(CY, "top"), await discord.slash(ANN, "stats", member=BOB)
    for asked in (top, stats):
        await asked.carried_out()
        [answer] = discord.sent("POST", f"^/interactions/{asked.number}/")
        assert answer.json["type"] == LATER
        assert asked.follow_ups == 0
    assert (named(top.message), top.private) == ({ANN, BOB}, False)
    assert (named(stats.message), stats.private) == ({BOB}, True)


async def test_a_new_board_pings_and_names_only_the_player_to_move(discord: Loopback) -> None:
    board = await duel(discord)
    assert named(board) == {ANN}
