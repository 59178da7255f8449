"""Figures of random play, to compare with the rule sheet's slow reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import cattery
from cattery.games.if_it_fits.rules.state import BY_CATS, CAT, DRAW, NO_CAT, PLAY, TURN
from cattery.kernel import MOST_LEGAL, apply, check, kernel, legal, sample, score, start
from cattery.loops import seed_of_game

FIELDS = (
    "decisions",
    "turns",  # those of the setup not counted
    "draws",
    "legal",  # the mean number of legal moves
    "most_legal",
    "wide",  # columns of the table at the end
    "high",
    "boxes",
    "closed",
    "cats_possible",  # turns in which a cat could be placed after a box
    "boxes_laid",
    "by_cats",  # whether five cats triggered the end
    "discards",
    "best",  # the winner's points
    "broken",  # the first broken invariant, or 0
)
DECISIONS, TURNS, DRAWS, LEGAL, MOST, WIDE, HIGH, BOXES, CLOSED = range(9)
CATS_POSSIBLE, LAID, BY, DISCARDS, BEST, BROKEN = range(9, 15)


@kernel
def count_games(states, seed, checked, rows):
    """Play a game per row from the seats and options of `states[0]`; `states[1]` is scratch."""
    s = states[1]
    out = np.zeros(MOST_LEGAL, np.int32)
    for k in range(len(rows)):
        row = rows[k]
        row[:] = 0
        states[1] = states[0]
        s.rng = seed_of_game(seed, k)
        start(s)
        while not s.over and row[BROKEN] == 0:
            row[DECISIONS] += 1
            n = legal(s, out)
            row[LEGAL] += n
            row[MOST] = max(row[MOST], n)
            begins = s.phase == TURN or (s.phase == PLAY and s.held[s.actor] < 3)
            row[TURNS] += begins
            action = sample(s)
            row[DRAWS] += action == DRAW
            row[CATS_POSSIBLE] += s.phase == CAT
            row[LAID] += s.phase == PLAY and action < NO_CAT
            apply(s, action)
            if checked:
                row[BROKEN] = check(s)
        row[LEGAL] /= row[DECISIONS]
        row[WIDE], row[HIGH] = s.east - s.west + 1, s.south - s.north + 1
        row[BY] = s.ending == BY_CATS
        for box in range(1, s.cards + 1):
            if s.box[box] == box:
                row[BOXES] += 1
                row[CLOSED] += s.openings[box] == 0
        for kind in range(len(s.gone)):
            row[DISCARDS] += s.gone[kind]
        row[BEST] = best_score(s)


@kernel
def best_score(s):
    """The most points that anybody has."""
    points = np.zeros(5)
    score(s, points)
    return points[: s.seats].max()


@dataclass
class Census:
    """What many random games were like."""

    games: int
    rows: Any  # [game, field]

    def mean(self, field: str) -> float:
        """The mean of a field per game."""
        return float(self.rows[:, FIELDS.index(field)].mean())

    def most(self, field: str) -> float:
        """The highest of all games."""
        return float(self.rows[:, FIELDS.index(field)].max())

    def spread(self, field: str) -> float:
        """The standard deviation of a single game."""
        return float(self.rows[:, FIELDS.index(field)].std())


def census(
    seats: int, games: int, *, hard: str = "off", checked: bool = True, seed: int = 1
) -> Census:
    """Play many games at random."""
    states = np.repeat(cattery.game("if_it_fits").blank(seats, {"hard": hard}), 2)
    rows = np.zeros((games, len(FIELDS)))
    count_games(states, np.uint64(seed), checked, rows)
    return Census(games, rows)
