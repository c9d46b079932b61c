"""Deleted threads with games that can't be ended."""

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.interactions import boards
from tests.interactions.services import services_of
from tests.people import HERE, Clock, solo

DAMAGES = ("UPDATE games SET level = 'grandmaster'", "UPDATE games SET m = 0")


@pytest.mark.both_databases
@pytest.mark.parametrize("damage", DAMAGES)
async def test_deleting_a_thread_with_a_damaged_game_is_only_logged(
    damage: str, process: Core, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await solo(process.lobby, place=HERE)
    await store.database.write(lambda connection: connection.exec_driver_sql(damage))
    process.channels.cache.clear()
    await boards.end_deleted_thread(services_of(process, clock), HERE.channel)
    assert "could not end the game of deleted channel" in caplog.text
