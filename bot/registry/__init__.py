"""The only door to the games: one request at a time in a channel, each loaded, checked, changed and saved."""
