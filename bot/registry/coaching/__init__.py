"""Hints, reviews and puzzles, and whose turn it is with the coach."""
