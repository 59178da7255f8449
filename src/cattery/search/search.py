"""The search from Python: limits, threads, reuse of the tree, and what it found."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import repeat
from statistics import mode
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery.game import Game
from cattery.kernel import SHOWN, UNNOTICED, implements, notice, urge
from cattery.search import tree
from cattery.search.habits import habit_weights
from cattery.search.settings import SearchSettings, open_to_two

if TYPE_CHECKING:
    from cattery.game import Habits, States
    from cattery.learned import Learned
    from cattery.seat import Seat

CHUNK_SECONDS = 0.008  # how long compiled code runs before Python looks at the clock again
FIRST_CHUNK = 32
MARKS = 16  # how often a limit of iterations is looked at before it is reached
FEWEST_VISITS = 8  # of a decision that may be told of
FEWEST_PAYOFFS = 2  # from which a spread can be told
EVERYBODY = -1
SIZE = 1 << 19  # nodes and edges of a tree: about a second's, 56 bytes each pair
MOST_FORCED = 8  # steps after which a tree is given up
URGES = 15  # how often others are asked what they would do; a line tells what they mostly say


@dataclass(frozen=True)
class Limits:
    """When to stop: whichever comes first."""

    seconds: float | None = None
    iterations: int | None = None
    threads: int = 1
    settle_early: bool = True  # stop when the rest can't change the choice

    def __post_init__(self) -> None:
        if self.seconds is None and self.iterations is None:
            raise ValueError("a search needs a limit: seconds or iterations")


@dataclass(frozen=True)
class Choice:
    """What the search thinks of one legal action."""

    action: int
    visits: int
    value: float  # expected payoff of the seat, -1 ... 1
    proof: int  # 1 a certain win, -1 a certain loss, 0 open


@dataclass(frozen=True)
class Step:
    """One decision of a line, in a world that the seat imagines."""

    before: States
    action: int
    after: States

    def tells(self, seat: int) -> bool:
        """Whether chance fell or the seat was shown something: it can't know how it would go on."""
        if self.after["rng"][0] != self.before["rng"][0]:
            return True
        shown, own = self.after["revealed"][0], self.before["actor"][0] == seat
        return bool(shown == SHOWN if own else shown)


@dataclass(frozen=True)
class SearchReport:
    """What the search found; the best choice comes first, then those looked into most."""

    choices: tuple[Choice, ...]
    iterations: int
    seconds: float
    usual: int | None = None  # the action that `weigh` likes best, where the search looked at any

    @property
    def best(self) -> Choice:
        """The choice to make."""
        return self.choices[0]


class _Arena:
    """One thread's tree, of bounded size."""

    def __init__(self, search: Search, seats: int) -> None:
        game, size = search.game, search.size
        self.size = size
        self.root = 0  # that of the seat which thinks
        scratch = np.zeros(1, game.dtype)
        self.trees = tree.Trees(
            *self._arrays(),
            liked=np.empty((size, tree.LIKED), np.int32) if search.keep else None,
            roots=np.arange(search.trees(seats)),
            where=np.full(game.actions, tree.NONE, np.int32),
            scratch=scratch,
            words=scratch.view(np.uint64) if search.settings.outcomes else None,
            sums=np.zeros(seats),
            moments=np.zeros(3),
            span=np.zeros(2),
            **self._habits(search.habits, seats) | self._learned(search),
        )
        self.spare: tuple[Any, Any, Any] | None = None

    @staticmethod
    def _habits(known: Habits | None, seats: int) -> dict[str, Any]:
        """The game's habits, and room for how likely they are and for those that are drawn."""
        if known is None:
            return {"population": None, "weights": None, "habits": None}
        count, numbers = known.rows.shape
        return {
            "population": known.rows,
            "weights": np.zeros((seats, count)),
            "habits": np.zeros((seats, numbers)),
        }

    @staticmethod
    def _learned(search: Search) -> dict[str, Any]:
        """What was learned, and room to work with it."""
        senses = search.game.senses
        if search.learned is None or senses is None:
            return dict.fromkeys(("value", "policy", "hidden", "likes", "sensed"))
        value, policy = search.learned
        by_policy = search.perfect_information and search.settings.widen > 0
        return {
            "value": value,
            "policy": policy if by_policy else None,
            "hidden": np.zeros(value.shape[1], np.float32),
            "likes": np.zeros(search.game.actions, np.float32),
            "sensed": np.zeros(senses.most, np.int32),
        }

    def _arrays(self) -> tuple[Any, Any, Any]:
        """Nodes, edges, and how many of each are taken."""
        return (
            np.zeros(self.size, tree.NODE),
            np.zeros(self.size, tree.EDGE),
            np.zeros(2, np.int64),
        )

    @property
    def nbytes(self) -> int:
        """What the tree takes up, with its spare."""
        arrays = (self.trees.nodes, self.trees.edges, self.trees.liked, *(self.spare or ()))
        return sum(array.nbytes for array in arrays if array is not None)

    def clear(self, actor: int) -> None:
        """Forget everything; the roots are decisions of `actor`."""
        trees = self.trees
        trees.roots[:] = np.arange(len(trees.roots))
        trees.used[:] = 0
        trees.sums[:] = 0
        trees.span[:] = np.inf, -np.inf
        for _ in trees.roots:
            tree.new_node(trees.nodes, trees.used, 0, actor)

    def follow(self, actions: Sequence[int]) -> bool:
        """Make the position after `actions` the root, keeping what is known below it."""
        root, old = 0, self.trees
        for action in actions:
            edge = tree.find_edge(old.nodes, old.edges, root, action)
            root = int(old.edges["child"][edge]) if edge != tree.NONE else tree.NONE
            if root == tree.NONE:
                return False
        if root:
            nodes, edges, used = self.spare or self._arrays()
            tree.transplant(old.nodes, old.edges, root, nodes, edges, used)
            self.spare = old.nodes, old.edges, old.used
            self.trees = old._replace(nodes=nodes, edges=edges, used=used)
        return True

    def enter(self, steps: Sequence[Step]) -> bool:
        """Go on below own steps: their node becomes the root, the rest of the tree stays behind."""
        trees, node = self.trees, self.root
        for step in steps:
            mover = int(step.before["actor"][0])
            edge = tree.find_edge(trees.nodes, trees.edges, node, step.action)
            key = int(notice(step.after[0], step.action, mover, mover))
            node = tree.NONE if edge == tree.NONE else self.below(edge, key)
            if node == tree.NONE:
                return False
        self.root = trees.roots[0] = node
        return True

    def choices(self) -> dict[int, tuple[int, float, int]]:
        """Of each action at the root: visits, sum of payoffs, proof."""
        found = {}
        at = int(self.trees.nodes["edges"][self.root])
        while at != tree.NONE:
            edge = self.trees.edges[at]
            found[int(edge["action"])] = (
                int(edge["visits"]),
                float(edge["value"]),
                int(edge["proof"]),
            )
            at = int(edge["next"])
        return found

    def first(self) -> int:
        """The action at the root that was tried first: what `weigh` likes best."""
        at, found = int(self.trees.nodes["edges"][self.root]), tree.NONE
        while at != tree.NONE:
            action = int(self.trees.edges["action"][at])
            found = action if action >= 0 else found
            at = int(self.trees.edges["next"][at])
        return found

    def favourite(self, node: int, legal: Sequence[int]) -> int:
        """The legal edge of a node that the search likes best, NONE where it has hardly looked."""
        best, rank = tree.NONE, (-2, 0)
        at = int(self.trees.nodes["edges"][node])
        while at != tree.NONE:
            edge = self.trees.edges[at]
            here = (int(edge["proof"]), int(edge["visits"]))
            seen = here[0] > 0 or here[1] >= FEWEST_VISITS
            if seen and here > rank and int(edge["action"]) in legal:
                best, rank = at, here
            at = int(edge["next"])
        return best

    def below(self, edge: int, key: int) -> int:
        """The node below an edge for what was noticed, or NONE."""
        at = int(self.trees.edges["child"][edge])
        while at != tree.NONE and int(self.trees.nodes["key"][at]) != key:
            at = int(self.trees.nodes["next"][at])
        return at


class Search:
    """One player's search through one match: it remembers the tree from move to move."""

    def __init__(
        self,
        game: Game,
        settings: SearchSettings | None = None,
        *,
        seed: int | None = None,
        size: int = SIZE,
        learned: Learned | None = None,
    ) -> None:
        """Without settings it searches as `[search]` of the game's `game.toml` says.

        `learned` takes the place of what the game itself has learned.
        """
        self.game = game
        own = settings or SearchSettings.of(game)
        self.single_tree = own.single_tree
        # Wins and losses can be proven, and the tree be kept from move to move.
        self.perfect_information = open_to_two(game) and not own.single_tree
        self.keep = own.keep and own.widen > 0 and not self.perfect_information
        by_outcome = game.chance and not game.hidden and not implements(game.dtype, "notice")
        self.settings = tree.TreeSettings(
            explore=own.explore,
            cut=own.cut,
            stages=own.stages,
            widen=own.widen,
            outcomes=own.outcomes if by_outcome else 0,
            perfect_information=self.perfect_information,
            by_urge=own.playout_policy == "urge",
            single_tree=own.single_tree,
            guess=own.guess,
            scaled=False,
        )
        self.learned = (learned or game.learned) if own.learned else None
        # How others may be, where they do as they are urged.
        self.habits = game.habits if own.habits and own.playout_policy == "urge" else None
        self.margin = own.margin
        self.size = size
        self._source = np.random.default_rng(seed)
        self._arenas: list[_Arena] = []
        self._played: tuple[int, ...] | None = None
        self._last: tuple[States, int] | None = None  # what was thought about, and the best choice

    def run(
        self,
        seat: Seat,
        limits: Limits,
        *,
        cancelled: Callable[[], bool] | None = None,
        progress: Callable[[SearchReport], None] | None = None,
        resume: bool = False,
    ) -> SearchReport:
        """Think about the seat's decision until a limit is reached.

        With `resume` it goes on from what it thought about the seat's last decision, if the best
        choice was made and nothing else has come to the seat's knowledge since.
        """
        world = seat.imagine(0)
        arenas = self._prepare(seat, world, limits.threads, resume)
        run = _Run(self, arenas, world, seat.number, int(self._source.integers(0, 2**63)))
        legal = seat.actions
        run.load()
        began = time.perf_counter()
        with run:
            while not self._enough(run, legal, limits, time.perf_counter() - began):
                if cancelled and cancelled():
                    break
                run.chunk(limits, time.perf_counter() - began)
                if progress:
                    progress(self._reported(arenas, legal, run.done, began))
        report = self._reported(arenas, legal, run.done, began)
        self._last = world, report.best.action
        return report

    def line(self, seat: Seat, action: int, longest: int = 8) -> list[Step]:
        """How the search that was run last thinks that play goes on after `action`.

        Others choose in one world that fits what the seat knows. The line ends where the search has
        hardly looked, where chance or a reveal would have to be guessed, or others act unseen.
        """
        arena, world = self._arenas[0], seat.imagine(0)
        at = {knower: int(root) for knower, root in zip(self._knowers(seat), arena.trees.roots)}
        steps: list[Step] = []
        chosen: int | None = action
        while chosen is not None and len(steps) < longest:
            step = _step(self.game, world, chosen)
            tells = step.tells(seat.number)
            if steps and tells:
                break
            steps.append(step)
            if tells or (self.game.at_once and step.after["actor"][0] != seat.number):
                break
            at = _moved(arena, at, step)
            world, chosen = step.after, _expected(self.game, arena, at, step.after)
        return steps

    def value(
        self,
        seat: Seat,
        limits: Limits,
        *,
        cancelled: Callable[[], bool] | None = None,
    ) -> tuple[float, int]:
        """What the seat may expect as things stand, whoever decides: (payoff, proof)."""
        began = time.perf_counter()
        world = seat.imagine(0)
        self.forget()
        arenas = self._prepare(seat, world, limits.threads)
        self.forget()
        run = _Run(self, arenas, world, seat.number, int(self._source.integers(0, 2**63)))
        limits = replace(limits, settle_early=False)
        with run:
            while not self._enough(run, [], limits, time.perf_counter() - began):
                if cancelled and cancelled():
                    break
                run.chunk(limits, time.perf_counter() - began)
        root = arenas[0].trees.nodes[0]
        if self.perfect_information and root["proof"]:
            own = int(root["actor"]) == seat.number
            proof = int(root["proof"]) if own else -int(root["proof"])
            return float(proof), proof
        total = sum(float(arena.trees.sums[seat.number]) for arena in arenas)
        return total / max(1, run.done), 0

    def forget(self) -> None:
        """Begin anew with the next decision."""
        self._played = self._last = None

    @property
    def nbytes(self) -> int:
        """What the trees that are remembered take up."""
        return sum(arena.nbytes for arena in self._arenas)

    def free(self) -> None:
        """Give the memory of the trees back; a search that is running keeps its own to its end."""
        self._arenas = []
        self.forget()

    def _prepare(
        self, seat: Seat, world: States, threads: int, resume: bool = False
    ) -> list[_Arena]:
        """The arenas, with the old tree where it still fits."""
        seats = int(world["seats"][0])
        while len(self._arenas) < threads:
            self._arenas.append(_Arena(self, seats))
            self.forget()
        del self._arenas[threads:]  # they would stay behind
        arenas = self._arenas
        if self.habits is not None:
            weights = habit_weights(self.habits, seat, world)
            for arena in arenas:
                arena.trees.weights[:] = weights
        before, now = self._played, seat.played
        self._played = now if self.perfect_information else None
        known = before is not None and now[: len(before)] == before and self.perfect_information
        steps = self._steps_here(seat, world) if resume and not self.perfect_information else []
        for arena in arenas:
            arena.trees.moments[:] = 0  # payoffs of earlier roots tell nothing of this one's spread
            if steps and arena.enter(steps):
                continue
            if not (known and before is not None and arena.follow(now[len(before) :])):
                arena.clear(int(world["actor"][0]))
            arena.root = seat.number if len(arena.trees.roots) > 1 else 0
        return arenas

    def _steps_here(self, seat: Seat, world: States) -> list[Step]:
        """The step that was thought best at the last decision and those that were forced after it,
        if they alone have led to this one; else none."""
        if self._last is None or self.trees(seat.seats) > 1:
            return []
        steps: list[Step] = []
        now, action = self._last
        while len(steps) < MOST_FORCED and int(now["actor"][0]) == seat.number:
            steps.append(_step(self.game, now, action))
            now = steps[-1].after
            if steps[-1].tells(seat.number):
                break
            if self._knows_as_much(seat, now, world):
                return steps
            legal = self.game.legal(now)
            if len(legal) != 1:
                break
            action = legal[0]
        return []

    def _knows_as_much(self, seat: Seat, now: States, world: States) -> bool:
        """Whether the seat knows in a state what it knows in a world that it has imagined."""
        if self.game.at_once:  # who else is done meanwhile makes no difference
            now = now.copy()
            now["waiting"] = world["waiting"]
        return self.game.imagine(now, seat.number, rng=0).tobytes() == world.tobytes()

    def trees(self, seats: int) -> int:
        """How many trees there are: one, or one per seat."""
        return seats if self.game.hidden and not self.single_tree else 1

    def _knowers(self, seat: Seat) -> list[int]:
        """Whose knowledge each tree follows: one seat's, or EVERYBODY's."""
        if self.single_tree:
            return [seat.number]
        return list(range(seat.seats)) if self.game.hidden else [EVERYBODY]

    def _reported(
        self, arenas: list[_Arena], legal: list[int], done: int, began: float
    ) -> SearchReport:
        """What was found; with a margin the usual choice stands where no other is clearly better.

        The usual one is what `weigh` likes best: if the others are taken for what they aren't, it
        costs little.
        """
        usual = arenas[0].first()
        report = replace(_report(arenas, legal, done, began), usual=usual)
        at = next((k for k, each in enumerate(report.choices) if each.action == usual), 0)
        best, stands = report.best, report.choices[at]
        if not (self.margin and at and stands.visits) or best.proof or stands.proof:
            return report
        if best.value - stands.value >= self.margin * _error(arenas, best, stands):
            return report
        rest = report.choices[:at] + report.choices[at + 1 :]
        return replace(report, choices=(stands, *rest))

    def _enough(self, run: _Run, legal: list[int], limits: Limits, spent: float) -> bool:
        if run.done and len(legal) == 1:
            return True
        if limits.iterations is not None and run.done >= limits.iterations:
            return True
        if run.proven or not run.done:
            return run.proven
        if limits.seconds is not None and spent >= limits.seconds:
            return True
        if not (limits.settle_early and run.at_mark(limits)):
            return False
        leader = run.settled(limits, spent)
        # With a margin the answer hangs on values, which go on changing, but where both are one.
        return leader is not None and (not self.margin or leader == run.arenas[0].first())


def _report(arenas: list[_Arena], legal: list[int], done: int, began: float) -> SearchReport:
    found = [arena.choices() for arena in arenas]
    choices = [_merged(action, found) for action in legal]
    choices.sort(key=lambda c: (c.proof > 0, c.proof == 0, c.visits, c.value), reverse=True)
    return SearchReport(tuple(choices), done, time.perf_counter() - began)


def _error(arenas: list[_Arena], one: Choice, other: Choice) -> float:
    """The standard error of the difference between two values, by the spread of all payoffs seen
    from this root; infinite where that can't be told."""
    count, total, squares = sum(arena.trees.moments for arena in arenas)
    if count < FEWEST_PAYOFFS:
        return math.inf
    variance = max(0.0, squares / count - (total / count) ** 2)
    return math.sqrt(variance * (1 / one.visits + 1 / other.visits))


def _step(game: Game, world: States, action: int) -> Step:
    after = world.copy()
    game.apply(after, action)
    return Step(world, action, after)


def _moved(arena: _Arena, at: dict[int, int], step: Step) -> dict[int, int]:
    """Where each tree stands after a step."""
    mover = int(step.before["actor"][0])
    moved = {}
    for knower, node in at.items():
        own = knower in (mover, EVERYBODY)
        key = int(notice(step.after[0], step.action, mover, mover if own else knower))
        if key == UNNOTICED:
            moved[knower] = node
            continue
        edge = tree.NONE
        if node != tree.NONE:
            nodes, edges = arena.trees.nodes, arena.trees.edges
            edge = tree.find_edge(nodes, edges, node, step.action if own else -2 - key)
        moved[knower] = tree.NONE if edge == tree.NONE else arena.below(edge, key if own else 0)
    return moved


def _expected(game: Game, arena: _Arena, at: dict[int, int], world: States) -> int | None:
    """What the actor of a world is expected to choose."""
    if world["over"][0]:
        return None
    node = at.get(EVERYBODY, at.get(int(world["actor"][0])))
    if node is None:
        return _urged(world)
    if node == tree.NONE:
        return None
    edge = arena.favourite(node, game.legal(world))
    return None if edge == tree.NONE else int(arena.trees.edges["action"][edge])


def _urged(world: States) -> int:
    """What the actor of a world mostly feels like doing."""
    asked = world.copy()
    return mode(int(urge(asked[0])) for _ in range(URGES))


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
        self.arenas, self.world, self.seat = arenas, world, seat
        self.settings = search.settings._replace(scaled=int(world["seats"][0]) == 1)
        self.seeds = [np.uint64(seed + (k << 32)) for k in range(len(arenas))]
        self.done = 0
        self.before = 0
        self.proven = False
        self.size = FIRST_CHUNK
        self.rate = 0.0
        self.pool = ThreadPoolExecutor(len(arenas)) if len(arenas) > 1 else None

    def load(self) -> None:
        """Compile the kernel or load it from the cache: that is no time to think."""
        self._think(0, 0)

    def chunk(self, limits: Limits, spent: float) -> None:
        """Run some more iterations, as many as fit into a chunk's time."""
        count = self.size
        if limits.iterations is not None:
            stop = min(limits.iterations, (self.done // _stride(limits) + 1) * _stride(limits))
            count = max(1, min(count, -(-(stop - self.done) // len(self.arenas))))
        began = time.perf_counter()
        if self.pool is None:
            ran = [self._think(0, count)]
        else:
            ran = list(self.pool.map(self._think, range(len(self.arenas)), repeat(count)))
        took = max(time.perf_counter() - began, 1e-6)
        self.before = self.done
        self.done += sum(ran)
        self.proven = any(n < count for n in ran)
        self.rate = sum(ran) / took
        self.size = max(1, min(int(count * CHUNK_SECONDS / took), 4 * self.size))
        if limits.seconds is not None:
            left_seconds = max(limits.seconds - spent - took, 0.0)
            self.size = max(1, min(self.size, int(left_seconds * self.rate) + 1))

    def __enter__(self) -> _Run:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    def _think(self, k: int, count: int) -> int:
        seed, trees = self.seeds[k], self.arenas[k].trees
        return int(tree.think(trees, self.world, self.seat, seed, self.done, count, self.settings))

    def at_mark(self, limits: Limits) -> bool:
        """Whether it is time to ask if the choice is settled.

        With a limit of iterations that depends on their number and not on the clock: the tree that
        is kept for the next move must be the same each time.
        """
        stride = _stride(limits)
        return self.done // stride > self.before // stride

    def settled(self, limits: Limits, spent: float) -> int | None:
        """The most visited choice, if it can't be overtaken by what is left to do."""
        left = float("inf")
        if limits.iterations is not None:
            left = limits.iterations - self.done
        if limits.seconds is not None:
            left = min(left, (limits.seconds - spent) * self.rate)
        visits = {action: sum(v) for action, v in _visits(self.arenas).items()}
        if len(visits) < 2:
            return None
        leader, second = sorted(visits, key=visits.__getitem__, reverse=True)[:2]
        return leader if visits[leader] - visits[second] > left else None


def _stride(limits: Limits) -> int:
    return max(1, limits.iterations // MARKS) if limits.iterations is not None else 1


def _visits(arenas: list[_Arena]) -> dict[int, list[int]]:
    visits: dict[int, list[int]] = {}
    for arena in arenas:
        for action, row in arena.choices().items():
            visits.setdefault(action, []).append(row[0] if row[2] >= 0 else 0)
    return visits
