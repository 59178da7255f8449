"""Matches: the log of a game that is played, from its seed to its result.

`Match` and `resolve` are loaded when they are asked for: they need NumPy and Numba, without which
a server can show its page and its tables.
"""

from typing import TYPE_CHECKING, Any

from cattery.match.entries import Entry, PlayedStep, Preview, Result, Told
from cattery.match.seeds import seed_bytes

if TYPE_CHECKING:
    from cattery.match.match import Match
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


def __getattr__(name: str) -> Any:
    if name == "Match":
        from cattery.match.match import Match

        return Match
    if name == "resolve":
        from cattery.match.typed import resolve

        return resolve
    raise AttributeError(f"module 'cattery.match' has no attribute {name!r}")
