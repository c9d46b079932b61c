"""What the bot counts and times, for whoever wants to know."""

from enum import StrEnum


class InteractionResult(StrEnum):
    """What became of an interaction."""

    OK = "ok"
    REFUSED = "refused"
    FAILED = "failed"
    LOST = "lost"


class Counts:
    """Takes note of nothing. Where metrics are asked for, Metrics stands in: it takes memory and time."""

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
        """Count a connection that was taken up again."""

    def dropped(self, event: str) -> None:
        """Count an event of the gateway that could not be read."""
