"""Macskalak: a roll-and-write for one to six players, all at once."""
