"""What comes in from Discord and what goes back: commands, buttons, forms, answers."""
