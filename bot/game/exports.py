"""Everything that is kept of a person: a pure value."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.game.games import UserId


@dataclass(frozen=True)
class Export:
    """What is kept of somebody, as JSON takes it, newest first, and how many older games did not fit."""

    user: UserId
    at: datetime
    games: list[dict[str, Any]]
    ratings: list[dict[str, Any]]
    preferences: list[dict[str, Any]]
    blocks: list[dict[str, Any]]
    puzzles: list[dict[str, Any]]
    challenges: list[dict[str, Any]]
    left_out: int
