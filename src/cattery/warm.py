"""`python -m cattery.warm [GAME ...]`: compile games into the cache, so that nobody waits later.

With `--envs` the environments' kernels too (extra `envs`); `--jobs 2` compiles two games at once.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor, as_completed

from cattery.game import Game, game, games


def warm(which: Game) -> float:
    """Use every entry point of a game once, with the types that Python uses; returns seconds."""
    from cattery.analysis import hint
    from cattery.arena.simulate import simulate
    from cattery.batch import Batch
    from cattery.match import Match
    from cattery.players import Seat, make, names

    began = time.perf_counter()
    seats = which.seats[-1]
    simulate(which, ["random"] * seats, 1)
    match = Match.new(which, seats=seats, seed=0)
    while not match.over and match.n < 12:
        seat = match.waiting[0]
        name = names(which)[match.n % len(names(which))]
        match.play(make(name, which, 0).choose(Seat.of(match, seat)), seat)
        match.story(seat, since=match.n - 1)
    if not match.over:
        hint(Seat.of(match, match.waiting[0]), iterations=100)
    which.why_not(match.state(), 0)
    which.observe(match.state(), 0)
    batch = Batch(which, 2, seats=seats)
    batch.step(batch.sample())
    batch.mask()
    batch.observe()
    return time.perf_counter() - began


def warm_envs(which: Game) -> float:
    """Use the environments of a game once; returns seconds."""
    from cattery.envs import raw_aec_env, vector_env

    began = time.perf_counter()
    single = raw_aec_env(which.name)
    single.reset(seed=0)
    shown = single.observe(single.agent_selection)
    single.step(int(shown["action_mask"].argmax()))
    many = vector_env(which.name, 2)
    _, info = many.reset(seed=0)
    many.step(info["action_mask"].argmax(axis=1))
    return time.perf_counter() - began


def warm_all(name: str, envs: bool) -> float:
    """Compile a game by its name, in whatever process this is; returns seconds."""
    parts = (warm, warm_envs) if envs else (warm,)
    return sum(part(game(name)) for part in parts)


def main() -> None:
    """Warm the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games(), metavar="GAME")
    parser.add_argument("--envs", action="store_true", help="the environments' kernels, too")
    parser.add_argument("--jobs", type=int, default=1, help="games to compile at the same time")
    given = parser.parse_args()
    if given.jobs == 1:  # in this very process, so that whoever ends it ends the work
        for name in given.games:
            print(f"{name}: {warm_all(name, given.envs):.1f} s", flush=True)
        return
    # Fresh interpreters: one that was forked would share the compiler's locks.
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(given.jobs, mp_context=fresh) as pool:
        waiting = {pool.submit(warm_all, name, given.envs): name for name in given.games}
        for done in as_completed(waiting):
            print(f"{waiting[done]}: {done.result():.1f} s", flush=True)


if __name__ == "__main__":
    main()
