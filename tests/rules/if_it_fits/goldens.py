"""Golden files of If It Fits: a whole game per table, move by move, secrets and all.

    python tests/rules/if_it_fits/goldens.py

writes them anew. Do that only when a rule has really changed, and raise the rules version then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import cattery

HERE = Path(__file__).parent
MADE_BY = "# Made by: python tests/rules/if_it_fits/goldens.py"
SEED = 4  # of games in which nearly everything happens
TABLES = ((2, "off"), (3, "on"), (4, "off"), (5, "on"))


def transcript_file(seats: int, hard: str) -> Path:
    """Where a table's game is kept."""
    return HERE / f"transcript.{seats}-players.{'hard' if hard == 'on' else 'normal'}.txt"


def transcript(seats: int, hard: str, seed: int = SEED) -> str:
    """A whole game: each move, how many there were, the events that an onlooker saw.

    Moves are picked by a hash of their number from the legal ones, draws before sleeping cats in
    fourteen of sixteen turns. The last line is the position at the end.
    """
    options = {"first": "0", "hard": hard}
    match = cattery.Match.new("if_it_fits", seats=seats, seed=seed, options=options)
    lines = [f"# A game of If It Fits for {seats}, hard {hard}.", MADE_BY, f"# {match.position()}"]
    while not match.over:
        seat = match.waiting[0]
        notes = sorted(match.game.format(move) for move in match.legal(seat))
        pick = hashlib.sha256(f"{seats} {seed} {match.n}".encode()).digest()
        draws = "draw" in notes and pick[0] % 16 < 14
        note = "draw" if draws else notes[int.from_bytes(pick[1:5], "big") % len(notes)]
        match.play(note, seat)
        told = match.story(seat, since=match.n - 1)[0]
        lines.append(f"{told.n} {seat + 1}: {note}  [{len(notes)}]")
        lines += [f"    {event}" for event in told.events]
    lines.append(f"# {match.position()}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all golden files."""
    for seats, hard in TABLES:
        transcript_file(seats, hard).write_text(transcript(seats, hard), encoding="utf-8")


if __name__ == "__main__":
    main()
