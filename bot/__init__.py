"""The Discord bot: a face, a registry that knows whose game it is, and a store that never forgets."""
