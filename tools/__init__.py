"""Programs that make data for the engine."""
