"""All access to games: each request locks its channel, then loads, checks, changes and saves the game."""
