"""What people read and see: texts, buttons and pictures as pure values, without discord.py."""
