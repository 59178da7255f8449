"""Work through a list in threads, or in processes that end with the one that counts."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from cattery.errors import LostWorker

T = TypeVar("T")

GRACE = 5.0  # seconds in which an orphaned process may end by itself, its players dismissed


class Pool(Protocol):
    """Whoever works through a list: processes of this machine, or a cluster (`ray_pool.py`)."""

    def each(self, run: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """What `run` makes of every task, as it comes."""

    def finished(self) -> list[Any]:
        """What is done but was perhaps not taken from `each`, for who breaks off and loses none."""


class WorkerPool:
    """So many workers. Whatever ends the work early, Ctrl-C too, ends them with it."""

    def __init__(self, jobs: int, *, apart: bool = True) -> None:
        """With `apart` they are processes, for work that keeps the interpreter busy."""
        self._jobs, self._apart = jobs, apart
        self._others = {child.pid for child in multiprocessing.active_children()}
        self._pool = _processes(jobs) if apart else ThreadPoolExecutor(jobs)
        self._running: set[Future[Any]] = set()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._apart and self._running:
            for child in multiprocessing.active_children():
                if child.pid not in self._others:
                    child.terminate()
        self._pool.shutdown(wait=True)

    def each(self, run: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """What `run` makes of every task, as it comes; only a few wait, so that an end comes soon.

        LostWorker if somebody has ended a process from outside.
        """
        left = iter(tasks)
        try:
            while True:
                while len(self._running) < 2 * self._jobs and (task := next(left, None)):
                    self._running.add(self._submit(run, task))
                if not self._running:
                    return
                done, _ = wait(self._running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
                    self._running.discard(future)  # only now is it surely in good hands
        except BrokenProcessPool as error:
            raise LostWorker() from error

    def finished(self) -> list[Any]:
        """What is done but was perhaps not taken from `each`, for who breaks off and loses none."""
        done = [future for future in self._running if future.done() and not future.cancelled()]
        return [future.result() for future in done if future.exception() is None]

    def _submit(self, run: Callable[..., T], task: tuple[Any, ...]) -> Future[T]:
        if self._apart:
            return self._pool.submit(_work, run, task)
        return self._pool.submit(run, *task)


def _processes(jobs: int) -> Executor:
    """Processes that are started afresh: a copy of one with threads may hang."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_work)


# --- in a working process -------------------------------------------------------------------------

_ending = False  # nothing more is to be begun


def _begin_work() -> None:
    """Ctrl-C is for the process that counts; this one ends when it is told to, or left alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end_work)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_work(*_: Any) -> None:
    global _ending
    if not _ending:
        _ending = True
        raise SystemExit  # out of the work, whose players are dismissed on the way


def _end_with_parent() -> None:
    """A process that waits for work holds the pipe's other end itself: it would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)


def _work(run: Callable[..., T], task: tuple[Any, ...]) -> T:
    if _ending:
        raise LostWorker()
    try:
        return run(*task)
    except SystemExit:  # must not end the process that counts as well
        raise LostWorker() from None
