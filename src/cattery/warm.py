"""`python -m cattery.warm [GAME ...]`: compile games into the cache, so that nobody waits later."""

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


def main() -> None:
    """Warm the games named, or all."""
    for name in sys.argv[1:] or games():
        print(f"{name}: {warm(game(name)):.1f} s", flush=True)


if __name__ == "__main__":
    main()
