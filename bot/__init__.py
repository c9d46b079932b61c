"""The Discord bot: messages and interactions, a registry of games, and a store of all data."""
