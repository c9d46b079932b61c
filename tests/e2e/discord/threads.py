"""The threads of the loopback Discord: topics/threads.mdx and resources/channel.mdx.

What the documentation leaves open is as strict as it may be: in an archived thread no message can be changed, and in
one that is locked none can be made either. Ephemeral messages are always accepted.
"""

from collections.abc import Callable
from typing import Any

from tests.e2e.discord import payloads
from tests.e2e.discord.faults import Refused
from tests.e2e.discord.payloads import APPLICATION, CHANNELS, DIRECT, GROUP, GUILD, OUTSIDE, STRANGE, Json

# Permissions: topics/permissions.mdx.
VIEW_CHANNEL, ATTACH_FILES, READ_MESSAGE_HISTORY = 1 << 10, 1 << 15, 1 << 16
CREATE_PUBLIC_THREADS, SEND_MESSAGES_IN_THREADS = 1 << 35, 1 << 38
MANAGE_THREADS = 1 << 34
ALL = ((1 << 52) - 1) & ~MANAGE_THREADS  # of a bot that is no moderator

NAME_LIMIT = 100
HAS_THREAD = 1 << 5  # a flag of a message
PUBLIC_THREAD, VOICE = 11, 2


class Threads:
    """The threads of a server, and what the bot may do in it."""

    def __init__(self, messages: dict[str, Json], tell: Callable[[str, Json], None]) -> None:
        self.permissions = ALL
        self.kind = 0  # of the channels that are no threads
        self.voice: set[int] = set()  # channels of this kind, whatever the others are
        self.members: dict[str, set[int]] = {}
        self._threads: dict[str, Json] = {}
        self._deleted_ids: set[str] = set()
        self._messages = messages
        self._tell = tell

    @property
    def all(self) -> list[Json]:
        """The current state of every thread that wasn't deleted."""
        return list(self._threads.values())

    @property
    def only(self) -> Json:
        [thread] = self.all
        return thread

    # -- what others do

    def archive(self, thread: Json) -> None:
        """Archive a thread, as its author or time does."""
        self._change(thread["id"], archived=True)

    def lock(self, thread: Json) -> None:
        """Archive a thread and lock it, as moderators do."""
        self._change(thread["id"], archived=True, locked=True)

    def delete(self, thread: Json, *, is_told: bool = True) -> None:
        """Delete a thread, as moderators do; the bot isn't told while it is offline."""
        deleted_thread = self._threads.pop(thread["id"])
        self._deleted_ids.add(thread["id"])
        data = {name: deleted_thread[name] for name in ("id", "guild_id", "parent_id", "type")}
        if is_told:
            self._tell("THREAD_DELETE", data)

    def post(self, channel: int, owner: int) -> Json:
        """Open a post of a forum, or a thread, as another user does."""
        return self._open(payloads.snowflake(), str(channel), "a post", owner)

    # -- REST

    def _kind(self, channel: int) -> int:
        return VOICE if channel in self.voice else self.kind

    def start(self, data: Any, channel: str, message: str) -> Json:
        self._check(VIEW_CHANNEL, 50001)
        if int(channel) in OUTSIDE:
            raise Refused(403, 50001)
        if channel in self._threads or self._kind(int(channel)) == VOICE:
            raise Refused(400, 50024)
        self._check(CREATE_PUBLIC_THREADS | READ_MESSAGE_HISTORY, 50013)
        if self._messages.get(message, {}).get("channel_id") != channel:
            raise Refused(404, 10008)
        if message in self._threads:
            raise Refused(400, 160004)
        if not 1 <= len(data["name"]) <= NAME_LIMIT:
            raise Refused(400, 50035)
        self._messages[message] |= {"flags": self._messages[message]["flags"] | HAS_THREAD}
        return self._open(message, channel, data["name"], APPLICATION, data["auto_archive_duration"])

    def get(self, _: Any, channel: str) -> Json:
        self._check(VIEW_CHANNEL, 50001)
        return self.channel(int(channel), must_exist=True)

    def edit(self, data: Any, channel: str) -> Json:
        """Change a thread, as the bot asks for it."""
        thread = self._threads.get(channel)
        if thread is None:
            raise Refused(404, 10003)
        if thread["owner_id"] != str(APPLICATION) or thread["thread_metadata"]["locked"]:
            self._check(MANAGE_THREADS, 50013)
        if thread["thread_metadata"]["archived"] and data.get("archived") is not False:
            raise Refused(400, 50083)
        return self._change(channel, **data)

    # -- messages in them

    def check_new(self, channel: str, draft: Json, *, by_interaction: bool) -> None:
        """Refuse a message that can't be written; else take those in whom it mentions, and open the thread again."""
        if channel in self._deleted_ids:
            raise Refused(404, 10003)
        if not by_interaction:
            self.check_access(channel)
        thread = self._threads.get(channel)
        if thread is None:  # another channel, also one that the bot was never told of
            return
        if not by_interaction:
            self._check(SEND_MESSAGES_IN_THREADS, 50013)
        if thread["thread_metadata"]["locked"]:
            self._check(MANAGE_THREADS, 160005, 400)
        if thread["thread_metadata"]["archived"]:
            self._change(channel, archived=False)
        self.members[channel] |= {int(user) for user in (draft.get("allowed_mentions") or {}).get("users", [])}

    def check_access(self, channel: str) -> None:
        """Refuse a request as the bot itself in a channel that it doesn't see."""
        if int(channel) in (GROUP, STRANGE):
            raise Refused(403, 50001)
        if int(channel) != DIRECT:
            self._check(VIEW_CHANNEL, 50001)

    def check_change(self, channel: str) -> None:
        """Refuse to change a message where the thread is closed or gone."""
        if channel in self._deleted_ids:
            raise Refused(404, 10003)
        if thread := self._threads.get(channel):
            if thread["thread_metadata"]["archived"]:
                raise Refused(400, 50083)
            if thread["thread_metadata"]["locked"]:
                self._check(MANAGE_THREADS, 160005, 400)

    def channel(self, number: int, *, must_exist: bool = False) -> Json:
        """Return the channel in an interaction's payload."""
        if thread := self._threads.get(str(number)):
            return thread if must_exist else payloads.partial(thread)
        if must_exist and number not in CHANNELS:
            raise Refused(404, 10003)
        return payloads.partial(payloads.channel(number) | {"type": self._kind(number)})

    # -- within

    def _check(self, needed: int, code: int, status: int = 403) -> None:
        if self.permissions & needed != needed:
            raise Refused(status, code)

    def _open(self, number: str, channel: str, name: str, owner: int, minutes: int = 1440) -> Json:
        metadata = {
            "archived": False,
            "locked": False,
            "auto_archive_duration": minutes,
            "archive_timestamp": payloads.JOINED,
            "create_timestamp": payloads.JOINED,
        }
        thread = self._threads[number] = {
            "id": number,
            "type": PUBLIC_THREAD,
            "guild_id": str(GUILD),
            "parent_id": channel,
            "owner_id": str(owner),
            "name": name,
            "message_count": 0,
            "member_count": 1,
            "thread_metadata": metadata,
        }
        self.members[number] = {owner}
        self._tell("THREAD_CREATE", thread | {"newly_created": True})
        return thread

    def _change(self, number: str, **changes: Any) -> Json:
        thread = self._threads[number]
        metadata = thread["thread_metadata"] | {
            name: changes[name] for name in ("archived", "locked") if name in changes
        }
        self._threads[number] = thread | {"thread_metadata": metadata}
        self._tell("THREAD_UPDATE", self._threads[number])
        return self._threads[number]
