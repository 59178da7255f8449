"""What tells one version of a game from another, for matches and for lists of moves."""

from __future__ import annotations

import hashlib
from functools import cache

from cattery import data
from cattery.game import game as find_game


@cache
def moves_version(game: str) -> str:
    """What tells one list of moves from another: the rules, the data, and how moves are written."""
    found, source = find_game(game), (data.folder(game) / "moves.py").read_bytes()
    return f"{found.rules_version}.{found.data_hash}.{hashlib.sha256(source).hexdigest()[:8]}"


def rules_in_force(game: str) -> str:
    """The version of a game's rules and the hash of its data."""
    found = find_game(game)
    return f"{found.rules_version}:{found.data_hash}"
