"""What environments are given, checked."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from cattery.errors import NoSuchSeat


def checked_seat(given: Any, seats: int) -> int:
    """The seat, as a whole number of whatever kind; NoSuchSeat if there is none such.

    >>> import numpy as np
    >>> checked_seat(np.int8(1), seats=2)
    1
    """
    try:
        seat = operator.index(given)
    except TypeError:
        raise NoSuchSeat(number=given, seats=seats) from None
    if not 0 <= seat < seats:
        raise NoSuchSeat(number=seat + 1, seats=seats)
    return seat


def checked_mode(given: str | None, known: Sequence[str]) -> str | None:
    """The mode of rendering, if there is such a one; None renders nothing."""
    if given is not None and given not in known:
        raise ValueError(f"render_mode must be None or one of {', '.join(known)}, not {given!r}")
    return given
