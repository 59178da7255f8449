"""Filou: nine auctions for a sack into which everybody has put an animal in secret."""
