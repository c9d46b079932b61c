"""Clients show the name of a mentioned user whom they don't know only if the message lists that user."""

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, Json
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


async def test_a_new_board_pings_and_names_only_the_player_to_move(discord: Loopback) -> None:
    board = await duel(discord)
    assert named(board) == {ANN}
