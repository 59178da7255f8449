"""Work through a list on a Ray cluster (extra `ray`), which may be many machines."""

from __future__ import annotations

import contextlib
import logging
import os
import platform
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar
from urllib.parse import urlsplit

from cattery.arena.errors import (
    ClusterUnreachable,
    NoCode,
    NodeRefuses,
    NoRay,
    ProgramElsewhere,
)
from cattery.arena.setup import Setup
from cattery.errors import CatteryError, LostWorker
from cattery.players.foreign import is_foreign

T = TypeVar("T")

KNOCK = 10.0  # seconds in which a cluster's address must answer: Ray itself tries for minutes
NEW_NODES = 5.0  # seconds after which the cluster is asked again how large it is
RETRIES = 10  # deaths of a worker or its node in the same task before it is given up
QUEUED = 2  # tasks for each processor, so that none waits for this process


def connect(setup: Setup, address: str | None = None, *, jobs: int | None = None) -> RayPool:
    """The cluster at an address, for the matches of an arena.

    Without an address: the one that `RAY_ADDRESS` names, the one that this machine belongs to, or
    a cluster of this machine alone, which ends with the pool.
    """
    for name in setup.players:
        if is_foreign(name):
            raise ProgramElsewhere(player=name)
    try:
        import ray
    except ImportError as error:
        raise NoRay() from error
    address = address or os.environ.get("RAY_ADDRESS") or None
    try:
        if address is not None:
            _knock(address)
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray raises whatever comes to hand
        place = address or platform.node()
        raise ClusterUnreachable(address=place, why=_first_line(error)) from error
    return RayPool(ray, jobs)


def _knock(address: str) -> None:
    """Raise OSError if nobody listens at HOST:PORT; Ray's own words, such as `auto`, are its own.

    >>> _knock("auto")
    """
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), KNOCK).close()


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "") or type(error).__name__


class RayPool:
    """The processors of a cluster, or `jobs` of them. Its end ends what they are at."""

    def __init__(self, ray: Any, jobs: int | None = None) -> None:
        """With Ray's module, which must be connected."""
        self._ray, self._jobs = ray, jobs
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(_on_node)
        self._running: set[Any] = set()

    def __enter__(self) -> RayPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()

    def each(self, run: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        """What `run` makes of every task, as it comes. What a node or a process was at when it
        died, another begins anew; LostWorker if that happens to the same task again and again."""
        left = iter(tasks)
        while True:
            room = self._room()
            while len(self._running) < room and (task := next(left, None)):
                self._running.add(self._task.remote(run, task))
            if not self._running:
                return
            done, _ = self._ray.wait(list(self._running), timeout=NEW_NODES)
            for promise in done:
                yield self._result(promise)
                self._running.discard(promise)  # only now is it surely in good hands

    def finished(self) -> list[Any]:
        """What is done but was perhaps not taken from `each`, for who breaks off and loses none."""
        running = list(self._running)
        done, _ = self._ray.wait(running, num_returns=len(running), timeout=0)
        found = []
        for promise in done:
            with contextlib.suppress(CatteryError):
                found.append(self._result(promise))
        return found

    def _room(self) -> int:
        """How many tasks may be there at the same time; nodes come and go."""
        if self._jobs is not None:
            return self._jobs
        return QUEUED * max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _result(self, promise: Any) -> Any:
        from ray.exceptions import RayError, RayTaskError

        try:
            return self._ray.get(promise)
        except RayTaskError as error:
            if isinstance(error.cause, RayError):  # it couldn't even read the task
                node = re.search(r"ip=([\w.:]+)", str(error))
                why = NoCode(detail=_first_line(error.cause))
                raise NodeRefuses(node=node[1] if node else "?", why=why) from error
            raise error.cause from None
        except RayError as error:
            raise LostWorker() from error


# --- on a node ------------------------------------------------------------------------------------


def _on_node(run: Callable[..., T], task: tuple[Any, ...]) -> T:
    """Do a task, or say on which machine it can't be done."""
    try:
        return run(*task)
    except CatteryError as error:
        raise NodeRefuses(node=platform.node(), why=error) from None
