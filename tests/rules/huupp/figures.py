"""The figures at the end of the rule sheet, and how far chance may lead away from them."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from rules.huupp.census import Census

SHEET_GAMES = 10_000  # what the sheet's own figures come from
SIGMAS = 4.5  # one figure in 150,000 is farther off by chance

SHEET = {  # by variant; the last digit is rounded
    "on": {
        "decisions": 96.7,
        "turns": 74.4,
        "first_wins": 0.517,
        "by_row": 0.87,
        "mean_legal": 29.7,
        "leaps": 4.8,
        "jumps": 0.28,
        "jumps_off": 1 / 250,
    },
    "off": {
        "decisions": 78.8,
        "turns": 66.6,
        "first_wins": 0.508,
        "by_row": 0.84,
        "mean_legal": 28.6,
        "leaps": 0,
        "jumps": 0,
        "jumps_off": 0,
    },
}
ROUNDED = {
    "decisions": 0.05,
    "turns": 0.05,
    "first_wins": 0.0005,
    "by_row": 0.005,
    "mean_legal": 0.05,
    "leaps": 0.05,
    "jumps": 0.005,
    "jumps_off": 0.0005,
}
MOST_LEGAL = 72  # "at most about"


def figures(census: Census) -> dict[str, tuple[float, float]]:
    """Every figure of a census, with the standard deviation of a single game."""
    by_game = {name: census.of(name) for name in ("decisions", "turns", "leaps", "jumps")}
    by_game["jumps_off"] = census.of("jumps_off")
    found = {name: (float(x.mean()), float(x.std())) for name, x in by_game.items()}
    for name, share in (("first_wins", census.first_wins), ("by_row", census.by_row)):
        found[name] = share, sqrt(share * (1 - share))
    # A ratio of two sums: its spread by the usual first-order formula.
    off = census.of("legal") - census.mean_legal * census.of("decisions")
    found["mean_legal"] = census.mean_legal, float(off.std() / np.mean(census.of("decisions")))
    return found


def disagreements(ghosts: str, census: Census) -> Iterator[str]:
    """The figures that are farther from the sheet's than chance explains."""
    for name, (found, spread) in figures(census).items():
        wanted = SHEET[ghosts][name]
        error = spread * sqrt(1 / census.games + 1 / SHEET_GAMES)
        if abs(found - wanted) > SIGMAS * error + ROUNDED[name]:
            yield f"{name}: {found:.4f} where the sheet has {wanted}, give or take {error:.4f}"
