"""Keeps what was told of matches, for the day when their rules are others.

A match is written down when it is over, and when nothing has happened in it for a while, by a
process beside the server, one match at a time and slowly: whoever plays doesn't notice. Addresses
take turns, and a match that took long rests the longer before it is written down again. What a kill
or a crowd leaves undone is done after the next start.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import time
from collections.abc import Callable

import orjson

from cattery.errors import CatteryError
from cattery.server.storage.store import Store, Stored
from cattery.server.storage.writing import Conflict
from cattery.server.tables.head import Head
from cattery.server.tables.versions import rules_in_force
from cattery.server.worker_process import WorkerProcess

log = logging.getLogger("cattery.recorder")

QUIET_SECONDS = 60.0  # without a move, after which a match that isn't over is written down
PACE_SECONDS = 1.0  # between two matches
REST = 20.0  # times as long as it took a match isn't written down again
SLOW_SECONDS = 3.0  # what takes less needs no rest
LONGEST_SECONDS = 180.0  # for one match
IDLE_SECONDS = 30.0  # without anything to do, after which the process ends
MOST = 1000  # matches that are left undone, looked for at once
LINE_BYTES = 64 * 2**20
WORKER = "cattery.server.thinking.record_worker"


class Recorder:
    """Writes matches down, those first that have waited longest."""

    def __init__(self, store: Store, is_ready: Callable[[str], bool], first: float) -> None:
        self._store = store
        self._first = first  # seconds after the start, when what was left undone is looked for
        self._is_ready = is_ready
        self._due: dict[str, float] = {}  # by table
        self._address: dict[str, str] = {}  # by table that is due: for whom it is written down
        self._had: dict[str, float] = {}  # by address: seconds since all was done
        self._rests: dict[str, float] = {}  # by table that took long: until when
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._worker: WorkerProcess | None = None

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._record_forever(), name="recorder")

    async def close(self) -> None:
        """Stop; what is left undone is found again."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._end_process()

    def entered(self, table_id: str, over: bool, address: str) -> None:
        """A match of somebody at this address has gone on, or is over."""
        due = time.monotonic() + (0.0 if over else QUIET_SECONDS)
        self._due[table_id] = max(due, self._rests.get(table_id, 0.0))
        self._address[table_id] = address
        if over:
            self._wake.set()

    async def _record_forever(self) -> None:
        looked = False
        first = time.monotonic() + self._first
        while True:
            if not looked and time.monotonic() >= first:
                looked = True
                await self._find_undone()
            if (table_id := self._next(time.monotonic())) is not None:
                await self._record_next(table_id)
                await asyncio.sleep(PACE_SECONDS)
            else:
                await self._rest()

    def _next(self, now: float) -> str | None:
        """The match that is written down next: of the address that has had least, the one that has
        waited longest."""
        due = [table_id for table_id, at in self._due.items() if at <= now]
        if not due:
            self._had.clear()
            self._rests = {table_id: at for table_id, at in self._rests.items() if at > now}
            return None
        return min(
            due, key=lambda one: (self._had.get(self._address.get(one, ""), 0), self._due[one])
        )

    async def _record_next(self, table_id: str) -> None:
        began = time.monotonic()
        del self._due[table_id]
        address = self._address.pop(table_id, "")
        await self._record(table_id)
        took = time.monotonic() - began
        self._had[address] = self._had.get(address, 0.0) + took
        if took > SLOW_SECONDS:
            self._rests[table_id] = time.monotonic() + REST * took
            if table_id in self._due:  # it has gone on meanwhile
                self._due[table_id] = max(self._due[table_id], self._rests[table_id])

    async def _rest(self) -> None:
        """Wait for something to do; a process that has nothing to do for long is ended."""
        self._wake.clear()
        try:
            async with asyncio.timeout(min(IDLE_SECONDS, self._first or PACE_SECONDS)):
                await self._wake.wait()
        except TimeoutError:
            await self._end_process()

    async def _find_undone(self) -> None:
        with contextlib.suppress(CatteryError):
            for table_id in await self._store.unrecorded(MOST):
                self._due.setdefault(table_id, time.monotonic())

    async def _record(self, table_id: str) -> None:
        try:
            stored = await self._store.load(table_id)
            if stored is not None and self._can_be_read(stored):
                async with asyncio.timeout(LONGEST_SECONDS):
                    record = await self._made(stored)
                if record:
                    await self._store.keep_record(table_id, len(stored.entries), record)
        except (CatteryError, Conflict):  # the database is away, or another process was quicker
            pass
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            log.error("a match couldn't be written down: %s", type(error).__name__)
            await self._end_process()

    def _can_be_read(self, stored: Stored) -> bool:
        game, head = stored.table["game"], Head.from_json(stored.table["head"])
        if head.started is None or head.rules != rules_in_force(game):
            return False
        if not self._is_ready(game):  # it must not be compiled by two; it comes up again
            self._due[stored.table["id"]] = time.monotonic() + QUIET_SECONDS
            return False
        return True

    async def _made(self, stored: Stored) -> bytes:
        if self._worker is None:
            self._worker = await WorkerProcess.start(WORKER, LINE_BYTES)
        job = {"table": stored.table, "entries": stored.entries}
        await self._worker.give(
            orjson.dumps(job, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_APPEND_NEWLINE)
        )
        return base64.b64decode(await self._worker.line())

    async def _end_process(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.end()
