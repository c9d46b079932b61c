"""All SQL: the store on SQLite or PostgreSQL, its tables, migrations and backups."""
