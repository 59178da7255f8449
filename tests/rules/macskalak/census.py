"""Many random games of Macskalak, counted."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

import cattery
from cattery.games.macskalak.rules import state as rules
from cattery.games.macskalak.rules.rounds import start
from cattery.games.macskalak.rules.secrets import check
from cattery.games.macskalak.rules.sheet import points
from cattery.games.macskalak.rules.turn import apply, legal, sample
from cattery.kernel import MOST_LEGAL, kernel
from cattery.loops import seed_of_game

FIELDS = ("rounds", "turns", "decisions", "legal", "most_legal", "points", "broken")
_ROUNDS, _TURNS, _DECISIONS, _LEGAL, _MOST, _POINTS, _BROKEN = range(len(FIELDS))


@kernel
def play(template, scratch, seed, first, out, checked):
    """Play a random game per row of `out`; invariants are looked at where `checked` says so."""
    moves = np.empty(MOST_LEGAL, np.int32)
    s = scratch[0]
    for k in range(len(out)):
        scratch[0] = template[0]
        s.rng = seed_of_game(seed, first + k)
        start(s)
        row = out[k]
        while not s.over:
            n = legal(s, moves)
            row[_LEGAL] += n
            row[_MOST] = max(row[_MOST], n)
            row[_DECISIONS] += 1
            action = sample(s)
            row[_TURNS] += action == rules.DONE
            apply(s, action)
            if checked:
                broken = check(s)
                if broken:
                    row[_BROKEN] = broken
                    return
        row[_ROUNDS] = s.round_number
        for seat in range(s.seats):
            row[_POINTS] += points(s, seat)
        row[_POINTS] /= s.seats


@dataclass(frozen=True)
class Census:
    """A row per game."""

    rows: np.ndarray[Any, Any]

    def of(self, name: str) -> np.ndarray[Any, Any]:
        """A figure of every game."""
        found: np.ndarray[Any, Any] = self.rows[:, FIELDS.index(name)]
        return found

    def mean(self, name: str) -> float:
        """Its mean."""
        return float(self.of(name).mean())

    @property
    def mean_legal(self) -> float:
        """Legal moves per decision."""
        return float(self.of("legal").sum() / self.of("decisions").sum())

    @property
    def decisions_per_turn(self) -> float:
        """Decisions per player and round, *done* among them."""
        return float(self.of("decisions").sum() / self.of("turns").sum())


@cache
def census(
    level: int, games: int, seats: tuple[int, ...] = (1, 2, 3, 4, 5, 6), first: int = 0
) -> Census:
    """As many random games for each number of players, all with their invariants checked; others
    than those of another `first`."""
    game = cattery.game("macskalak")
    parts = []
    for players in seats:
        template = game.blank(players, {"level": str(level)})
        rows = np.zeros((games, len(FIELDS)))
        play(template, template.copy(), np.uint64(100 * level + players), first, rows, True)
        parts.append(rows)
    return Census(np.concatenate(parts))
