"""What a first start waits for: CPU seconds of compiling each game, from an empty cache.

`python -m benchmarks.compile [GAME ...]`. Each game is compiled in a process of its own, on one
core, and the seconds add up from left to right: dealing and a match against greedy, then against
the strongest level, then everything that Python can ask of a game, then the environments.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from typing import Any

from numba.core import event

import cattery
from cattery import warm
from cattery.match import Match
from cattery.players import Seat, make, names

PARTS = ("greedy", "thinker", "all", "with envs")
MOVES = 6  # enough to meet what greedy asks of a game


class Compiling(event.Listener):  # type: ignore[misc]
    """CPU seconds spent while Numba's compiler is at work: what players think is left out."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth = 0
        self._began = 0.0

    def on_start(self, event: Any) -> None:
        """The compiler's lock is taken, perhaps once more."""
        if self._depth == 0:
            self._began = time.process_time()
        self._depth += 1

    def on_end(self, event: Any) -> None:
        """It is released."""
        self._depth -= 1
        if self._depth == 0:
            self.seconds += time.process_time() - self._began


def measure(name: str) -> list[float]:
    """Seconds of one game in this process, by part; the cache has to be empty."""
    compiling = Compiling()
    event.register("numba:compiler_lock", compiling)
    spent = []
    game = cattery.game(name)
    match = Match.new(game, seats=game.seats[-1], seed=0)
    greedy, thinker = make("greedy", game, 0), make(names(game)[-1], game, 0)
    while match.n < MOVES and not match.over:
        seat = match.waiting[0]
        match.play(greedy.choose(Seat.of(match, seat)), seat)
        match.story(seat, since=match.n - 1)
    spent.append(compiling.seconds)
    thinker.choose(Seat.of(match, match.waiting[0]))
    spent.append(compiling.seconds)
    for rest in (warm.warm, warm.warm_envs):
        rest(game)
        spent.append(compiling.seconds)
    return spent


def apart(name: str) -> list[float]:
    """The same in a process of its own, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.compile", "--here", name]
        surroundings = {**os.environ, "CATTERY_CACHE": folder}
        done = subprocess.run(command, env=surroundings, stdout=subprocess.PIPE, check=True)
    found: list[float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure game by game; huupp, the smallest, is what the others are compared with."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=cattery.games())
    parser.add_argument("--here", action="store_true", help="one game, in this very process")
    chosen = parser.parse_args()
    if chosen.here:
        print(json.dumps(measure(chosen.games[0])))
        return
    print(f"{'CPU seconds of compiling, from nothing':44}", *(f"{part:>10}" for part in PARTS))
    for name in chosen.games:
        print(f"{name:44}", *(f"{seconds:10.1f}" for seconds in apart(name)), flush=True)


if __name__ == "__main__":
    main()
