"""The coach: hints, reviews and puzzles, from the request to the answer."""
