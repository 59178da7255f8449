"""`python -m cattery.warm [GAME ...]`: compile games into the cache, so that nobody waits later.

With `--envs` the environments' kernels too (extra `envs`).
"""

from __future__ import annotations

import sys
import time

from cattery.game import Game, game, games


def warm(which: Game) -> float:
    """Use every entry point of a game once, with the types that Python uses; returns seconds."""
    from cattery.batch import Batch
    from cattery.match import Match
    from cattery.players import Seat, make, names
    from cattery.simulate import simulate

    began = time.perf_counter()
    seats = which.seats[-1]
    simulate(which, ["random"] * seats, 1)
    match = Match.new(which, seats=seats, seed=0)
    while not match.over and match.n < 12:
        seat = match.waiting[0]
        name = names(which)[match.n % len(names(which))]
        match.play(make(name, which, 0).choose(Seat.of(match, seat)), seat)
        match.story(seat, since=match.n - 1)
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


def main() -> None:
    """Warm the games named, or all."""
    words = sys.argv[1:]
    parts = (warm, warm_envs) if "--envs" in words else (warm,)
    for name in [word for word in words if word != "--envs"] or games():
        print(f"{name}: {sum(part(game(name)) for part in parts):.1f} s", flush=True)


if __name__ == "__main__":
    main()
