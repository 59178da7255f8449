"""Matches: the log of a game that is played, from its seed to its result."""

from cattery.match.entries import Entry, PlayedStep, Preview, Result, Told
from cattery.match.match import Match
from cattery.match.seeds import seed_bytes
from cattery.match.typed import resolve

__all__ = [
    "Entry",
    "Match",
    "PlayedStep",
    "Preview",
    "Result",
    "Told",
    "resolve",
    "seed_bytes",
]
