"""All that users see: texts, buttons and pictures, as pure values, without discord.py."""
