"""Play very many random games of everything, with the invariants on for a sample of them.

Every game, every number of seats and every combination of options gets its own run:

    python scripts/soak.py [--games 1000000] [--sample 20000] [--seed 1] [--only huupp]

A broken invariant ends the run with exit code 1 and the number of the game, which with the seed is
enough to play that game again.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import cattery
from cattery import loops
from cattery.game import Game

States = np.ndarray[Any, Any]

CHUNK = 2_000  # games between two looks at the clock


class Broken(Exception):
    """An invariant of the rule sheet doesn't hold."""


def tables(game: Game) -> Iterator[tuple[int, dict[str, str]]]:
    """Every number of seats with every choice of options; who begins is left to chance."""
    names = [option.name for option in game.options if "seat" not in option.values]
    choices = [option.values for option in game.options if "seat" not in option.values]
    for seats in game.seats:
        for values in itertools.product(*choices):
            yield seats, dict(zip(names, values, strict=True))


def play(template: States, seed: int, first: int, count: int, checked: bool) -> tuple[int, int]:
    """Play games first ... first+count-1: (decisions, the first broken invariant or 0)."""
    seats = int(template["seats"][0])
    decisions = np.zeros(count, np.int64)
    payoffs, scores = np.zeros((count, seats)), np.zeros((count, seats))
    broken = loops.play_many(
        template, template.copy(), np.uint64(seed), first, decisions, payoffs, scores, checked
    )
    if not np.allclose(payoffs.sum(axis=1), 0) and seats > 1:
        raise Broken(f"payoffs of games {first} to {first + count - 1} don't add up to 0")
    return int(decisions.sum()), int(broken)


def soak(template: States, seed: int, first: int, count: int, checked: bool) -> int:
    """Play a chunk; where an invariant breaks, find the very game."""
    decisions, broken = play(template, seed, first, count, checked)
    if broken:
        for number in range(first, first + count):
            _, invariant = play(template, seed, number, 1, True)
            if invariant:
                raise Broken(f"game {number} of seed {seed} breaks invariant {invariant}")
    return decisions


def run(template: States, seed: int, games: int, sample: int, jobs: int) -> int:
    """Play all games of one table in chunks over threads; the first `sample` are checked."""
    chunks = [
        (template, seed, first, min(CHUNK, games - first), first < sample)
        for first in range(0, games, CHUNK)
    ]
    with ThreadPoolExecutor(jobs) as pool:
        return sum(pool.map(soak, *zip(*chunks, strict=True)))


def line(*cells: object) -> None:
    """Print one row of the table."""
    print("{:<12} {:>5}  {:<24} {:>10} {:>9} {:>8}".format(*cells), flush=True)


def soak_game(game: Game, given: argparse.Namespace) -> None:
    """Soak every table of a game, a row for each."""
    for seats, options in tables(game):
        if given.seats not in (None, seats):
            continue
        words = " ".join(f"{name}={value}" for name, value in options.items())
        started = time.perf_counter()
        try:
            template = game.blank(seats, options)
            decisions = run(template, given.seed, given.games, given.sample, given.jobs)
        except Broken as broken:
            raise Broken(f"{game.name}, {seats} seats, {words}: {broken}") from None
        seconds = time.perf_counter() - started
        mean = decisions / given.games
        line(game.name, seats, words, f"{given.games:,}", f"{mean:.1f}", f"{seconds:.1f}")


def main() -> None:
    """Soak every game, or the one that was asked for."""
    parser = argparse.ArgumentParser(description="Play very many random games of everything.")
    parser.add_argument("--games", type=int, default=1_000_000, help="games per table")
    parser.add_argument("--sample", type=int, default=20_000, help="games with invariants checked")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="GAME", help="just this game")
    parser.add_argument("--seats", type=int, help="just this number of players")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    given = parser.parse_args()
    line("game", "seats", "options", "games", "decisions", "seconds")
    try:
        for name in [given.only] if given.only else cattery.games():
            soak_game(cattery.game(name), given)
    except (Broken, cattery.CatteryError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
