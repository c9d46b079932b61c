"""Which servers a process looks after: a pure value."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shards:
    """The servers that a process looks after: those of some shards, or all; direct messages are with shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def name(self) -> str:
        """The same for every process that looks after the same servers."""
        return "all" if self.count == 1 else f"{','.join(map(str, sorted(self.ids)))}/{self.count}"

    @classmethod
    def named(cls, name: str) -> "Shards":
        """Return the shards of a name."""
        if name == "all":
            return cls()
        ids, count = name.split("/")
        return cls(int(count), tuple(map(int, ids.split(","))))

    def overlaps(self, other: "Shards") -> bool:
        """Return whether a server may be of both; where the count differs, it may."""
        return self.count != other.count or not set(self.ids).isdisjoint(other.ids)
