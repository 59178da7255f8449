"""Golden files of Filou: a whole game per number of players, move by move, secrets and all.

    python tests/rules/filou/goldens.py

writes them anew. Do that only when a rule has really changed, and raise the rules version then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import cattery

HERE = Path(__file__).parent
MADE_BY = "# Made by: python tests/rules/filou/goldens.py"
PLAYERS = (3, 4, 5)


def transcript_file(seats: int) -> Path:
    """Where a table's game is kept."""
    return HERE / f"transcript.{seats}-players.txt"


def transcript(seats: int) -> str:
    """A whole game: each move, the events that an onlooker saw, and the position after it.

    The moves are picked by a hash of their number from the legal ones, a pass counting for half and
    bids only up to three above the highest, so that every corner of the rules comes up.
    """
    match = cattery.Match.new("filou", seats=seats, seed=1, options={"first": "0"})
    lines = [f"# A game of Filou for {seats}.", MADE_BY, f"# {match.position()}"]
    while not match.over:
        seat = match.waiting[0]
        notes = [match.game.format(move) for move in match.legal(seat)]
        bids = [note for note in notes if note.startswith("bid")][:3]
        others = [note for note in notes if not note.startswith("bid")]
        choices = bids + others * max(1, len(bids))
        pick = hashlib.sha256(f"{seats} {match.n}".encode()).digest()
        match.play(choices[int.from_bytes(pick[:4], "big") % len(choices)], seat)
        told = match.story(None, since=match.n - 1)[0]
        move = match.log[-1].move
        lines.append(f"{told.n} {seat + 1}: {move}  [{len(notes)}]  {match.position()}")
        lines += [f"    {event}" for event in told.events]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all golden files."""
    for seats in PLAYERS:
        transcript_file(seats).write_text(transcript(seats), encoding="utf-8")


if __name__ == "__main__":
    main()
