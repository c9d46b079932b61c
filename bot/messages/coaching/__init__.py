"""What the coach says: hints, reviews, puzzles."""
