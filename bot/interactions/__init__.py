"""Interactions with Discord: commands, buttons, forms and answers."""
