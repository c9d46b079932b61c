"""The strong player and the solver."""
