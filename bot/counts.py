"""The interface for counting and timing, which does nothing by default."""

from enum import StrEnum


class InteractionResult(StrEnum):
    """The result of an interaction."""

    OK = "ok"
    REFUSED = "refused"
    FAILED = "failed"
    LOST = "lost"


class Counts:
    """Records nothing. If metrics are turned on, Metrics replaces it, at a cost of memory and time."""

    def interaction(self, name: str, result: InteractionResult, seconds: float | None) -> None:
        """Count an interaction at its end. seconds: until Discord accepted the first answer, None if it didn't."""

    def thought(self, level: str, seconds: float) -> None:
        """Time a move of the computer."""

    def database(self, operation: str, seconds: float) -> None:
        """Time an operation of the store."""

    def reconnect(self, event: str, shard: int) -> None:
        """Count a lost or a resumed connection to the gateway. event: disconnect or resume."""

    def dropped(self, event: str) -> None:
        """Count a gateway event that could not be read."""

    def installs(self, servers: int, users: int | None) -> None:
        """Note how many servers and users have the bot, by Discord's count. users: None if Discord doesn't say."""
