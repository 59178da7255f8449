"""What a game's thinkers have learned by self-play: two tables of weights, and how they were made.

`learned.npz` in a game's folder holds the tables, `learned.toml` beside it says which command,
commit and seed made them and how the strength grew. No match depends on them: no rule does.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cattery import data
from cattery.errors import BadData

OTHER_ROWS = 3  # of `value`, before those of the features
WEIGHTS, ORIGIN = "learned.npz", "learned.toml"
Array = np.ndarray[Any, Any]


class Learned(NamedTuple):
    """What the search takes; `search/net.py` says what the numbers mean."""

    value: Array  # [row, hidden unit] an estimate of the payoffs
    policy: Array  # [feature, action] which choices are likely

    @classmethod
    def load(cls, path: Path) -> Learned:
        """From a file."""
        with np.load(path) as stored:
            return cls(*(stored[name].astype(np.float32) for name in cls._fields))

    def save(self, path: Path) -> None:
        """Into a file, with numbers of 16 bits."""
        tables = {name: table.astype(np.float16) for name, table in self._asdict().items()}
        np.savez_compressed(path, **tables)

    def fits(self, features: int, actions: int) -> bool:
        """Whether the tables are for a game that senses so much and offers so many actions."""
        rows = features + OTHER_ROWS
        return len(self.value) == rows and self.policy.shape == (features, actions)


def digest(path: Path) -> str:
    """What `learned.toml` calls the weights by."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def of_game(name: str) -> Learned | None:
    """What is checked in for a game, or lies under `CATTERY_DATA/<game>/`; None if nothing is."""
    path = data.file(name, WEIGHTS)
    if not path.is_file():
        return None
    if data.read(name, ORIGIN).get("weights") != digest(path):
        raise BadData(file=str(path), problem=f"{ORIGIN} beside it speaks of other weights")
    return Learned.load(path)
