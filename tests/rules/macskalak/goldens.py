"""Golden files of Macskalak: a whole game per level, move by move.

    python tests/rules/macskalak/goldens.py

writes them anew. Do that only when a rule has really changed, and raise the rules version then.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import cattery

HERE = Path(__file__).parent
MADE_BY = "# Made by: python tests/rules/macskalak/goldens.py"
GAMES = {  # by level: players, abilities and seed, so that every ability and event comes up
    1: (2, "KDHB", 1),
    2: (2, "GIAJ", 1),
    3: (3, "ELCF", 3),
    4: (3, "JKDA", 1),
}


def transcript_file(level: int) -> Path:
    """Where a level's game is kept."""
    return HERE / f"transcript.level-{level}.txt"


def transcript(level: int) -> str:
    """A whole game: each move, the events that its player saw, and the position after it.

    Who acts and what is played is picked by a hash of the entry's number; moves that build a room
    or use an ability are picked as often as all others together.
    """
    seats, abilities, seed = GAMES[level]
    options = {"level": str(level), "abilities": abilities}
    match = cattery.Match.new("macskalak", seats=seats, seed=seed, options=options)
    lines = [f"# A game of Macskalak, level {level}.", MADE_BY, f"# {match.position()}"]
    while not match.over:
        pick = hashlib.sha256(f"{level} {match.n}".encode()).digest()
        seat = match.waiting[pick[0] % len(match.waiting)]
        notes = sorted(map(match.game.format, match.legal(seat)))
        special = [note for note in notes if _special(match, note, seat)]
        choices = special if special and pick[1] % 2 else notes
        match.play(choices[int.from_bytes(pick[4:8], "big") % len(choices)], seat)
        told = match.story(seat, since=match.n - 1)[0]
        lines.append(f"{told.n} {seat + 1}: {told.move}  [{len(notes)}]  {match.position()}")
        lines += [f"    {event}" for event in told.events]
    return "\n".join(lines) + "\n"


def _special(match: cattery.Match, note: str, seat: int) -> bool:
    if note.split()[0] in ("use", "apart", "double", "move"):
        return True
    preview = match.preview(note, seat)
    return preview is not None and any(event.type == "built" for event in preview.events)


def main() -> None:
    """Write all golden files."""
    for level in GAMES:
        transcript_file(level).write_text(transcript(level), encoding="utf-8")


if __name__ == "__main__":
    main()
