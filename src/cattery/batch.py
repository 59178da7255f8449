"""Batch: an array of states stepped together, in chunks over threads."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from cattery import loops
from cattery.errors import BadNumber
from cattery.game import Game

Array = np.ndarray[Any, Any]


class Batch:
    """Many games of one kind at once; a game that ends is dealt anew.

    >>> import cattery
    >>> batch = Batch(cattery.game("huupp"), 100, seats=2, seed=1)
    >>> for _ in range(200):
    ...     payoffs, done = batch.step(batch.sample())
    >>> payoffs.shape, bool((payoffs.sum(axis=1) == 0).all())
    ((100, 2), True)
    """

    def __init__(
        self,
        game: Game,
        size: int,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        if threads < 1:
            raise BadNumber(name="threads", value=threads)
        count = game.seats[0] if seats is None else seats
        self.game = game
        self.states: Array = np.repeat(game.blank(count, options or {}), size)
        self.actions = np.zeros(size, np.int32)
        self.payoffs = np.zeros((size, count))
        self.done = np.zeros(size, np.uint8)
        self._chunks = _chunks(size, threads)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.each(loops.batch_start, np.uint64(seed))

    def __len__(self) -> int:
        return len(self.states)

    def each(self, run: Callable[..., Any], *arguments: Any) -> None:
        """Run a kernel over all states, a chunk per thread."""
        if self._pool is None:
            run(self.states, 0, len(self.states), *arguments)
            return
        jobs = [self._pool.submit(run, self.states, a, b, *arguments) for a, b in self._chunks]
        for job in jobs:
            job.result()

    def step(self, actions: Array) -> tuple[Array, Array]:
        """Carry out an action per game: (payoffs, done). Payoffs count where done; the arrays are
        reused by the next step."""
        self.each(loops.batch_step, actions, self.payoffs, self.done)
        return self.payoffs, self.done

    def sample(self) -> Array:
        """A random legal action per game."""
        self.each(loops.batch_sample, self.actions)
        return self.actions

    def mask(self) -> Array:
        """A byte per game and action: 1 where legal."""
        mask = np.empty((len(self.states), self.game.actions), np.int8)
        self.each(loops.batch_mask, mask)
        return mask

    def observe(self) -> Array:
        """What the actor of each game sees, as int8 planes."""
        shape = self.game.observation_shape
        planes = np.empty((len(self.states), int(np.prod(shape))), np.int8)
        self.each(loops.batch_observe, planes)
        return planes.reshape(len(self.states), *shape)


def _chunks(size: int, threads: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, size, max(1, threads) + 1).astype(int).tolist()
    return list(pairwise(edges))


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
