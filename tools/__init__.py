"""Programs that make data: puzzles, and catalogues of translations."""
