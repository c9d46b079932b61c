"""What the bot keeps of the servers that Discord tells it about."""

from typing import Any

from benchmarks.servers import server
from bot.gateway import leave_out_unused


def test_nothing_is_kept_of_a_server_that_interactions_bring_along() -> None:
    kept: list[dict[str, Any]] = []
    parsers = {"GUILD_CREATE": kept.append}
    leave_out_unused(parsers)
    told = server(1)
    parsers["GUILD_CREATE"](told)
    assert told.keys() - kept[0].keys() == {"channels", "roles", "threads"}
    assert kept[0]["id"] == told["id"]
