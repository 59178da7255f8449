"""Shares and means with the intervals that hold the true ones with 95 % confidence."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

CONFIDENCE = 1.959964  # standard deviations on each side: 95 %


@dataclass(frozen=True)
class Rate:
    """A share of games, and the interval that holds the true one with 95 % confidence."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, successes: float, games: int) -> Rate:
        """Wilson's interval.

        >>> Rate.of(8, 10)
        Rate(share=0.8, low=0.4902, high=0.9433)
        """
        if not games:
            return cls(0.0, 0.0, 1.0)
        z, p = CONFIDENCE, successes / games
        centre = p + z * z / (2 * games)
        spread = z * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
        scale = 1 + z * z / games
        low, high = (centre - spread) / scale, (centre + spread) / scale
        return cls(round(p, 4), round(max(0.0, low), 4), round(min(1.0, high), 4))


@dataclass(frozen=True)
class Mean:
    """A mean of points, and how far the true one may be from it with 95 % confidence."""

    mean: float
    margin: float | None  # None for a single number, which tells nothing of the others

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return -math.inf if self.margin is None else self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return math.inf if self.margin is None else self.mean + self.margin

    @classmethod
    def of(cls, numbers: Iterable[float]) -> Mean:
        """Student's interval.

        >>> Mean.of([40, 44, 42, 46, 38])
        Mean(mean=42.0, margin=3.92...)
        """
        listed = list(numbers)
        return cls.of_sums(len(listed), sum(listed), sum(number * number for number in listed))

    @classmethod
    def of_sums(cls, count: int, total: float, squares: float) -> Mean:
        """From how many there are, their sum and the sum of their squares."""
        mean = total / max(1, count)
        if count < 2:
            return cls(round(mean, 4), None)
        variance = max(0.0, squares - count * mean * mean) / (count - 1)
        return cls(round(mean, 4), round(student(count - 1) * math.sqrt(variance / count), 4))


def student(freedom: int) -> float:
    """Standard deviations on each side that hold 95 %, estimated from few numbers (Student's t).

    >>> [round(student(freedom), 2) for freedom in (1, 2, 4, 9, 100)]
    [12.71, 4.3, 2.78, 2.26, 1.98]
    """
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z, n = CONFIDENCE, freedom
    # Its expansion by the normal distribution's, good to three digits from here on.
    first = (z**3 + z) / (4 * n)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third


FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060)  # [freedom - 1]
