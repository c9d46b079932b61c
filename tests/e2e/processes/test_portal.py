"""What the bot says at its start of the application's settings in Discord's developer portal."""

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import BY_SERVER, BY_USER, OPTIONAL, installation
from tests.e2e.discord.threads import ATTACH_FILES
from tests.e2e.processes.real import joined, stopped

SERVER = installation("bot", "applications.commands", permissions=OPTIONAL)
USER = installation("applications.commands")
BOT_ALONE = installation("bot")


async def said(discord: Loopback, folder: Path) -> list[str]:
    """Return what the bot says of the developer portal."""
    async with joined(discord, folder) as bot:
        output = await stopped(bot)
    return [line.partition("developer portal, ")[2] for line in output.splitlines() if "developer portal, " in line]


async def test_nothing_is_said_of_settings_that_are_right(discord: Loopback, tmp_path: Path) -> None:
    assert await said(discord, tmp_path) == []


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"interactions_endpoint_url": "https://example.org"}, "General Information: empty Interactions Endpoint URL"),
        ({"bot_public": False}, "Bot: turn on Public Bot"),
        ({"bot_require_code_grant": True}, "Bot: turn off Requires OAuth2 Code Grant"),
        ({"integration_types_config": {BY_SERVER: SERVER}}, "Installation: turn on User Install"),
        ({"integration_types_config": {BY_USER: USER}}, "Installation: turn on Guild Install"),
        (
            {"integration_types_config": {BY_SERVER: {}, BY_USER: USER}},
            "Installation, Guild Install: add the scopes bot and applications.commands",
        ),
        (
            {"integration_types_config": {BY_SERVER: SERVER, BY_USER: BOT_ALONE}},
            "Installation, User Install: add the scope applications.commands",
        ),
        (
            {"integration_types_config": {BY_SERVER: USER, BY_USER: USER}},
            "Installation, Guild Install: add the scope bot",
        ),
        (
            {
                "integration_types_config": {
                    BY_SERVER: installation("bot", permissions=OPTIONAL & ~ATTACH_FILES),
                    BY_USER: USER,
                }
            },
            "Installation, Guild Install: add Attach Files, or",
        ),
    ],
)
async def test_a_setting_that_keeps_the_bot_from_working_is_one_line(
    discord: Loopback, tmp_path: Path, settings: dict[str, Any], line: str
) -> None:
    discord.application |= settings
    [found] = await said(discord, tmp_path)
    assert found.startswith(line)
