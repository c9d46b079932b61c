"""The parts of Discord's server data that the bot keeps."""

from typing import Any

import pytest

from bot.payloads import Parse, drop_unused_data
from tests.e2e.discord.servers import server


def test_server_data_that_interactions_repeat_is_dropped() -> None:
    events: list[dict[str, Any]] = []
    parsers: dict[str, Parse] = {"GUILD_CREATE": events.append}
    drop_unused_data(parsers)
    data = server(1)
    parsers["GUILD_CREATE"](data)
    assert data.keys() - events[0].keys() == {"channels", "roles", "threads"}
    assert events[0]["id"] == data["id"]


@pytest.mark.parametrize("event", ["THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBERS_UPDATE"])
def test_events_about_threads_are_dropped(event: str) -> None:
    events: list[Any] = []
    parsers: dict[str, Parse] = {"GUILD_CREATE": events.append, "THREAD_DELETE": events.append, event: events.append}
    drop_unused_data(parsers)
    parsers[event]({"id": "1"})
    assert events == []
    parsers["THREAD_DELETE"]({"id": "1"})
    assert events == [{"id": "1"}]
