"""Options: choices made before a game starts, each a field of its record.

An option lists its `values`, or it is an *arrangement*: some letters of a few, in order, which is
thousands of values. The record holds one whole number for either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import Any, Literal

_KNOWN = {"on": 1, "off": 0, "random": -1}


@dataclass(frozen=True)
class Option:
    """One option, as `game.toml` has it.

    The value `seat` stands for any seat of the table, numbered from 0. For an arrangement `values`
    are those that are offered by name.

    >>> order = Option("order", ("random", "ABC"), "random", "arrangement", of="ABCD", choose=3)
    >>> order.code("random"), order.code("ABC"), order.code("DCB"), order.canonical("bad", 2)
    (-1, 0, 23, 'BAD')
    >>> order.canonical("AAB", 2) is None
    True
    """

    name: str
    values: tuple[str, ...]
    default: str
    kind: Literal["values", "arrangement"] = "values"
    of: str = ""  # arrangement: the letters
    choose: int = 0  # arrangement: how many of them
    pictures: bool = False  # whether a value is shown with a picture and a sentence

    @classmethod
    def read(cls, facts: dict[str, Any]) -> Option:
        """An option from its table in `game.toml`."""
        kind = facts.get("kind", "values")
        values = tuple(facts["presets" if kind == "arrangement" else "values"])
        of, choose = facts.get("of", ""), facts.get("choose", 0)
        made = cls(
            facts["name"], values, facts["default"], kind, of, choose, facts.get("pictures", False)
        )
        assert kind in ("values", "arrangement"), f"{made.name}: no option is of kind {kind}"
        if kind == "arrangement":
            assert 1 <= choose <= len(set(of)) == len(of), f"{made.name}: {choose} of {of}"
            assert of == of.upper(), f"{made.name}: letters are capitals"
            offered = [value for value in values if value != "random"]
            assert all(made._is_arrangement(value) for value in offered), f"{made.name}: {offered}"
        return made

    @property
    def is_arrangement(self) -> bool:
        """Whether its values are letters in order."""
        return self.kind == "arrangement"

    @cached_property
    def count(self) -> int:
        """How many values there are besides `random` and seats."""
        if self.is_arrangement:
            return perm(len(self.of), self.choose)
        return len([value for value in self.values if value not in ("random", "seat")])

    def choices(self, seats: int) -> tuple[str, ...]:
        """The values that a table of so many seats is offered; an arrangement may be any other."""
        numbers = tuple(map(str, range(seats)))
        return tuple(v for value in self.values for v in (numbers if value == "seat" else (value,)))

    def canonical(self, value: str, seats: int) -> str | None:
        """The value as it is written, if a table of so many seats may choose it."""
        if value in self.choices(seats):
            return value
        letters = value.upper()
        return letters if self.is_arrangement and self._is_arrangement(letters) else None

    def _is_arrangement(self, value: str) -> bool:
        return len(value) == self.choose == len(set(value)) and set(value) <= set(self.of)

    def code(self, value: str) -> int:
        """The value in the record: on 1, off 0, random -1, a seat its number, else its place; an
        arrangement its rank."""
        if value in _KNOWN:
            return _KNOWN[value]
        if self.is_arrangement:
            return rank([self.of.index(letter) for letter in value], len(self.of))
        return int(value) if "seat" in self.values else self.values.index(value)

    def value(self, code: int) -> str:
        """The value behind a number in the record; `code` the other way round."""
        if self.is_arrangement:
            if code < 0:
                return "random"
            letters = arrangement(code, len(self.of), self.choose)
            return "".join(self.of[letter] for letter in letters)
        given = (value for value in self.values if value != "seat" and self.code(value) == code)
        return next(given, str(code))


def arrangement(rank: int, n: int, k: int) -> tuple[int, ...]:
    """The arrangement of that rank of k different numbers below n, ranks as a dictionary has them.

    >>> arrangement(0, 12, 4), arrangement(11879, 12, 4)
    ((0, 1, 2, 3), (11, 10, 9, 8))
    """
    free = list(range(n))
    found = []
    for place in range(k):
        at, rank = divmod(rank, perm(n - place - 1, k - place - 1))
        found.append(free.pop(at))
    return tuple(found)


def rank(arranged: Sequence[int], n: int) -> int:
    """The rank of an arrangement of different numbers below n.

    >>> rank(arrangement(777, 12, 4), 12)
    777
    """
    free, found = list(range(n)), 0
    for place, number in enumerate(arranged):
        at = free.index(number)
        free.pop(at)
        found += at * perm(n - place - 1, len(arranged) - place - 1)
    return found
