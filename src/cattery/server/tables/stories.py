"""What the viewers of a match have been told, kept as text, so that no entry is told twice.

What an entry tells a viewer never changes, whatever is undone later; what players are called may.
So a mark stands in the text where a name goes: a letter that no name has (`names.plain`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson

from cattery.server import wire

if TYPE_CHECKING:
    from cattery.match import Match, Told

MARKS = tuple(chr(0xE000 + seat) for seat in range(wire.MAX_SEATS))  # of Unicode's private area
_ENCODED = tuple(mark.encode() for mark in MARKS)


def told(one: Told, lang: str, called: Sequence[str]) -> dict[str, Any]:
    """A log entry as its viewer saw it."""
    return {
        "n": one.n,
        "seat": one.seat,
        "kind": one.kind,
        "move": one.move,
        "events": one.events,
        "lines": one.lines(lang, called),
    }


class Story:
    """All that one viewer saw of a match, in one language, as far as it has been put into words."""

    def __init__(self, viewer: int | None, lang: str) -> None:
        self.n = 0  # entries that were told
        self._viewer = viewer
        self._lang = lang
        self._text = bytearray()  # what was seen of them, with commas between

    def tell_next(self, match: Match) -> None:
        """Put the next entry into words."""
        one = match.told(self.n, self._viewer)
        self.n += 1
        if one.seen:
            self._text += b"," if self._text else b""
            self._text += orjson.dumps(told(one, self._lang, MARKS))

    def text(self, called: Sequence[str]) -> bytes:
        """A list in JSON, in which the players are called so."""
        named = bytes(self._text)
        for mark, name in zip(_ENCODED, called, strict=False):
            named = named.replace(mark, orjson.dumps(name)[1:-1])
        return b"[" + named + b"]"
