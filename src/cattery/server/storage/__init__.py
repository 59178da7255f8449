"""What lasts: the database, its migrations and backups, and news between processes."""
