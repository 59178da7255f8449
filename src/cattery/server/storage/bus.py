"""How the processes of one server hear of each other's changes.

A notice is a small JSON text. Those that belong to a write are sent by the store inside the
write's transaction (`Store.write(notice=…)`), so nobody hears of what isn't there yet; `shout` is
for what isn't stored, like who is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any, Protocol

import orjson

from cattery.server.settings import is_sqlite
from cattery.server.storage.writing import CHANNEL

log = logging.getLogger("cattery.bus")

Notice = dict[str, Any]
Hear = Callable[[Notice | None], None]  # None: notices may have been lost, look again
MOST_BYTES = 7000  # of a notice; PostgreSQL takes less than 8000
RETRY_SECONDS = 1.0
GONE: Notice = {}  # of no meaning to anybody: it wakes whoever waits to send
WORRYING = 30  # tries in vain to connect, after which the log is told


class Bus(Protocol):
    """Fan-out between processes."""

    alone: bool  # no other process: notices are not worth making

    async def open(self, hear: Hear) -> None:
        """Start to listen."""

    def shout(self, notice: Notice) -> None:
        """Tell the other processes, without a promise that they hear it."""

    async def close(self) -> None:
        """Stop listening."""


class Quiet:
    """The bus of a single process."""

    alone = True

    async def open(self, hear: Hear) -> None:
        """There is nobody to listen to."""

    def shout(self, notice: Notice) -> None:
        """There is nobody to tell."""

    async def close(self) -> None:
        """Nothing was opened."""


class Postgres:
    """LISTEN and NOTIFY on a connection of its own, opened again whenever it breaks."""

    alone = False

    def __init__(self, url: str) -> None:
        self._url = url.replace("postgresql+asyncpg://", "postgresql://", 1)
        self._outbox: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._task: asyncio.Task[None] | None = None
        self._hear: Hear = lambda notice: None

    async def open(self, hear: Hear) -> None:
        """Listen from now on."""
        self._hear = hear
        listening = asyncio.Event()
        self._task = asyncio.create_task(self._stay_connected(listening), name="bus")
        async with asyncio.timeout(10):
            await listening.wait()

    def shout(self, notice: Notice) -> None:
        """Queue a notice; what doesn't fit is dropped, presence is repeated anyway."""
        with contextlib.suppress(asyncio.QueueFull):
            self._outbox.put_nowait(encode(notice))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _stay_connected(self, listening: asyncio.Event) -> None:
        import asyncpg

        failures = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
        first, tries = True, 0
        while True:
            try:
                connection = await asyncpg.connect(self._url)
                try:
                    await connection.add_listener(CHANNEL, self._heard)
                    if not first:
                        self._hear(None)
                    first, tries = False, 0
                    listening.set()
                    await self._pass_on(connection)
                finally:
                    connection.terminate()
            except (*failures, asyncpg.InternalClientError) as error:
                tries += 1
                if tries == WORRYING:  # the store has said what is wrong if all is
                    log.warning("the bus can't be reached: %s", type(error).__name__)
                await asyncio.sleep(RETRY_SECONDS)

    async def _pass_on(self, connection: Any) -> None:
        """Send what is queued; look now and then whether the connection still lives.

        `asyncio.wait_for` forgets that it is cancelled when a notice comes in the same moment, as
        when everybody is disconnected at the end: the process would never end.
        """
        connection.add_termination_listener(lambda _: self.shout(GONE))
        while True:
            try:
                async with asyncio.timeout(5):
                    notice = await self._outbox.get()
                await connection.execute(f"SELECT pg_notify('{CHANNEL}', $1)", notice)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=5)

    def _heard(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            notice = orjson.loads(payload)
        except ValueError:
            return
        if isinstance(notice, dict):
            self._hear(notice)


def encode(notice: Notice) -> str:
    """A notice as it travels."""
    return orjson.dumps(notice).decode()


def bus_for(url: str) -> Bus:
    """The bus that goes with a database."""
    return Quiet() if is_sqlite(url) else Postgres(url)
