"""The interface for counting and timing, which does nothing by default."""

from enum import StrEnum


class InteractionResult(StrEnum):
    """The result of an interaction."""

    OK = "ok"
    REFUSED = "refused"
    FAILED = "failed"
    LOST = "lost"


class Counts:
    """Records nothing. If metrics are turned on, Metrics replaces it, which costs memory and time."""

    def interaction(self, name: str, result: InteractionResult) -> None:
        """Count an interaction at its end."""

    def answered(self, name: str, seconds: float) -> None:
        """Time the first answer to an interaction."""

    def thought(self, level: str, seconds: float) -> None:
        """Time a move of the computer."""

    def database(self, operation: str, seconds: float) -> None:
        """Time an operation of the store."""

    def disconnected(self, shard: int) -> None:
        """Count a lost connection to the gateway."""

    def resumed(self, shard: int) -> None:
        """Count a resumed connection."""

    def dropped(self, event: str) -> None:
        """Count a gateway event that could not be read."""
