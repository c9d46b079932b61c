"""The Discord bot: interactions and messages, a registry of games, and a store of all data."""
