"""Discord's payloads, with the fields that this bot reads: discord-api-docs, folder developers/resources."""

import itertools
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

Json = dict[str, Any]

APPLICATION, GUILD = 100_000_000_000_000_001, 200_000_000_000_000_001
CHANNELS = tuple(range(300_000_000_000_000_001, 300_000_000_000_000_031))
STRANGE, GROUP, DIRECT = range(310_000_000_000_000_001, 310_000_000_000_000_004)
ELSEWHERE = 200_000_000_000_000_009  # a server that has not installed the bot
OUTSIDE = {STRANGE: 0, DIRECT: 1, GROUP: 2}  # contexts: a channel of ELSEWHERE, direct messages with the bot, a group
BY_SERVER, BY_USER = "0", "1"  # who has installed the bot: resources/application.mdx
ANN, BOB, CY = range(400_000_000_000_000_001, 400_000_000_000_000_004)
PERMISSIONS = str((1 << 52) - 1)
# What an app may do where its bot is no member: interactions/receiving-and-responding.mdx, app_permissions.
ATTACH_EMBED_MENTION, EXTERNAL_EMOJIS = 1 << 15 | 1 << 14 | 1 << 17, 1 << 18
# What operations.md asks an operator to grant: threads, reminders, pictures.
OPTIONAL = sum(1 << bit for bit in (10, 11, 15, 16, 35, 38))
# What members of a new server may do: topics/permissions.mdx.
SEND_MESSAGES, USE_EXTERNAL_APPS = 1 << 11, 1 << 50
MEMBER = sum(1 << bit for bit in (0, 6, 10, 11, 14, 15, 16, 18, 26, 31, 35, 38, 50))
JOINED = "2024-01-01T00:00:00+00:00"
EPHEMERAL = 1 << 6
ENTRY_POINT = 4  # the type of a command
SELECTS = (3, 5)  # types of components: components/reference.mdx
CELL = re.compile(r"ttt:(?:[0-9]+:[0-9]+:mark|p[0-9]+:[0-9]+):([0-9]+:[0-9]+)")  # of a game, or of a puzzle
DEFAULT_LOCALE = "en-US"  # of every server until it chooses another one: resources/guild.mdx

BOT: Json = {"id": str(APPLICATION), "username": "ttt", "discriminator": "0", "avatar": None, "bot": True}

_EPOCH = 1_420_070_400_000  # Discord's, in milliseconds: reference.mdx, Snowflakes
_numbers = itertools.count(1)


def snowflake(age: float = 0) -> str:
    """Return a new id, from which discord.py reads the age of a message."""
    return str((int((time.time() - age) * 1000) - _EPOCH << 22) | next(_numbers) % 4096)


def application() -> Json:
    """Return the bot's application: resources/application.mdx."""
    return {
        "id": str(APPLICATION),
        "name": "ttt",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(ANN),
        "verify_key": "",
        "flags": 0,
        "interactions_endpoint_url": None,
        "integration_types_config": {
            BY_SERVER: installation("bot", "applications.commands", permissions=OPTIONAL),
            BY_USER: installation("applications.commands"),
        },
    }


def installation(*scopes: str, permissions: int = 0) -> Json:
    """Return the scopes and permissions of *Add App* in an installation context."""
    return {"oauth2_install_params": {"scopes": list(scopes), "permissions": str(permissions)}}


def user(number: int) -> Json:
    return {"id": str(number), "username": f"user{number % 1000}", "discriminator": "0", "avatar": None}


def member(person: Json) -> Json:
    return {"user": person, "roles": list[str](), "joined_at": JOINED, "flags": 0}


def entry_point() -> Json:
    """Return the command that Discord makes where Activities are on: interactions/application-commands.mdx."""
    ids = {"id": "500000000000000001", "application_id": str(APPLICATION), "version": "1", "type": ENTRY_POINT}
    where = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
    return ids | where | {"name": "launch", "description": "", "handler": 2}


def channel(number: int) -> Json:
    ids = {"id": str(number), "type": 0, "guild_id": str(GUILD), "name": f"games-{number % 1000}"}
    return ids | {"position": 0, "permissions": PERMISSIONS}


# The documented fields of a partial channel: interactions/receiving-and-responding.mdx, Interaction Object and
# Resolved Data Structure. Discord may send more, but the bot must not need them.
PARTIAL = {"id", "guild_id", "name", "type", "position", "parent_id", "thread_metadata", "flags", "topic", "nsfw"}


def partial(whole: Json) -> Json:
    """Return the channel of an interaction."""
    return {name: whole[name] for name in whole.keys() & PARTIAL} | {"permissions": PERMISSIONS}


def guild() -> Json:
    """Return the server of a GUILD_CREATE event."""
    everyone = {"id": str(GUILD), "name": "@everyone", "color": 0, "colors": {"primary_color": 0}, "hoist": False}
    everyone |= {"position": 0, "permissions": PERMISSIONS, "managed": False, "mentionable": False, "flags": 0}
    return {
        "id": str(GUILD),
        "name": "club",
        "owner_id": str(ANN),
        "unavailable": False,
        "large": False,
        "member_count": 4,
        "roles": [everyone],
        "channels": [channel(number) | {"permission_overwrites": []} for number in CHANNELS],
        "members": [member(BOT)],
    } | {name: [] for name in ("threads", "emojis", "stickers", "features", "voice_states", "presences")}


def another_guild(number: int, *, unavailable: bool = False) -> Json:
    """Return a server without channels."""
    return guild() | {"id": str(number), "channels": [], "unavailable": unavailable}


def joined_guild(number: int) -> Json:
    """Return a server that adds the bot: discord.py takes it for one after an outage if it says `unavailable`."""
    payload = another_guild(number)
    del payload["unavailable"]
    return payload


def odd_guild(number: int) -> Json:
    """Return a server that violates the documentation."""
    return guild() | {"id": str(number), "owner_id": "nobody"}


def message(channel_id: str, draft: Json) -> Json:
    """Return Discord's message for a request of the bot."""
    return {
        "mentions": mentions(draft),
        "id": snowflake(),
        "channel_id": channel_id,
        "type": 0,
        "author": BOT,
        "application_id": str(APPLICATION),
        "content": draft.get("content") or "",
        "components": numbered(draft.get("components") or []),
        "flags": draft.get("flags", 0),
        "timestamp": JOINED,
        "edited_timestamp": None,
        "tts": False,
        "pinned": False,
        "mention_everyone": False,
        "attachments": [],
        "embeds": [],
    }


def numbered(components: list[Json], numbers: Iterator[int] | None = None) -> list[Json]:
    """Return the components of a message with the ids that Discord gives them: components/reference.mdx."""
    numbers = numbers or itertools.count(1)
    copies: list[Json] = []
    for one in components:
        copies.append({"id": next(numbers), **one})
        if "components" in one:
            copies[-1]["components"] = numbered(one["components"], numbers)
    return copies


def mentions(draft: Json) -> list[Json]:
    """Return the users that a message names and allows, on a new one and on an edit: clients show only their names."""
    may = set(map(int, (draft.get("allowed_mentions") or {}).get("users", ())))
    users = set(map(int, re.findall(r"<@([0-9]+)>", draft.get("content") or "")))
    return [user(one) for one in sorted(users & may)]


def component(custom_id: str, kind: int, number: int = 2, **more: Any) -> Json:
    """Return the data of a press or a choice; Discord numbers the components of a message."""
    return {"id": number, "custom_id": custom_id, "component_type": kind, **more}


def submitted(form: Json, text: str) -> Json:
    """Return the data of a form in which only the last field, one for text, was filled in."""
    *_, last = form["components"]
    fields = [
        {"type": 18, "id": 2 * number + 1, "component": _filled(label, 2 * number + 2, text if label is last else "")}
        for number, label in enumerate(form["components"])
    ]
    return {"custom_id": form["custom_id"], "components": fields}


def _filled(label: Json, number: int, text: str) -> Json:
    field = label["component"]
    content = {"values": []} if field["type"] == 3 else {"value": text}
    return {"type": field["type"], "id": number, "custom_id": field["custom_id"], **content}


def interaction(kind: int, channel_id: int, user_id: int, data: Json, on: Json | None, age: float = 0) -> Json:
    """Return an interaction in a channel of the server: interactions/receiving-and-responding.mdx."""
    number = snowflake(age)
    return {
        "id": number,
        "application_id": str(APPLICATION),
        "type": kind,
        "data": data,
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": DEFAULT_LOCALE, "features": []},
        "channel_id": str(channel_id),
        "channel": channel(channel_id),
        "member": member(user(user_id)) | {"permissions": str(MEMBER)},
        "token": f"token-{number}",
        "version": 1,
        "app_permissions": PERMISSIONS,
        "locale": DEFAULT_LOCALE,
        "guild_locale": DEFAULT_LOCALE,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
        "attachment_size_limit": 10_485_760,
    } | ({} if on is None else {"message": on})


def caused_by(payload: Json) -> Json:
    """Return the interaction metadata of a message: resources/message.mdx."""
    person = payload.get("user") or payload["member"]["user"]
    owners = payload["authorizing_integration_owners"]
    return {"id": payload["id"], "type": payload["type"], "user": person, "authorizing_integration_owners": owners}


def outside(inside: Json, installed: Json | None = None) -> Json:
    """Return an interaction in a channel of OUTSIDE; installed has the owners that a message knows."""
    channel_id = int(inside["channel_id"])
    person, context = inside["member"]["user"], OUTSIDE[channel_id]
    in_dm = {BY_SERVER: "0"} if context == 1 else {BY_USER: person["id"]}
    granted = ATTACH_EMBED_MENTION | (0 if context == OUTSIDE[GROUP] else EXTERNAL_EMOJIS)
    payload = inside | {"context": context, "authorizing_integration_owners": installed or in_dm}
    payload |= {"app_permissions": str(granted)}
    if context == 0:
        where = {"guild_id": str(ELSEWHERE), "guild": inside["guild"] | {"id": str(ELSEWHERE)}}
        return payload | where | {"channel": channel(channel_id) | {"guild_id": str(ELSEWHERE)}}
    for of_server in ("guild_id", "guild", "guild_locale", "member"):
        del payload[of_server]
    talk = {"id": str(channel_id), "type": 1 if context == 1 else 3, "flags": 0, "last_message_id": None}
    if context == OUTSIDE[GROUP]:
        talk |= {"recipients": [person], "name": "friends"}
    return payload | {"user": person, "channel": talk}


def is_forced_private(payload: Json) -> bool:
    """Return whether only the requester sees the answers: topics/permissions.mdx, USE_EXTERNAL_APPS.

    In a server, that is where only the requester has installed the app and may not use external apps, or not write.
    """
    if payload["context"] != 0 or BY_SERVER in payload["authorizing_integration_owners"]:
        return False
    needed = SEND_MESSAGES | USE_EXTERNAL_APPS
    return int(payload["member"]["permissions"]) & needed != needed


def on_person(registered: list[Json], name: str, target: int, people: Json | None = None) -> Json:
    """Return the data of a command on a person; refuses one that the bot has not registered."""
    [command] = [command for command in registered if command["name"] == name and command["type"] == 2]
    people = people or resolved([target], ())
    return {"id": command["id"], "type": 2, "name": name, "target_id": str(target), "resolved": people}


def command(
    registered: list[Json],
    name: str,
    options: dict[str, Any],
    resolve: Callable[[list[int]], Json] = lambda people: resolved(people, ()),
) -> Json:
    """Return the data of `/ttt name`; refuses a command or an option that the bot has not registered."""
    [group] = [each for each in registered if each["name"] == "ttt"]
    [subcommand] = [each for each in group["options"] if each["name"] == name]
    types = {option["name"]: option["type"] for option in subcommand["options"]}
    values = [
        {"type": types[key], "name": key, "value": str(value) if types[key] == 6 else value}
        for key, value in options.items()
    ]
    people = [value for key, value in options.items() if types[key] == 6]
    return {
        "id": group["id"],
        "type": 1,
        "name": "ttt",
        "options": [{"type": 1, "name": name, "options": values}],
        "resolved": resolve(people),
    }


def selects(message: Json) -> dict[str, Json]:
    items = (item for row in message["components"] for item in row["components"] if item["type"] in SELECTS)
    return {select["custom_id"]: select for select in items}


def resolved(people: Iterable[int], outsiders: Collection[int], permissions: Mapping[int, int] | None = None) -> Json:
    """Return the users of a choice or of options; only members of the server are members here, too.

    allowed has the permissions of members who don't have the usual ones.
    """
    users = {str(number): user(number) for number in people}
    members = {
        number: member(who) | {"permissions": str((permissions or {}).get(int(number), MEMBER))}
        for number, who in users.items()
        if int(number) not in outsiders
    }
    for each in members.values():
        del each["user"]
    return {"users": users} | ({"members": members} if members else {})


def buttons(message: Json) -> dict[str, str]:
    """Return the custom_ids of the buttons of a message that can be pressed, by label or, for a cell, by `row:col`."""
    items = [item for row in message["components"] for item in row["components"] if item.get("type") not in SELECTS]
    items = [button for button in items if not button.get("disabled") and "custom_id" in button]
    ids = {button["label"]: button["custom_id"] for button in items}
    cells = (CELL.fullmatch(button["custom_id"]) for button in items)
    return ids | {cell[1]: cell[0] for cell in cells if cell}
