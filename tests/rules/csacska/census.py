"""Figures of random play, to compare with the rule sheet's slow reference, and rare things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import cattery
from cattery.games.csacska.rules import state as rules
from cattery.games.csacska.rules.state import (
    ACT,
    HOMELESS,
    LINES,
    SHUFFLED,
    STEAL_TWO,
    TWINS,
    VANISHED,
)
from cattery.kernel import apply, check, count_bits, kernel, legal, sample, start
from cattery.loops import seed_of_game

FIELDS = (
    "turns",
    "decisions",
    "points",  # the mean of a player's coins at the end
    "choices",  # the mean of legal moves per decision
    "most_choices",
    "broken",  # the first broken invariant, or 0
    "rising",  # turns in which 3 * draw pile + 2 * discards + cards in series didn't fall
    "twins",  # C-31
    "vanished",  # C-11, after setup
    "chains",  # steps in which pairs vanished more than once
    "homeless",  # C-50: decisions in another player's turn
    "two_homeless",  # C-50: several owners at once
    "double_steals",  # C-33
    "one_series",  # C-33: both cards into one series
    "shuffles",  # C-61
    "ended_at_once",  # C-61: the second pile was used up when it was turned up
    "longest",  # lines that a step wrote down, at most
)
WIDTH = len(FIELDS)


@kernel
def potential(s):
    """3 * (draw pile) + 2 * (discards) + (cards in series, kittens too): falls with every turn."""
    total = 3 * np.int64(s.left) + 2 * np.int64(s.ends[s.seats])
    for seat in range(s.seats):
        total += count_bits(s.kittens[seat])
        for colour in range(4):
            total += np.int64(s.length[seat, colour])
    return total


@kernel
def look(s, before_phase, row):
    """Count what a step brought."""
    vanished = 0
    for k in range(s.noted):
        code = s.notes[k, 0]
        row[7] += code == TWINS
        vanished += code == VANISHED
        if code == SHUFFLED:
            row[14] += 1
            row[15] += s.over
    row[8] += vanished
    row[9] += vanished > 1
    row[16] = max(row[16], s.noted)
    if s.phase == HOMELESS and not s.over and before_phase != HOMELESS:
        row[10] += s.actor != s.turn
        row[11] += (s.homeless & (s.homeless - 1)) != 0


@kernel
def count_games(states, seed, first, checked, rows):
    """Play a game per row from the seats and options of `states[0]`; `states[1]` is scratch."""
    s = states[1]
    out = np.empty(256, np.int32)
    for k in range(len(rows)):
        row = rows[k]
        row[:] = 0
        states[1] = states[0]
        s.rng = seed_of_game(seed, first + k)
        start(s)
        worth = potential(s)
        while not s.over and row[5] == 0:
            row[1] += 1
            row[0] += s.phase == ACT
            n = legal(s, out)
            row[3] += n
            row[4] = max(row[4], n)
            phase = s.phase
            action = sample(s)
            if STEAL_TWO <= action < rules.FIRST:
                row[12] += 1
                one, two = rules.PAIRS[action - STEAL_TWO]
                row[13] += one % 4 == two % 4
            second = s.second
            apply(s, action)
            look(s, phase, row)
            if s.phase == ACT and s.second == second:
                row[6] += potential(s) >= worth
            if s.phase == ACT:
                worth = potential(s)
            if checked:
                row[5] = check(s)
        row[2] = s.coins[: s.seats].sum() / s.seats
        row[3] /= row[1]


@dataclass
class Census:
    """What many random games were like."""

    games: int
    rows: Any  # [game, field]

    def mean(self, field: str) -> float:
        """The mean of a field per game."""
        return float(self.rows[:, FIELDS.index(field)].mean())

    def most(self, field: str) -> float:
        """The highest in any game."""
        return float(self.rows[:, FIELDS.index(field)].max())

    def spread(self, field: str) -> float:
        """The standard deviation of a single game."""
        return float(self.rows[:, FIELDS.index(field)].std())


def census(
    seats: int, games: int, *, checked: bool = True, seed: int = 1, first: int = 0
) -> Census:
    """Play many games at random."""
    states = np.repeat(cattery.game("csacska").blank(seats, {"first": "random"}), 2)
    rows = np.zeros((games, WIDTH))
    count_games(states, np.uint64(seed), first, checked, rows)
    assert rows[:, FIELDS.index("longest")].max() < LINES
    return Census(games, rows)
