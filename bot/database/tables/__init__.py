"""The database tables, for the store and for Alembic."""

from bot.database.tables.games import ENDED_BY_ANOTHER, IN_OPEN_THREAD, IS_OPEN, challenges, games, plies
from bot.database.tables.others import (
    attempts,
    blocks,
    findings,
    forgetting,
    guilds,
    preferences,
    probes,
    puzzle_channels,
    ratings,
    seasons,
    settings,
    sweeps,
    synced,
)
from bot.database.tables.shared import insert, metadata

VERSION = "0020"  # the newest of migrations/versions

__all__ = [
    "ENDED_BY_ANOTHER",
    "IN_OPEN_THREAD",
    "IS_OPEN",
    "VERSION",
    "attempts",
    "blocks",
    "challenges",
    "findings",
    "forgetting",
    "games",
    "guilds",
    "insert",
    "metadata",
    "plies",
    "preferences",
    "probes",
    "puzzle_channels",
    "ratings",
    "seasons",
    "settings",
    "sweeps",
    "synced",
]
