"""The parts of Discord's server data that the bot keeps."""

from typing import Any

import pytest

from bot.payloads import Parse, drop_unused_data
from tests.e2e.discord.servers import server


def test_server_data_that_interactions_repeat_is_dropped() -> None:
    kept: list[dict[str, Any]] = []
    parsers: dict[str, Parse] = {"GUILD_CREATE": kept.append}
    drop_unused_data(parsers)
    told = server(1)
    parsers["GUILD_CREATE"](told)
    assert told.keys() - kept[0].keys() == {"channels", "roles", "threads"}
    assert kept[0]["id"] == told["id"]


@pytest.mark.parametrize("event", ["THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBERS_UPDATE"])
def test_events_about_threads_are_dropped(event: str) -> None:
    kept: list[Any] = []
    parsers: dict[str, Parse] = {"GUILD_CREATE": kept.append, "THREAD_DELETE": kept.append, event: kept.append}
    drop_unused_data(parsers)
    parsers[event]({"id": "1"})
    assert kept == []
    parsers["THREAD_DELETE"]({"id": "1"})
    assert kept == [{"id": "1"}]
