"""Round numbers along the axis of a picture."""

from __future__ import annotations

import math

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # from number to number


def ticks(low: float, high: float, most: int = 6) -> tuple[int, ...]:
    """Round numbers at equal steps from below `low` to above `high`, about as many as `most`.

    >>> ticks(31.5, 47.2)
    (30, 35, 40, 45, 50)
    >>> ticks(4.0, 4.0)
    (4, 5)
    """
    step = next((each for each in STEPS if each * most >= high - low), STEPS[-1])
    first, last = math.floor(low / step), math.ceil(high / step)
    return tuple(step * k for k in range(first, max(last, first + 1) + 1))
