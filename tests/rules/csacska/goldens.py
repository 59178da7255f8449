"""Golden files of Csacska macskák: a whole game per number of players, move by move.

    python tests/rules/csacska/goldens.py

writes them anew. Do that only when a rule has really changed, and raise the rules version then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import cattery

HERE = Path(__file__).parent
MADE_BY = "# Made by: python tests/rules/csacska/goldens.py"
PLAYERS = (3, 4, 5)


def transcript_file(seats: int) -> Path:
    """Where a table's game is kept."""
    return HERE / f"transcript.{seats}-players.txt"


def short_position(match: cattery.Match) -> str:
    """The position without the cards of draw pile and box, but with a sum of them."""
    *words, draw, box = match.position().split()
    rest = hashlib.sha256(f"{draw} {box}".encode()).hexdigest()[:8]
    view = match.view(None)
    return " ".join([*words, f"{view.deck}:{view.draw}", str(view.box), rest])


def transcript(seats: int) -> str:
    """A whole game: each move, the events, and the position after it.

    The moves are picked by a hash of their number from the legal ones; a theft counts twice.
    """
    match = cattery.Match.new("csacska", seats=seats, seed=23, options={"first": "0"})
    lines = [f"# A game of Csacska macskák for {seats}.", MADE_BY, f"# {match.position()}"]
    while not match.over:
        seat = match.waiting[0]
        notes = [match.game.format(move) for move in match.legal(seat)]
        choices = notes + [note for note in notes if note.startswith("steal")]
        pick = hashlib.sha256(f"{seats} {match.n}".encode()).digest()
        match.play(choices[int.from_bytes(pick[:4], "big") % len(choices)], seat)
        told = match.story(None, since=match.n - 1)[0]
        move = match.log[-1].move
        lines.append(f"{told.n} {seat + 1}: {move}  [{len(notes)}]  {short_position(match)}")
        lines += [f"    {event}" for event in told.events]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all golden files."""
    for seats in PLAYERS:
        transcript_file(seats).write_text(transcript(seats), encoding="utf-8")


if __name__ == "__main__":
    main()
