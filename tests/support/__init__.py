"""What several tests need: tables to play at, random walks, positions to start from."""
