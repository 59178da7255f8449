"""Figures of random play, uniform and timid, to compare with the rule sheet's slow reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import cattery
from cattery.games.filou.rules.state import BID, BID_0, BUY, LAY, NOBODY, PASS
from cattery.kernel import apply, below, check, kernel, payoff, sample, start
from cattery.loops import seed_of_game

FIELDS = (
    "decisions",
    "start_wins",  # share of the win that the first start player got
    "short_banks",  # rounds without mice because of the bank (F-20)
    "unsold",  # sacks (F-26)
    "broke_decliners",  # decisions to buy without a mouse (F-26)
    "broken",  # the first broken invariant, or 0
)


@kernel
def timid(s):
    """Passes half the time, else raises by one to three; anything else by chance."""
    if s.phase != BID:
        return sample(s)
    room = np.int64(s.mice[s.actor]) - np.int64(s.high)
    if room < 1 or below(s, 2) == 0:
        return np.int64(PASS)
    return BID_0 + np.int64(s.high) + 1 + below(s, min(room, 3))


@kernel
def count_games(states, seed, is_timid, checked, rows):
    """Play a game per row from the seats and options of `states[0]`; `states[1]` is scratch."""
    s = states[1]
    payoffs = np.zeros(5)
    for k in range(len(rows)):
        row = rows[k]
        row[:] = 0
        states[1] = states[0]
        s.rng = seed_of_game(seed, k)
        start(s)
        first = np.int64(s.turn)
        while not s.over and row[5] == 0:
            row[0] += 1
            if s.phase == LAY and s.turn == s.opener[s.auction] and not s.filled:
                row[2] += s.auction == 0 or s.taker[s.auction - 1] != NOBODY
            if s.phase == BUY and s.mice[s.actor] == 0:
                row[4] += 1
            apply(s, timid(s) if is_timid else sample(s))
            if checked:
                row[5] = check(s)
        for auction in range(9):
            row[3] += s.taker[auction] == NOBODY
        payoff(s, payoffs)
        best, winners = payoffs[: s.seats].max(), 0
        for seat in range(s.seats):
            winners += payoffs[seat] == best
        row[1] = 1 / winners if payoffs[first] == best else 0


@dataclass
class Census:
    """What many random games were like."""

    games: int
    rows: Any  # [game, field]

    def mean(self, field: str) -> float:
        """The mean of a field per game."""
        return float(self.rows[:, FIELDS.index(field)].mean())

    def error(self, field: str) -> float:
        """The standard error of that mean."""
        return float(self.rows[:, FIELDS.index(field)].std() / np.sqrt(self.games))

    def spread(self, field: str) -> float:
        """The standard deviation of a single game."""
        return float(self.rows[:, FIELDS.index(field)].std())


def census(
    seats: int, games: int, *, is_timid: bool = False, checked: bool = True, seed: int = 1
) -> Census:
    """Play many games at random."""
    states = np.repeat(cattery.game("filou").blank(seats, {"first": "random"}), 2)
    rows = np.zeros((games, len(FIELDS)))
    count_games(states, np.uint64(seed), is_timid, checked, rows)
    return Census(games, rows)
