"""What the bot says when it refuses something, or when it fails."""

from bot.messages.refusals.outages import broken, closed_thread, no_database
from bot.messages.refusals.sentences import refusal

__all__ = ["broken", "closed_thread", "no_database", "refusal"]
