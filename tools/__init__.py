"""Programs for maintainers: puzzles, screenshots, the audit, and the catalogs of translations."""
