"""What the bot says when it refuses something, or when it fails."""

from bot.messages.refusals.outages import broken, no_database
from bot.messages.refusals.sentences import refusal

__all__ = ["broken", "no_database", "refusal"]
