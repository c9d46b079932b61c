"""Prepares what the gateway sends before discord.py parses it: drops what is unused, and completes interactions.

discord.py 2.7.1 requires fields that Discord doesn't document, and fails at values that it doesn't know. The bot needs
few fields, so it keeps only those, and fills in the rest. Source: interactions/receiving-and-responding.mdx.
"""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, TypeAlias, cast

import discord

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
Parse: TypeAlias = Callable[[Any], None]

# Most of the data about a server that discord.py would keep in memory: events/gateway-events.mdx, Guild Create.
UNUSED = {"channels", "roles", "threads"}
# These would make discord.py keep every active thread in memory. Deletions arrive without them.
UNUSED_EVENTS = ("THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBER_UPDATE", "THREAD_MEMBERS_UPDATE")
# Without READY the bot is useless, so it should exit and restart.
REQUIRED_EVENTS = {"READY"}

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5
# Types of channels: resources/channel.mdx.
DIRECT, VOICE, GROUP, THREADS, OTHERS = 1, 2, 3, (10, 11, 12), (0, 4, 5, 13, 15, 16)
MENUS = (2, 3)  # types of commands in a menu
# Types of options: interactions/application-commands.mdx.
SUBCOMMANDS, USER, VALUES = (1, 2), 6, (3, 4, 5, 6)
# What a member or the bot probably may do where Discord doesn't say: play, but not moderate.
USUAL: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    attach_files=True,
    use_external_apps=True,
).value
_CHANNEL: Final[Payload] = {"name": "", "position": 0, "bitrate": 64_000, "user_limit": 0}
_METADATA: Final[Payload] = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": None}
_THREAD: Final[Payload] = {"name": "", "message_count": 0, "member_count": 0, "thread_metadata": _METADATA}


class Incomplete(ValueError):
    """An interaction that nobody can answer. The text says why."""


def drop_unused_data(parsers: dict[str, Parse]) -> None:
    """Drop the data of servers that interactions contain anyway: the channel, the member and their permissions."""
    for event in UNUSED_EVENTS:
        parsers[event] = lambda _: None
    parse = parsers["GUILD_CREATE"]
    parsers["GUILD_CREATE"] = lambda server: parse({name: server[name] for name in server.keys() - UNUSED})


def complete_interactions(parsers: dict[str, Parse], application: Callable[[], int | None]) -> None:
    """Fill in what discord.py requires of an interaction."""
    parse = parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = lambda payload: parse(completed(payload, application()))


def note_deleted_channels(parsers: dict[str, Parse], deleted: Callable[[int], None]) -> None:
    """Pass the id of each deleted channel to deleted: discord.py reports only channels in its cache."""
    parse = parsers["CHANNEL_DELETE"]

    def note(channel: Any) -> None:
        parse(channel)
        deleted(int(channel["id"]))

    parsers["CHANNEL_DELETE"] = note


def drop_unreadable_events(parsers: dict[str, Parse], dropped: Callable[[str], None]) -> None:
    """If an event can't be read, log it and pass its name to dropped, instead of ending the process.

    Only the first of each name has a traceback in the log, because Discord may send thousands of the same kind.
    """
    logged = set[str]()
    for event in parsers.keys() - REQUIRED_EVENTS:
        parsers[event] = partial(_read, event, parsers[event], dropped, logged)


def _read(event: str, parse: Parse, dropped: Callable[[str], None], logged: set[str], payload: Any) -> None:
    try:
        parse(payload)
    except Incomplete as incomplete:
        log.warning("could not read the gateway event %s, dropped it: %s", event, incomplete)
        dropped(event)
    except Exception:
        if event not in logged:
            logged.add(event)
            log.exception("could not read the gateway event %s, dropped it; from now on, these are only counted", event)
        dropped(event)


def completed(payload: Payload, application: int | None) -> Payload:
    """Return a payload that discord.py can read, with only what the bot uses. Raises Incomplete."""
    kind, number, token = payload.get("type"), _id(payload, "id"), payload.get("token")
    if kind not in (COMMAND, COMPONENT, AUTOCOMPLETE, FORM):
        raise Incomplete(f"its type {kind!r} is unknown")
    if number is None or not isinstance(token, str):
        raise Incomplete("it has no id or no token")
    guild, channel, message = _id(payload, "guild_id") or None, _dict(payload, "channel"), _dict(payload, "message")
    place = _id(payload, "channel_id") or _id(channel, "id") or _id(message, "channel_id")
    if place is None:
        raise Incomplete("it has no channel")
    owners = _dict(payload, "authorizing_integration_owners")
    return {
        "id": number,
        "type": kind,
        "token": token,
        "version": 1,
        "application_id": _id(payload, "application_id") or application,
        "attachment_size_limit": discord.utils.DEFAULT_FILE_SIZE_LIMIT_BYTES,
        "authorizing_integration_owners": {key: owner for key in ("0", "1") if (owner := _id(owners, key)) is not None},
        "context": _context(payload, guild, owners),
        "locale": _text(payload, "locale") or "en-US",
        "app_permissions": _permissions(payload, "app_permissions"),
        "channel": _channel(channel, place, is_in_server=guild is not None),
        "data": _data(kind, _dict(payload, "data")),
        **({"guild_locale": locale} if (locale := _text(payload, "guild_locale")) else {}),
        **({"message": _message(message, place)} if _id(message, "id") else {}),
        **_requester(payload, guild),
    }


def _id(values: Payload, name: str) -> int | None:
    """Return an id, None if there is none. Source: reference.mdx, Snowflakes."""
    value = str(values.get(name))
    return int(value) if value.isdecimal() else None


def _text(values: Payload, name: str) -> str | None:
    value = values.get(name)
    return value if isinstance(value, str) else None


def _dict(values: Payload, name: str) -> Payload:
    value: Any = values.get(name)
    return cast("Payload", value) if isinstance(value, dict) else {}


def _dicts(values: Payload, name: str) -> Iterator[Payload]:
    listed: Any = values.get(name)
    for value in cast("list[Any]", listed) if isinstance(listed, list) else ():
        if isinstance(value, dict):
            yield cast("Payload", value)


def _permissions(values: Payload, name: str) -> int:
    permissions = _id(values, name)
    return USUAL if permissions is None else permissions


def _context(payload: Payload, guild: int | None, owners: Payload) -> int:
    """Return where the interaction was made: a server, a direct message with the bot, or another private channel."""
    context = payload.get("context")
    if context in (0, 1, 2):
        return context
    return 0 if guild is not None else 1 if "0" in owners else 2


def _channel(channel: Payload, place: int, *, is_in_server: bool) -> Payload:
    """Return a partial channel. One of an unknown type has no threads, like a voice channel."""
    kind, parent = channel.get("type", 0), _id(channel, "parent_id")
    if not is_in_server:
        return {"id": place, "type": kind if kind in (DIRECT, GROUP) else DIRECT}
    if kind in THREADS and parent is not None:
        return {**_THREAD, "id": place, "type": kind, "parent_id": parent, "owner_id": _id(channel, "owner_id") or 0}
    return {**_CHANNEL, "id": place, "type": kind if kind in OTHERS else VOICE}


def _message(message: Payload, place: int) -> Payload:
    """Return the pressed message: its id, whether it is ephemeral, and the users whom it names."""
    cause = _dict(message, "interaction_metadata")
    user = _user(_dict(cause, "user"))
    return {
        "id": _id(message, "id"),
        "channel_id": place,
        "type": 0,
        "content": "",
        "flags": _id(message, "flags") or 0,
        "mentions": [user for mention in _dicts(message, "mentions") if (user := _user(mention))],
        **({"interaction_metadata": {"id": _id(cause, "id") or 0, "type": COMMAND, "user": user}} if user else {}),
    }


def _requester(payload: Payload, guild: int | None) -> Payload:
    """Return who made the interaction: a member in a server, else a user."""
    member = _dict(payload, "member")
    user = _user(_dict(member, "user")) or _user(_dict(payload, "user"))
    if user is None:
        raise Incomplete("it has no user")
    if guild is None:
        return {"user": user}
    permissions = {"permissions": _permissions(member, "permissions")}
    return {"guild_id": guild, "member": {**_member(member), "user": user, **permissions}}


def _user(user: Payload) -> Payload | None:
    number = _id(user, "id")
    if not number:
        return None
    names = {"username": _text(user, "username") or "", "global_name": _text(user, "global_name")}
    return {"discriminator": "0", "avatar": None, **names, "id": number, "bot": user.get("bot") is True}


def _member(member: Payload) -> Payload:
    known = {} if _id(member, "permissions") is None else {"permissions": _id(member, "permissions")}
    return {"roles": [], "flags": 0, "nick": _text(member, "nick"), **known}


def _data(kind: int, data: Payload) -> Payload:
    """Return what was entered, pressed, chosen or typed. Raises Incomplete."""
    resolved = {"resolved": _resolved(_dict(data, "resolved"))}
    if kind in (COMPONENT, FORM):
        if _text(data, "custom_id") is None:
            raise Incomplete("it has no custom_id")
        component = {"component_type": _id(data, "component_type") or 2}
        return {**data, **component, "components": [*_dicts(data, "components")], **resolved}
    command, target, options = data.get("type"), _text(data, "target_id"), [*_options(data)]
    if _text(data, "name") is None:
        raise Incomplete("its command has no name")
    if command in MENUS and target not in resolved["resolved"]["users"]:
        raise Incomplete("its target is unknown")
    if kind == AUTOCOMPLETE and not _is_typing(options):
        raise Incomplete("nobody types in its options")
    named = {"id": _id(data, "id") or 0, "type": command if command in MENUS else 1, "name": data["name"]}
    return {**named, "target_id": target, "options": options, **resolved}


def _options(values: Payload) -> Iterator[Payload]:
    """Yield the subcommands and options of a command; those of an unknown type can't be its own."""
    for option in _dicts(values, "options"):
        kind, name, value = option.get("type"), option.get("name"), option.get("value")
        if not isinstance(name, str):
            continue
        if kind in SUBCOMMANDS:
            yield {"type": kind, "name": name, "options": [*_options(option)]}
        elif kind in VALUES and value is not None and (kind != USER or str(value).isdecimal()):
            yield {"type": kind, "name": name, "value": value, "focused": option.get("focused") is True}


def _is_typing(options: list[Payload]) -> bool:
    return any(option.get("focused") or _is_typing(option.get("options", [])) for option in options)


def _resolved(resolved: Payload) -> Payload:
    """Return the users and members that the data mentions."""
    users, members = _dict(resolved, "users"), _dict(resolved, "members")
    known = {number: user for number in users if (user := _user(_dict(users, number)))}
    return {"users": known, "members": {number: _member(_dict(members, number)) for number in members}}
