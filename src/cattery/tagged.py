"""Moves, events and views: frozen dataclasses that say what they are in a field `type`."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast, dataclass_transform

Class = TypeVar("Class", bound=type[Any])


@dataclass_transform(frozen_default=True)
def tagged(name: str) -> Callable[[Class], Class]:
    """Make a class a frozen dataclass whose last field, `type`, is always `name`.

    It has no slots: orjson encodes it six times as fast without.

    >>> @tagged("laid")
    ... class Laid:
    ...     seat: int
    >>> Laid(2), tag(Laid(2))
    (Laid(seat=2), 'laid')
    """

    def make(plain: Class) -> Class:
        hints = inspect.get_annotations(plain)
        plain.__annotations__ = {**hints, "type": Literal[name]}
        plain.type = dataclasses.field(default=name, kw_only=True, repr=False)
        return cast("Class", dataclasses.dataclass(frozen=True)(plain))

    return make


def tag(thing: Any) -> str:
    """What a tagged thing is."""
    return str(thing.type)
