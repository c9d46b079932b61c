"""All SQL: the registry's store on SQLite and PostgreSQL, its tables, their migrations and backups."""
