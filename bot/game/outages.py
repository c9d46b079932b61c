"""Where people can play now: the one place that clocks, reminders, expiry and posts ask."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from bot.game.games import GuildId

T = TypeVar("T")


@dataclass(frozen=True)
class Shards:
    """Some shards, which determine their servers, without a few of these. Direct messages belong to shard 0.

    Source: events/gateway.mdx, Sharding.
    """

    count: int = 1
    ids: tuple[int, ...] = (0,)
    without: frozenset[GuildId] = frozenset()

    def shard_of(self, guild: int | None) -> int:
        """Return the shard of a server, or of the direct messages."""
        return ((guild or 0) >> 22) % self.count

    @property
    def name(self) -> str:
        """A name for these shards, the same in every process that has them."""
        return "all" if self.count == 1 else f"{','.join(map(str, sorted(self.ids)))}/{self.count}"


def conflict(one: str, other: str) -> str:
    """Return a sentence that says why two processes can't run at the same time; an empty string if they can.

    Each is given by the name of its Shards, perhaps followed by # and more.
    """
    (ids, count), (others, other_count) = (name.partition("#")[0].partition("/")[::2] for name in (one, other))
    if count != other_count:
        counts = " and ".join(sorted((count or "1", other_count or "1"), key=int))
        return f"two processes run with SHARD_COUNT {counts}: it must be the same for all, so restart all of them"
    if shared := set(ids.split(",")) & set(others.split(",")):
        which = "all shards" if shared == {"all"} else f"shard {', '.join(sorted(shared, key=int))}"
        return f"two processes serve {which}: SHARD_IDS must not overlap, so stop one of them"
    return ""


def unserved(names: Sequence[str]) -> str:
    """Return a sentence that says which shards no running process serves; an empty string if all are served."""
    shards = [name.partition("#")[0].partition("/")[::2] for name in names]
    counts = {count for _, count in shards}
    if len(counts) != 1 or "" in counts:  # none, a conflict, or all shards
        return ""
    served = {int(number) for ids, _ in shards for number in ids.split(",")}
    missing = [str(number) for number in range(int(*counts)) if number not in served]
    return f"no process serves shard {', '.join(missing)}: start one whose SHARD_IDS include it" if missing else ""


@dataclass
class Lost(Generic[T]):
    """Shards or servers that are down, and those that are back but whose clocks don't run yet."""

    down: set[T] = field(default_factory=set)
    back: set[T] = field(default_factory=set)

    def lose(self, each: T) -> None:
        """Note that a shard or server is down: nobody can play there."""
        self.back.discard(each)
        self.down.add(each)

    def regain(self, each: T) -> None:
        """Note that a shard or server is back: people can play there again."""
        if each in self.down:
            self.down.discard(each)
            self.back.add(each)

    def __contains__(self, each: object) -> bool:
        return each in self.down or each in self.back


class Outages:
    """Knows which shards are disconnected, and which servers are unavailable.

    Both keep their clocks stopped until a sweep has extended them. A server without the bot, where users have installed
    the app, is never unavailable; a game whose server or channel is gone has ended.
    """

    def __init__(self, shards: Shards | None = None) -> None:
        self.process = shards or Shards()  # the shards of the process
        self.shards = Lost[int]()
        self.servers = Lost[GuildId]()

    def is_of(self, shard: int, guild: int | None) -> bool:
        """Return whether a shard has a server."""
        return self.process.shard_of(guild) == shard

    def serves(self, guild: GuildId | None) -> bool:
        """Return whether this process serves a server."""
        return self.process.shard_of(guild) in self.process.ids

    def are_playable(self, guild: GuildId | None) -> bool:
        """Return whether the games of a server, or the direct messages, go on now, with their clocks running."""
        shard = self.process.shard_of(guild)
        return shard in self.process.ids and shard not in self.shards and guild not in self.servers

    @property
    def playable(self) -> Shards:
        """The shards whose games go on now, as in are_playable, for queries."""
        ids = tuple(shard for shard in self.process.ids if shard not in self.shards)
        return replace(self.process, ids=ids, without=frozenset(self.servers.down | self.servers.back))

    @property
    def connected(self) -> list[Shards]:
        """Each connected shard, to sweep it, without the servers that are unavailable."""
        ids = [shard for shard in self.process.ids if shard not in self.shards.down]
        return [replace(self.process, ids=(shard,), without=frozenset(self.servers.down)) for shard in ids]
