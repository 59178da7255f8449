"""A record as plain Python values, many times quicker to look at than the record itself."""

from __future__ import annotations

from typing import Any

import numpy as np


class Plain:
    """State i with an attribute for each of its fields: numbers, and lists of them.

    A game's own class names its fields for the type checker and adds what follows from them:

        class PlainState(Plain):
            mice: list[int]  # [seat]
    """

    seats: int
    turn: int
    actor: int
    waiting: int  # seats as bits
    phase: int
    revealed: int
    over: int

    def __init__(self, states: Any, i: int = 0) -> None:
        values = states[i : i + 1].tolist()[0]
        for name, value in zip(states.dtype.names, values, strict=True):
            setattr(self, name, value.tolist() if isinstance(value, np.ndarray) else value)
