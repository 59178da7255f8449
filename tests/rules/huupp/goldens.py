"""Golden files of HUUupp: counts of paths, and a whole game per variant, move by move.

    python tests/rules/huupp/goldens.py

writes them anew. Do that only when a rule has really changed, and raise the rules version then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

import cattery
from cattery import loops
from cattery.kernel import MOST_LEGAL

HERE = Path(__file__).parent
MADE_BY = "# Made by: python tests/rules/huupp/goldens.py"
VARIANTS = ("on", "off")
DEPTH = 5


def perft(ghosts: str, depth: int) -> int:
    """How many paths of so many decisions there are from the start."""
    huupp = cattery.game("huupp")
    states = np.repeat(huupp.new(2, {"ghosts": ghosts, "first": "0"}), depth + 1)
    return int(loops.perft(states, depth, np.zeros((depth + 1, MOST_LEGAL), np.int32)))


def perft_text() -> str:
    """The file of the counts."""
    lines = [
        "# Paths of so many decisions from the start; the first player begins (first=0).",
        MADE_BY,
        "# ghosts depth count",
    ]
    lines += [f"{g} {d} {perft(g, d)}" for g in VARIANTS for d in range(1, DEPTH + 1)]
    return "\n".join(lines) + "\n"


def counts() -> dict[tuple[str, int], int]:
    """The committed counts by variant and depth."""
    lines = (HERE / "perft.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return {(ghosts, int(depth)): int(count) for ghosts, depth, count in rows}


def transcript_file(ghosts: str) -> Path:
    """Where a variant's game is kept."""
    return HERE / f"transcript.ghosts-{ghosts}.txt"


def transcript(ghosts: str) -> str:
    """A whole game: each move, the events it caused and the position after it.

    The moves are picked by a hash of their number from the legal ones in the order of the alphabet,
    so that the game depends on nothing but the rules.
    """
    match = cattery.Match.new("huupp", seed=1, options={"ghosts": ghosts, "first": "0"})
    lines = [
        f"# A game of HUUupp, ghosts {ghosts}.",
        MADE_BY,
    ]
    while not match.over:
        seat = match.waiting[0]
        notes = sorted(map(match.game.format, match.legal(seat)))
        pick = hashlib.sha256(f"{ghosts} {match.n}".encode()).digest()
        match.play(notes[int.from_bytes(pick[:4], "big") % len(notes)], seat)
        told = match.story(None, since=match.n - 1)[0]
        lines.append(f"{told.n} {seat + 1}: {told.move}  [{len(notes)}]  {match.position()}")
        lines += [f"    {event}" for event in told.events]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all golden files."""
    (HERE / "perft.txt").write_text(perft_text(), encoding="utf-8")
    for ghosts in VARIANTS:
        transcript_file(ghosts).write_text(transcript(ghosts), encoding="utf-8")


if __name__ == "__main__":
    main()
