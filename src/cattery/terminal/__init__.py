"""The command line, and the player who sits at it."""
