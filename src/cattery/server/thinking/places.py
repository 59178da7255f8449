"""Whose bots think next: those that a person waits for, and of them whoever has had least.

A place to think is a core. Tables are ranked: where a person with a seat is connected, where
somebody looks on, where nobody is. Among equals the address whose bots have had the least time
lately comes first, of one address the browser, then whoever has waited longest. Tables where nobody
is have one place at most, and those that people wait for one more than there are cores, so that
nobody waits for a long thought that no one will see.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

MOST_OWNERS = 10_000
FORGOTTEN_SECONDS = 60.0  # after which time spent counts for half


Owner = tuple[str, str]  # an address and one of its browsers


class Rank(IntEnum):
    """Who is at a table."""

    PLAYED = 0  # a person with a seat
    WATCHED = 1
    EMPTY = 2


@dataclass(eq=False)
class Place:
    """A place to think, asked for or taken."""

    rank: Callable[[], Rank]  # asked whenever a place becomes free: people come and go
    owner: Owner
    asked: float
    granted: asyncio.Future[None]
    taken: Rank | None = None
    began: float = 0.0

    @property
    def waited(self) -> float:
        """Seconds until it was granted."""
        return self.began - self.asked


class ThinkingPlaces:
    """As many places to think as there are cores, given to whoever should be next."""

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._taken: list[Rank] = []
        self._waiting: list[Place] = []
        self._spent: dict[str, tuple[float, float]] = {}  # per owner: seconds, and as of when

    @property
    def waiting(self) -> int:
        """How many tables wait."""
        return len(self._waiting)

    async def take(self, rank: Callable[[], Rank], owner: Owner) -> Place:
        """Wait for a place; whoever takes one must give it back."""
        granted = asyncio.get_running_loop().create_future()
        place = Place(rank, owner, time.monotonic(), granted)
        self._waiting.append(place)
        self._grant()
        try:
            await granted
        except asyncio.CancelledError:
            if place in self._waiting:
                self._waiting.remove(place)
            elif place.taken is not None:
                self.give_back(place)
            raise
        return place

    def give_back(self, place: Place) -> None:
        """Let others think."""
        assert place.taken is not None
        now = time.monotonic()
        self._taken.remove(place.taken)
        for one in set(place.owner):
            self._spent[one] = (self.spent(one, now) + now - place.began, now)
        if len(self._spent) > MOST_OWNERS:
            self._spent = {
                owner: spent for owner, spent in self._spent.items() if self.spent(owner, now) > 0.1
            }
        self._grant()

    def spent(self, owner: str, now: float) -> float:
        """Seconds that an owner's bots have thought lately."""
        seconds, at = self._spent.get(owner, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / FORGOTTEN_SECONDS))

    def _had(self, owner: Owner, now: float) -> tuple[float, float]:
        address, browser = owner
        return self.spent(address, now), self.spent(browser, now)

    def _fits(self, rank: Rank) -> bool:
        if rank is Rank.EMPTY:
            return len(self._taken) < self._cores and Rank.EMPTY not in self._taken
        return len(self._taken) <= self._cores

    def _grant(self) -> None:
        """Give free places to those who should be next."""
        now = time.monotonic()
        while len(self._taken) <= self._cores and self._waiting:
            rank, _, _, place = min(
                ((one.rank(), self._had(one.owner, now), one.asked, one) for one in self._waiting),
                key=lambda each: each[:3],
            )
            if not self._fits(rank):
                return
            self._waiting.remove(place)
            if not place.granted.done():
                place.taken, place.began = rank, now
                self._taken.append(rank)
                place.granted.set_result(None)
