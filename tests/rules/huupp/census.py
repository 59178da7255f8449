"""Figures of random play, to compare with those of the rule sheet's slow reference."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

import cattery
from cattery.games.huupp import rules
from cattery.kernel import MOST_LEGAL, apply, check, kernel, legal, sample, start
from cattery.loops import seed_of_game

FIELDS = (
    "decisions",
    "turns",
    "winner",
    "how",
    "legal",  # the sum over all decisions
    "most_legal",
    "leaps",
    "jumps",
    "jumps_off",
    "broken",  # the first broken invariant, or 0
)
CHUNK = 2_000


@kernel
def _leaps(now, ghost):
    """How many pieces a ghost's step to its new place makes leap; `now` is before the step."""
    path, step = ghost // rules.STEPS, ghost % rules.STEPS
    taken = rules.occupied(now)
    found = 0
    for side in range(2):
        at = rules.INDEX[rules.BESIDE[path, step, side]]
        stride = rules.AWAY[path, step] if side == 1 else -rules.AWAY[path, step]
        if taken >> rules.U(at) & rules.ONE and taken >> rules.U(at + stride) & rules.ONE:
            found += 1
    return found


@kernel
def count_games(states, seed, first, checked, rows):
    """Play games first, first+1, ... from the options of `states[0]`; `states[1:3]` are scratch."""
    out = np.empty(MOST_LEGAL, np.int32)
    s, placed = states[1], states[2]
    for k in range(len(rows)):
        row = rows[k]
        row[:] = 0
        states[1] = states[0]
        s.rng = seed_of_game(seed, first + k)
        start(s)
        while not s.over and row[9] == 0:
            n = legal(s, out)
            row[0] += 1
            row[4] += n
            row[5] = max(row[5], n)
            action = sample(s)
            mover = np.int64(s.actor)
            ghost = np.int64(s.ghost[mover])
            glides = action < rules.KEEP and ghost >= 0
            if glides:
                states[2] = states[1]
                rules.place(
                    placed,
                    rules.CAT if action >= rules.PLACE_CAT else rules.KITTEN,
                    action % rules.SQUARES,
                )
            apply(s, action)
            if glides:
                after = np.int64(s.ghost[mover])
                if after < 0:
                    row[8] += ghost % rules.STEPS < rules.STEPS - 1
                else:
                    row[7] += after - ghost > 1
                    row[6] += _leaps(placed, after)
            if checked:
                row[9] = check(s)
        row[1], row[2], row[3] = s.turns, s.winner, s.how


@dataclass
class Census:
    """What many random games were like."""

    games: int
    rows: Any  # [game, field]

    def of(self, field: str) -> Any:
        """A field of all games."""
        return self.rows[:, FIELDS.index(field)]

    def mean(self, field: str) -> float:
        """Its mean per game."""
        return float(self.of(field).mean())

    def error(self, field: str) -> float:
        """The standard error of that mean."""
        return float(self.of(field).std() / np.sqrt(self.games))

    @property
    def first_wins(self) -> float:
        """The share of games that the first player won."""
        return float((self.of("winner") == 0).mean())

    @property
    def by_row(self) -> float:
        """The share of wins that were made by a row of cats (H-30)."""
        return float((self.of("how") == rules.BY_ROW).sum() / (self.of("winner") >= 0).sum())

    @property
    def mean_legal(self) -> float:
        """Legal moves per decision."""
        return float(self.of("legal").sum() / self.of("decisions").sum())

    def __str__(self) -> str:
        drawn = int((self.of("winner") < 0).sum())
        return (
            f"{self.games} games, {self.mean('decisions'):.2f} decisions, "
            f"{self.mean('turns'):.2f} turns, first player {100 * self.first_wins:.2f} %, "
            f"{drawn} drawn, by row {100 * self.by_row:.2f} %, {self.mean_legal:.2f} legal, "
            f"at most {self.of('most_legal').max()}, {self.mean('leaps'):.3f} leaps, "
            f"{self.mean('jumps'):.4f} jumps, {self.mean('jumps_off'):.5f} off the bed"
        )


def census(ghosts: str, games: int, *, seed: int = 1, sample: int = 0, jobs: int = 2) -> Census:
    """Play games at random, the first player beginning; the first `sample` with invariants on."""
    rows = np.zeros((games, len(FIELDS)), np.int64)
    template = cattery.game("huupp").blank(2, {"ghosts": ghosts, "first": "0"})

    def run(first: int) -> None:
        part = rows[first : first + CHUNK]
        count_games(np.repeat(template, 3), np.uint64(seed), first, first < sample, part)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(run, range(0, games, CHUNK)))
    return Census(games, rows)
