"""Programs for maintainers: puzzles, screenshots, and the catalogs of translations."""
