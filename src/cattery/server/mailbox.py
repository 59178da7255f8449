"""A queue with one reader, for thousands of messages a second.

`asyncio.Queue` asks for the running loop, counts what isn't done and keeps a list of who waits, for
every message: here nobody needs that.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """What was put in comes out in the same order, to one reader at a time.

    >>> box = Mailbox()
    >>> box.put_nowait("miau"); box.put_nowait("prr")
    >>> asyncio.run(box.get()), box.qsize(), box.get_nowait(), box.empty()
    ('miau', 1, 'prr', True)
    """

    def __init__(self) -> None:
        self._inside: deque[T] = deque()
        self._reader: asyncio.Future[None] | None = None  # who waits for something to come

    def put_nowait(self, what: T) -> None:
        """Put something in."""
        self._inside.append(what)
        if self._reader is not None:
            reader, self._reader = self._reader, None
            if not reader.done():
                reader.set_result(None)

    async def get(self) -> T:
        """The oldest that is in it; waits if nothing is."""
        while not self._inside:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._inside.popleft()

    def get_nowait(self) -> T:
        """The oldest that is in it, which there must be."""
        return self._inside.popleft()

    def empty(self) -> bool:
        """Whether nothing is in it."""
        return not self._inside

    def qsize(self) -> int:
        """How much is in it."""
        return len(self._inside)
