"""Analyses of finished matches: judged in processes of their own, told move by move.

All who ask for the same match share one analysis; a finished one is kept for those who ask later.
When everybody has gone, the work ends too.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import orjson

from cattery.server import refusals as no
from cattery.server.settings import Settings
from cattery.server.worker_process import WorkerProcess
from cattery.text import LANGUAGES

log = logging.getLogger("cattery.analysis_jobs")

KEPT_BYTES = 32 * 1024 * 1024  # of finished analyses
WAITING = 20  # analyses that haven't begun
EACH = 3  # unfinished analyses of one address
PATIENCE = 3.0  # seconds that work goes on though nobody listens: a page may be reloading
REPEAT = 15.0  # seconds after which those who wait are told again, so that no proxy hangs up
LONGEST = 600.0  # seconds for one match
IDLE = 120.0  # seconds after which a process without work is let go
LINE_BYTES = 4 * 1024 * 1024
WORKER = "cattery.server.thinking.analysis_worker"

Telling = dict[str, bytes]  # a line for the page, by language


@dataclass(eq=False)
class Job:
    """One match that is judged, or was."""

    key: str
    text: str  # the saved match; dropped at the end
    address: str  # of the first who asked
    told: list[Telling] = field(default_factory=list)
    listeners: int = 0
    begun: bool = False
    ended: bool = False
    size: int = 0
    task: asyncio.Task[None] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, telling: Telling | None = None) -> None:
        """Add a line, and wake those who listen."""
        if telling is not None:
            self.told.append(telling)
            self.size += sum(len(line) for line in telling.values())
        self.news.set()
        self.news = asyncio.Event()


class AnalysisJobs:
    """Judges matches, so many at once, in the order in which they were asked for."""

    def __init__(self, settings: Settings) -> None:
        self._seconds = settings.analysis_seconds
        self._free = asyncio.Semaphore(settings.analyses_at_once)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._idle: list[WorkerProcess] = []

    def job(self, text: str) -> Job | None:
        """The analysis of this match, if there is one."""
        job = self._jobs.get(_key(text))
        if job is not None and job.ended:
            self._jobs.move_to_end(job.key)  # asked for again: the last to be forgotten
        return job

    def begin(self, text: str, address: str) -> Job:
        """Have a match judged, as soon as it is its turn; nobody may fill the queue alone."""
        unfinished = [job for job in self._jobs.values() if not job.ended]
        if sum(job.address == address for job in unfinished) >= EACH:
            raise no.TooFast
        if sum(not job.begun for job in unfinished) >= WAITING:
            raise no.Busy
        job = self._jobs[_key(text)] = Job(_key(text), text, address)
        job.task = asyncio.create_task(self._run(job))
        self._abandon_soon(job)  # whoever asked may be gone before the first line
        return job

    async def follow(self, job: Job, lang: str) -> AsyncIterator[bytes]:
        """What there is to tell of an analysis, line by line, up to its end."""
        job.listeners += 1
        try:
            at = 0
            while True:
                news = job.news
                if not job.begun and not job.ended:
                    yield _line({"type": "queued", "ahead": self._ahead(job)})
                for telling in job.told[at:]:
                    at += 1
                    yield telling[lang]
                if job.ended:
                    return
                if news is job.news:
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(REPEAT):
                            await news.wait()
        finally:
            job.listeners -= 1
            self._abandon_soon(job)

    async def close(self) -> None:
        """End everything."""
        jobs = list(self._jobs.values())
        for job in jobs:
            self._drop(job)
        await asyncio.gather(*(job.task for job in jobs if job.task), return_exceptions=True)
        while self._idle:
            await self._idle.pop().end()

    def _ahead(self, job: Job) -> int:
        before = 0
        for other in self._jobs.values():
            if other is job:
                break
            before += not other.ended
        return before

    def _abandon_soon(self, job: Job) -> None:
        asyncio.get_running_loop().call_later(PATIENCE, self._abandon, job)

    def _abandon(self, job: Job) -> None:
        """End the work on a match if nobody listens."""
        if not job.listeners and not job.ended:
            self._drop(job)

    def _drop(self, job: Job) -> None:
        self._jobs.pop(job.key, None)
        if job.task is not None:
            job.task.cancel()

    async def _run(self, job: Job) -> None:
        try:
            async with self._free:
                job.begun = True
                async with asyncio.timeout(LONGEST):
                    await self._judge(job)
        except asyncio.CancelledError:
            job.tell(_failure())
            raise
        except Exception as error:
            log.error("a match couldn't be analysed: %s", error)
            self._jobs.pop(job.key, None)
            job.tell(_failure())
        finally:
            job.ended, job.text = True, ""
            job.tell()
            for other in self._jobs.values():
                if not other.begun:
                    other.tell()  # one place further in the queue
            self._forget_old()

    async def _judge(self, job: Job) -> None:
        worker = self._idle.pop() if self._idle else await WorkerProcess.start(WORKER, LINE_BYTES)
        try:
            async for message in _judged(worker, job.text, self._seconds):
                if message["type"] == "failed":
                    raise RuntimeError("the match couldn't be judged")
                job.tell(_telling(message))
        except BaseException:
            await worker.end()
            raise
        self._idle.append(worker)
        asyncio.get_running_loop().call_later(IDLE, self._let_go, worker, worker.jobs)

    def _let_go(self, worker: WorkerProcess, jobs: int) -> None:
        """End a process that has had nothing to do since."""
        if worker in self._idle and worker.jobs == jobs:
            self._idle.remove(worker)
            worker.kill()

    def _forget_old(self) -> None:
        size = sum(job.size for job in self._jobs.values())
        for job in [job for job in self._jobs.values() if job.ended]:
            if size <= KEPT_BYTES:
                return
            size -= job.size
            del self._jobs[job.key]


async def _judged(
    worker: WorkerProcess, text: str, seconds: float
) -> AsyncIterator[dict[str, Any]]:
    """The messages of one job, to its end."""
    await worker.give(_line({"text": text, "seconds": seconds}))
    while True:
        message: dict[str, Any] = orjson.loads(await worker.line())
        yield message
        if message["type"] in ("done", "failed"):
            return


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _line(message: dict[str, Any]) -> bytes:
    return orjson.dumps(message) + b"\n"


def _telling(message: dict[str, Any]) -> Telling:
    """A worker's message as the pages get it: a judgement in the language of each."""
    words = message.pop("words", None)
    if words is None:
        return dict.fromkeys(LANGUAGES, _line(message))
    return {lang: _line({**message, "judgement": words[lang]}) for lang in LANGUAGES}


def _failure() -> Telling:
    refusal = no.NotAnalysed()
    return {
        lang: _line({"type": "failed", "code": refusal.code, "text": refusal.text(lang)})
        for lang in LANGUAGES
    }
