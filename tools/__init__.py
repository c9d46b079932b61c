"""Programs that generate data: puzzles, and catalogs of translations."""
