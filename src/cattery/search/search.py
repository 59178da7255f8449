"""The search from Python: limits, threads, reuse of the tree, and what it found."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery.game import Game
from cattery.search import tree

if TYPE_CHECKING:
    from cattery.game import States
    from cattery.players.base import Seat

CHUNK_SECONDS = 0.008  # how long compiled code runs before Python looks at the clock again
FIRST_CHUNK = 32
EXPLORE = 0.7


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first."""

    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1
    settle_early: bool = True  # stop when the rest can't change the choice


@dataclass(frozen=True)
class Choice:
    """What the search thinks of one legal action."""

    action: int
    visits: int
    value: float  # expected payoff of the seat, -1 ... 1
    proof: int  # 1 a certain win, -1 a certain loss, 0 open


@dataclass(frozen=True)
class Report:
    """What the search found; the best choice comes first."""

    choices: tuple[Choice, ...]
    iterations: int
    seconds: float

    @property
    def best(self) -> Choice:
        """The choice to make."""
        return self.choices[0]


class _Arena:
    """One thread's tree, of bounded size."""

    def __init__(self, game: Game, seats: int, size: int) -> None:
        self.size = size
        self.roots = np.arange(seats if game.hidden else 1)
        self.nodes, self.edges, self.used = self._arrays()
        self.spare: tuple[Any, Any, Any] | None = None
        self.where = np.full(game.actions, tree.NONE, np.int32)
        self.scratch = np.zeros(1, game.dtype)
        self.sums = np.zeros(seats)

    def _arrays(self) -> tuple[Any, Any, Any]:
        return (
            np.zeros(self.size, tree.NODE),
            np.zeros(self.size, tree.EDGE),
            np.zeros(2, np.int64),
        )

    def clear(self, actor: int) -> None:
        """Forget everything; the roots are decisions of `actor`."""
        self.used[:] = 0
        self.sums[:] = 0
        for _ in self.roots:
            tree.new_node(self.nodes, self.used, 0, actor)

    def follow(self, actions: Sequence[int]) -> bool:
        """Make the position after `actions` the root, keeping what is known below it."""
        root = 0
        for action in actions:
            edge = tree.find_edge(self.nodes, self.edges, root, action)
            root = int(self.edges["child"][edge]) if edge != tree.NONE else tree.NONE
            if root == tree.NONE:
                return False
        if root:
            new = self.spare or self._arrays()
            tree.transplant(self.nodes, self.edges, root, *new)
            self.spare = self.nodes, self.edges, self.used
            self.nodes, self.edges, self.used = new
        return True

    def choices(self) -> dict[int, tuple[int, float, int]]:
        """Of each action at the root: visits, sum of payoffs, proof."""
        found = {}
        at = int(self.nodes["edges"][self.root])
        while at != tree.NONE:
            edge = self.edges[at]
            found[int(edge["action"])] = (
                int(edge["visits"]),
                float(edge["value"]),
                int(edge["proof"]),
            )
            at = int(edge["next"])
        return found

    root = 0


class Search:
    """One player's search through one match: it remembers the tree from move to move."""

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        explore: float | None = None,
        cut: int | None = None,
        hurried: bool = True,
        size: int = 1 << 18,
    ) -> None:
        self.game = game
        self.solid = not game.hidden and not game.chance
        own = {"explore": EXPLORE, "cut": -1} | game.facts.get("search", {})
        self.settings = np.array(
            [
                own["explore"] if explore is None else explore,
                own["cut"] if cut is None else cut,
                self.solid,
                hurried,
            ],
            np.float64,
        )
        self.size = size
        self._source = np.random.default_rng(seed)
        self._arenas: list[_Arena] = []
        self._played: tuple[int, ...] | None = None

    def run(
        self,
        seat: Seat,
        limits: Limits,
        *,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[Report], None] | None = None,
    ) -> Report:
        """Think about the seat's decision until a limit is reached."""
        began = time.perf_counter()
        world = seat.imagine(0)
        arenas = self._prepare(seat, world, limits.threads)
        run = _Run(self, arenas, world, seat.number, int(self._source.integers(0, 2**63)))
        legal = seat.actions
        while not self._enough(run, legal, limits, time.perf_counter() - began):
            if cancelled and cancelled():
                break
            run.chunk(limits, time.perf_counter() - began)
            if progress:
                progress(self._report(arenas, seat.number, legal, run.done, began))
        run.close()
        return self._report(arenas, seat.number, legal, run.done, began)

    def _prepare(self, seat: Seat, world: States, threads: int) -> list[_Arena]:
        """The arenas, with the old tree where it still fits."""
        seats = int(world["seats"][0])
        while len(self._arenas) < threads:
            self._arenas.append(_Arena(self.game, seats, self.size))
            self._played = None
        arenas = self._arenas[:threads]
        before, now = self._played, seat.played
        self._played = now if self.solid else None
        known = before is not None and now[: len(before)] == before and self.solid
        for arena in arenas:
            if not (known and before is not None and arena.follow(now[len(before) :])):
                arena.clear(int(world["actor"][0]))
            arena.root = seat.number if self.game.hidden else 0
        return arenas

    def _enough(self, run: _Run, legal: list[int], limits: Limits, spent: float) -> bool:
        if run.done and len(legal) == 1:
            return True
        if limits.iterations is not None and run.done >= limits.iterations:
            return True
        if limits.seconds is not None and spent >= limits.seconds:
            return True
        if run.proven or not run.done:
            return run.proven
        return limits.settle_early and run.settled(limits, spent)

    def _report(
        self, arenas: list[_Arena], seat: int, legal: list[int], done: int, began: float
    ) -> Report:
        found = [arena.choices() for arena in arenas]
        choices = [_merged(action, found) for action in legal]
        choices.sort(key=lambda c: (c.proof > 0, c.proof == 0, c.visits, c.value), reverse=True)
        return Report(tuple(choices), done, time.perf_counter() - began)


def _merged(action: int, found: list[dict[int, tuple[int, float, int]]]) -> Choice:
    rows = [arena[action] for arena in found if action in arena]
    visits = sum(row[0] for row in rows)
    proof = next((row[2] for row in rows if row[2]), 0)
    value = float(proof) if proof else sum(row[1] for row in rows) / visits if visits else 0.0
    return Choice(action, visits, value, proof)


class _Run:
    """One decision's iterations, in chunks, a thread per arena."""

    def __init__(
        self, search: Search, arenas: list[_Arena], world: States, seat: int, seed: int
    ) -> None:
        self.search, self.arenas, self.world, self.seat = search, arenas, world, seat
        self.seeds = [np.uint64(seed + (k << 32)) for k in range(len(arenas))]
        self.done = 0
        self.proven = False
        self.size = FIRST_CHUNK
        self.rate = 0.0
        self.pool = ThreadPoolExecutor(len(arenas)) if len(arenas) > 1 else None

    def chunk(self, limits: Limits, spent: float) -> None:
        """Run some more iterations, as many as fit into a chunk's time."""
        count = self.size
        if limits.iterations is not None:
            left = -(-(limits.iterations - self.done) // len(self.arenas))
            count = max(1, min(count, left))
        began = time.perf_counter()
        if self.pool is None:
            ran = [self._think(0, count)]
        else:
            ran = list(self.pool.map(self._think, range(len(self.arenas)), repeat(count)))
        took = max(time.perf_counter() - began, 1e-6)
        self.done += sum(ran)
        self.proven = any(n < count for n in ran)
        self.rate = sum(ran) / took
        self.size = max(1, min(int(count * CHUNK_SECONDS / took), 4 * self.size))
        if limits.seconds is not None:
            left_seconds = max(limits.seconds - spent - took, 0.0)
            self.size = max(1, min(self.size, int(left_seconds * self.rate) + 1))

    def close(self) -> None:
        """Let the threads go."""
        if self.pool is not None:
            self.pool.shutdown()

    def _think(self, k: int, count: int) -> int:
        arena = self.arenas[k]
        return int(
            tree.think(
                arena.nodes,
                arena.edges,
                arena.used,
                arena.roots,
                self.world,
                arena.scratch,
                self.seat,
                self.seeds[k],
                self.done,
                count,
                self.search.settings,
                arena.where,
                arena.sums,
            )
        )

    def settled(self, limits: Limits, spent: float) -> bool:
        """Whether the most visited choice can't be overtaken by what is left to do."""
        left = float("inf")
        if limits.iterations is not None:
            left = limits.iterations - self.done
        if limits.seconds is not None:
            left = min(left, (limits.seconds - spent) * self.rate)
        visits = sorted((sum(v) for v in _visits(self.arenas).values()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > left


def _visits(arenas: list[_Arena]) -> dict[int, list[int]]:
    visits: dict[int, list[int]] = {}
    for arena in arenas:
        for action, row in arena.choices().items():
            visits.setdefault(action, []).append(row[0] if row[2] >= 0 else 0)
    return visits
