"""The history of the tables, run by Alembic at start-up."""
