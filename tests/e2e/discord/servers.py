"""Servers of a typical size, since discord.py caches them in memory."""

from tests.e2e.discord import payloads
from tests.e2e.discord.payloads import Json

TEXT, VOICE, CATEGORY = 0, 2, 4  # types of channels: resources/channel.mdx


def server(number: int) -> Json:
    """Return a server as in GUILD_CREATE: 10 roles and 20 channels, most with permission overwrites."""
    guild = 700_000_000_000_000_000 + number * 1_000_000
    roles = [_role(guild + index, index) for index in range(10)]
    channels = [_channel(guild + 100 + index, guild, index) for index in range(20)]
    more = {"id": str(guild), "name": f"Server {number}", "roles": roles, "channels": channels, "member_count": 500}
    features = ["COMMUNITY", "NEWS", "WELCOME_SCREEN_ENABLED", "SOUNDBOARD"]
    return payloads.guild() | more | {"features": features, "description": "A club", "icon": "0" * 32}


def _role(number: int, index: int) -> Json:
    colors = {"primary_color": index, "secondary_color": None, "tertiary_color": None}
    name = "@everyone" if index == 0 else f"Role {index}"
    more = {"color": index, "colors": colors, "hoist": False, "position": index, "permissions": "1071698660929"}
    return {"id": str(number), "name": name, "managed": False, "mentionable": False, "flags": 0} | more


def _channel(number: int, guild: int, index: int) -> Json:
    kind = CATEGORY if index < 3 else VOICE if index > 16 else TEXT
    denied = [{"id": str(guild + role), "type": 0, "allow": "0", "deny": "1024"} for role in range(index % 3)]
    more: Json = {"type": kind, "guild_id": str(guild), "permission_overwrites": denied, "position": index}
    more |= {"topic": f"Whatever belongs to {index}", "last_message_id": str(number), "rate_limit_per_user": 0}
    more |= {
        "parent_id": None if kind == CATEGORY else str(guild + 100 + index % 3),
        "bitrate": 64_000,
        "user_limit": 0,
    }
    return payloads.channel(number) | more | {"name": f"channel-{index}", "flags": 0}
