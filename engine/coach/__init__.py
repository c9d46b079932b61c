"""Hints, game reviews and puzzles, based on proofs."""
