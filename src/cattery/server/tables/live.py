"""A table in use, with those who are connected to it."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from typing import Protocol

from cattery.server.tables.table import Table
from cattery.server.tables.views import Eyes

CLOCK = "CATTERY_CLOCK"  # the parent's offset, for the workers of one server
_OFFSET = int(os.environ.get(CLOCK) or time.time_ns() - time.monotonic_ns())


def now_ms() -> int:
    """Milliseconds since 1970, as they were at the start and as they have gone by since: when
    somebody sets the machine's clock, nobody's time to think is over."""
    return (time.monotonic_ns() + _OFFSET) // 1_000_000


def today() -> int:
    """Days since 1970, by the machine's clock as it is set now: a server may have been started
    before that was right, and may have slept since."""
    return time.time_ns() // (86_400 * 10**9)


def share_clock() -> None:
    """Let processes that are started from now on have the same time."""
    os.environ[CLOCK] = str(_OFFSET)


class TableConnection(Protocol):
    """A browser at a table."""

    device: str | None
    lang: str
    eyes: Eyes | None  # None until it has said hello

    def send(self, message: bytes) -> None:
        """Queue a message."""


@dataclass(eq=False)
class Live:
    """A table in use, and how much of it the connections have been told."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    line: asyncio.Lock = field(default_factory=asyncio.Lock)  # for those who leave others the lock
    connections: set[TableConnection] = field(default_factory=set)
    # Per process the seats and onlookers connected there, and until when that counts.
    elsewhere: dict[str, tuple[frozenset[int], int, float]] = field(default_factory=dict)
    stale: bool = False  # memory may differ from the database: load again
    told_n: int = 0
    told_version: int = -1
    told_state: str = "open"
    told_ready: bool = False
    told_said: int = 0
    told_onlookers: int = 0
    counting: bool = False  # how many look on will be told in a moment
    holders: int = 0  # who uses it now: it stays in memory
    used: float = field(default_factory=time.monotonic)  # when somebody last asked for it
    loaded_in: float = 0.0  # seconds of the loop
    opened_from: str = ""  # the address that has opened it, or from which its people came first
    alarm: asyncio.TimerHandle | None = None
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict)  # a bot's seat: its task
    lease_until: int = 0
    looking: bool = False  # a task waits to look at what other processes wrote

    def came_from(self, address: str, device: str | None) -> None:
        """Somebody of the table is there: from now on its bots think for that address."""
        table = self.table
        if not self.opened_from and (device == table.head.host or table.held_by(device)):
            self.opened_from = address

    def onlookers(self) -> int:
        """Connections without a seat, here and elsewhere."""
        return self.onlookers_here() + sum(count for _, count, _ in self.elsewhere.values())

    def onlookers_here(self) -> int:
        """Connections without a seat in this process."""
        return sum(1 for one in self.connections if one.eyes is not None and not one.eyes.seats)

    def seats_here(self) -> set[int]:
        """Seats whose holder is connected to this process."""
        return {seat for one in self.connections for seat in self.table.held_by(one.device)}

    def update_presence(self, now: int) -> bool:
        """Bring the table's presence up to date; whether that changed anything."""
        self.elsewhere = {
            process: known
            for process, known in self.elsewhere.items()
            if known[2] > time.monotonic()
        }
        there = {seat for seats, _, _ in self.elsewhere.values() for seat in seats}
        return self.table.set_present(self.seats_here() | there, now)
