"""Sardines: a small game that shows what the ground can carry, and how a game is written."""
