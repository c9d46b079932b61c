"""Connections to SQLite and PostgreSQL: opening, transactions, whose file it is."""
