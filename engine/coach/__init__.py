"""What is proven of a position, said to people: hints, reviews of games, puzzles."""
