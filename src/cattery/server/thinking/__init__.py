"""Who thinks on the server: bots at the tables, hints, analyses of finished matches."""
