"""The environments, next to PettingZoo's own in the same run: `python -m benchmarks.envs`.

Steps per second of one core, in CPU time. A step of the vector environment is one action of the
learner with the opponents' answers, observation and mask; choosing the actions isn't counted. A
step of an AEC environment is one turn of the loop that PettingZoo's documentation shows: `last`,
a choice from the mask, `step`. Rounds take turns, and the best of each is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import cattery
from cattery.envs import aec_env, vector_env

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
SECONDS = 0.5  # CPU time of one round
ENVS = 1024  # games in a vector environment
PEER = "PettingZoo connect_four"


@dataclass
class Row:
    """One thing that is measured: `run(n)` takes about n steps, returns (steps, CPU seconds)."""

    name: str
    run: Callable[[int], tuple[int, float]]
    peer: str | None = None  # the row it is compared with
    best: float = 0.0

    def round(self) -> None:
        """Measure once; the number of steps grows until a round is long enough."""
        if not self.best:
            self.run(1)  # compiles, or loads what was compiled
        steps = 2000
        while True:
            taken, spent = self.run(steps)
            if spent >= SECONDS / 2:
                break
            steps = int(steps * SECONDS / max(spent, SECONDS / 20))
        self.best = max(self.best, taken / spent)


def stepping(env: Any) -> Callable[[int], tuple[int, float]]:
    """Random play of a vector environment; only `step` is timed."""
    source = np.random.default_rng(0)
    _, first = env.reset(seed=0)
    info = first

    def run(steps: int) -> tuple[int, float]:
        nonlocal info
        spent, taken = 0.0, 0
        while taken < steps:
            mask = info["action_mask"]
            actions = (source.random(mask.shape, np.float32) * mask).argmax(axis=1)
            began = time.process_time()
            *_, info = env.step(actions)
            spent += time.process_time() - began
            taken += env.num_envs
        return taken, spent

    return run


def by_hand(space: Any, mask: Any) -> int:
    """A legal action, found by the caller."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def by_space(space: Any, mask: Any) -> int:
    """A legal action, drawn by Gymnasium's action space."""
    return int(space.sample(mask))


def cycling(env: Any, choose: Callable[[Any, Any], int]) -> Callable[[int], tuple[int, float]]:
    """Random play of an AEC environment, whole games."""

    def run(steps: int) -> tuple[int, float]:
        taken, began = 0, time.process_time()
        while taken < steps:
            env.reset()
            for agent in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(choose(env.action_space(agent), observation["action_mask"]))
                    taken += 1
        return taken, time.process_time() - began

    return run


def rows(names: list[str]) -> list[Row]:
    """Everything there is to measure."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its module is renamed in a later version
        from pettingzoo.classic import connect_four_v3

    choices = (("", by_hand), (", action_space.sample", by_space))
    found = [
        Row(f"{PEER}, env(){label}", cycling(connect_four_v3.env(), choose))
        for label, choose in choices
    ]
    for name in names:
        for seats in cattery.game(name).seats:
            title = f"{name} {seats}"
            for label, choose in choices:
                env = aec_env(name, seats=seats)
                peer = f"{PEER}, env(){label}"
                found.append(Row(f"{title}: AEC, env(){label}", cycling(env, choose), peer))
            for opponents in ("random", "greedy"):
                vector = vector_env(name, ENVS, seats=seats, opponents=opponents)
                found.append(Row(f"{title}: {ENVS} games against {opponents}", stepping(vector)))
    return found


def main() -> None:
    """Measure in turns, print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=cattery.games())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    measured = rows(list(chosen.games))
    for _ in range(chosen.rounds):
        for row in measured:
            row.round()
    best = {row.name: row.best for row in measured}
    if chosen.json:
        print(json.dumps({name: round(rate) for name, rate in best.items()}))
        return
    print(f"{'steps per second of one core':58} {'':>11} {'x peer':>8}")
    for row in measured:
        ratio = f"{row.best / best[row.peer]:8.1f}" if row.peer else ""
        print(f"{row.name:58} {row.best:11,.0f} {ratio}")


if __name__ == "__main__":
    main()
