"""Random play of every game, next to OpenSpiel's in the same run: `make bench`.

Decisions per second of one core, in CPU time. Each figure is the median of several rounds that take
turns with the peers' rounds, so that a busy moment of the machine doesn't fall on one side alone.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

import numpy as np
import pyspiel

import cattery
from cattery import loops
from cattery.batch import Batch
from cattery.game import Game

SECONDS = 0.6  # CPU time of one round
BATCH = 1024


@dataclass
class Row:
    """One thing that is measured: `run(n)` plays n units and returns the decisions made."""

    name: str
    run: Callable[[int], int]
    speeds: list[float] = field(default_factory=list)
    units: int = 1

    def round(self) -> None:
        """Measure once; the number of units grows until a round is long enough."""
        if not self.speeds:
            self.run(1)  # compiles, or loads what was compiled
        while True:
            began = time.process_time()
            decisions = self.run(self.units)
            spent = time.process_time() - began
            if spent >= SECONDS / 2:
                break
            self.units = max(self.units + 1, int(self.units * SECONDS / max(spent, SECONDS / 50)))
        self.speeds.append(decisions / spent)

    @property
    def speed(self) -> float:
        """Decisions per second, of all rounds."""
        return median(self.speeds)


def peer(text: str) -> Callable[[int], int]:
    """Random games of an OpenSpiel game, driven from Python as its examples do."""
    game = pyspiel.load_game(text)

    def run(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return run


def compiled(game: Game, seats: int, options: dict[str, str]) -> Callable[[int], int]:
    """Whole games inside one compiled loop."""
    template = game.blank(seats, options)

    def run(games: int) -> int:
        decisions, payoffs = np.zeros(games, np.int64), np.zeros((games, seats))
        scratch, scores = template.copy(), np.zeros((games, seats))
        loops.play_many(template, scratch, np.uint64(1), 0, decisions, payoffs, scores, False)
        return int(decisions.sum())

    return run


def driven(game: Game, seats: int, options: dict[str, str]) -> Callable[[int], int]:
    """A Python loop that calls `step` once per decision."""
    step, out = loops.step, np.zeros(4096, np.int32)

    def run(games: int) -> int:
        decisions = 0
        for number in range(games):
            states = game.new(seats, options, rng=number)
            n = loops.legal_at(states, 0, out)
            while n:
                n = step(states, 0, out[int(random.random() * n)], out)
                decisions += 1
        return decisions

    return run


def batched(game: Game, seats: int, options: dict[str, str]) -> Callable[[int], int]:
    """A batch of 1024 games, an action array per step, on one thread."""
    batch = Batch(game, BATCH, seats=seats, options=options, seed=1)

    def run(steps: int) -> int:
        for _ in range(steps):
            batch.step(batch.sample())
        return steps * BATCH

    return run


def imagining(game: Game, seats: int, options: dict[str, str]) -> Callable[[int], int]:
    """Worlds imagined from positions of a random game."""
    states = game.new(seats, options, rng=1)
    for _ in range(30):
        loops.apply_at(states, 0, loops.sample_at(states, 0))

    def run(worlds: int) -> int:
        loops.imagine_many(states.copy(), 0, worlds)
        return worlds

    return run


def variants(game: Game) -> list[tuple[str, int, dict[str, str]]]:
    """A name, seats and options for each table worth measuring: all seats, and every other value of
    the options that are neither left to chance nor about seats."""
    chosen = [option for option in game.options if "random" not in option.values]
    tables = [(f"{game.name} {seats}", seats, {}) for seats in game.seats]
    for option in chosen:
        for value in option.values:
            if value != option.default:
                name = f"{game.name} {game.seats[0]} {option.name}={value}"
                tables.append((name, game.seats[0], {option.name: value}))
    return tables


def rows(names: list[str]) -> list[Row]:
    """Everything there is to measure."""
    found = []
    for name in names:
        game = cattery.game(name)
        for label, seats, options in variants(game):
            found.append(Row(f"{label}: compiled loop", compiled(game, seats, options)))
            found.append(Row(f"{label}: Python-driven step", driven(game, seats, options)))
            found.append(Row(f"{label}: batch of {BATCH}", batched(game, seats, options)))
            if game.hidden:
                found.append(Row(f"{label}: imagine (worlds)", imagining(game, seats, options)))
    return found


def main() -> None:
    """Measure in turns, print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=cattery.games())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    peers = [
        Row("OpenSpiel connect_four from Python", peer("connect_four")),
        Row("OpenSpiel breakthrough 6x6 from Python", peer("breakthrough(rows=6,columns=6)")),
    ]
    ours = rows(list(chosen.games))
    for _ in range(chosen.rounds):
        for row in (*peers, *ours):
            row.round()
    if chosen.json:
        print(json.dumps({row.name: round(row.speed) for row in (*peers, *ours)}))
        return
    print(f"{'decisions per second of one core':44} {'':>12} {'x c4':>8} {'x bt6':>8}")
    for row in (*peers, *ours):
        ratios = " ".join(f"{row.speed / other.speed:8.1f}" for other in peers)
        print(f"{row.name:44} {row.speed:12,.0f} {ratios}")


if __name__ == "__main__":
    main()
