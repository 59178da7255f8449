"""Random games as text, byte for byte, to be compared between compiled and interpreted runs.

python -m support.journal GAME SEATS GAMES [OPTION=VALUE ...]
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping
from itertools import count

import numpy as np

import cattery
from cattery import loops


def journal(name: str, seats: int, games: int, options: Mapping[str, str]) -> Iterator[str]:
    """A line per decision: the action, what was legal, the state after it, and what is derived."""
    game = cattery.game(name)
    for number in range(games):
        states = game.new(seats, options, rng=0x9E3779B97F4A7C15 * (number + 1) % 2**64)
        yield f"game {number}: {_digest(states.tobytes())}"
        for step in count():
            if states["over"][0]:
                break
            legal = game.legal(states)
            seat = int(states["actor"][0])
            # By those who act, and by the others in turn: what all know takes too long interpreted.
            viewers = sorted({seat, (seat + 1 + step) % seats})
            worlds = [game.imagine(states, each, rng=number + 7) for each in viewers]
            action = int(loops.sample_at(states, 0))
            game.apply(states, action)
            parts = [states.tobytes(), *(world.tobytes() for world in worlds)]
            parts += [game.observe(states, each).tobytes() for each in viewers]
            parts += [np.array(game.scores(states)).tobytes(), bytes(loops.check_at(states, 0))]
            yield f"{seat} {action} of {_digest(repr(legal).encode())}: {_digest(*parts)}"
        yield f"result {game.payoffs(states)} {game.scores(states)}"


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"|".join(parts)).hexdigest()[:16]


def main() -> None:
    """Print a journal."""
    name, seats, games, *options = sys.argv[1:]
    chosen = dict(option.split("=", 1) for option in options)
    for line in journal(name, int(seats), int(games), chosen):
        print(line)


if __name__ == "__main__":
    main()
