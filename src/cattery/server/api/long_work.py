"""Long work in Python beside the event loop: whole matches played again.

Threads share Python's lock with the loop, so that several at once would hold everybody up. One
piece is done at a time, addresses take turns, and where too many wait for one address it is busy.
Matches that are longer than people play have a process: what they leave behind would be cleaned up
in one go, and nobody else in this process could do anything meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson

from cattery.server import refusals as no
from cattery.server.api.replay_worker import Answer, packed
from cattery.server.worker_process import WorkerProcess

log = logging.getLogger("cattery.long_work")

MOST_WAITING = 24  # pieces of work for one address
LONG_TEXT = 40_000  # characters of a saved match: ordinary ones have a third of that
LONGEST_SECONDS = 60.0  # for one that is played again in the process
IDLE_SECONDS = 120.0  # after which the process ends
LINE_BYTES = 2**16  # an answer is preceded by a line with its length
WORKER = "cattery.server.api.replay_worker"


class LongWork:
    """One thread and one process, and whose turn it is."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "long work")
        self._asked: Counter[str] = Counter()  # by address: pieces that wait or are worked on
        self._turns: dict[str, asyncio.Lock] = {}
        self._free = asyncio.Lock()  # the process
        self._worker: WorkerProcess | None = None

    async def json(self, address: str, work: Callable[..., Any], *args: Any) -> bytes:
        """What comes of the work, as JSON; an address has one piece in the queue at a time."""
        if self._asked[address] >= MOST_WAITING:
            raise no.Busy
        self._asked[address] += 1
        turn = self._turns.setdefault(address, asyncio.Lock())
        try:
            async with turn:
                if any(isinstance(one, str) and len(one) > LONG_TEXT for one in args):
                    return await self._in_process(work.__name__, args)
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._thread, _encoded, work, args)
        finally:
            self._asked[address] -= 1
            if not self._asked[address]:
                del self._asked[address], self._turns[address]

    async def _in_process(self, name: str, args: tuple[Any, ...]) -> bytes:
        """A function of `replay.py`, called in the process."""
        async with self._free:
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    found, refusal = await self._call(name, args)
            except (TimeoutError, OSError, EOFError) as error:
                log.error("a long match couldn't be played again: %s", type(error).__name__)
                self._end()
                raise no.Busy from error
            except BaseException:
                self._end()  # its answer would be taken for the next one's
                raise
            worker = self._worker
            assert worker is not None
            asyncio.get_running_loop().call_later(IDLE_SECONDS, self._let_go, worker, worker.jobs)
        if refusal is not None:
            raise refusal
        assert found is not None
        return found

    async def _call(self, name: str, args: tuple[Any, ...]) -> Answer:
        if self._worker is None:
            self._worker = await WorkerProcess.start(WORKER, LINE_BYTES)
        await self._worker.give(packed((name, args)))
        answer: Answer = pickle.loads(await self._worker.exactly(int(await self._worker.line())))
        return answer

    def _let_go(self, worker: WorkerProcess, jobs: int) -> None:
        """End a process that has had nothing to do since."""
        if worker is self._worker and worker.jobs == jobs and not self._free.locked():
            self._end()

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()

    def close(self) -> None:
        """Work no more."""
        self._end()
        self._thread.shutdown(wait=False, cancel_futures=True)


def _encoded(work: Callable[..., Any], args: tuple[Any, ...]) -> bytes:
    return orjson.dumps(work(*args))
