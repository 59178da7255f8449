"""HUUupp in tests: diagrams in, diagrams out.

A diagram has six rows of six signs: `k`, `c` for the first player's kittens and cats, `K`, `C` for
the second player's, `.` for an empty square. What else a position needs follows the diagram as in
the position text: the player to place, the two pools, the two ghosts, the turns played.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cattery import Match

EMPTY = "...... ...... ...... ...... ...... ......"


def rows(diagram: str) -> list[str]:
    """The six rows of a diagram."""
    found = diagram.split()
    assert [len(row) for row in found] == [6] * 6, f"not a diagram: {diagram}"
    return found


def bed(diagram: str = EMPTY, rest: str = "1", *, ghosts: str = "on") -> Match:
    """A match that stands as the diagram shows."""
    position = f"{'/'.join(rows(diagram))} {rest}".strip()
    return Match.new("huupp", position=position, options={"ghosts": ghosts}, seed=1)


def play(match: Match, *moves: str) -> Match:
    """Play moves one after the other, each by whoever is to decide."""
    for move in moves:
        match.play(move, match.waiting[0])
    return match


def diagram(match: Match) -> str:
    """The bed as six rows of signs."""
    board = match.position().split()[0]
    return re.sub(r"\d", lambda digit: "." * int(digit[0]), board).replace("/", "\n")


def drawn(pieces: Mapping[str, str]) -> str:
    """A diagram of signs by square: `drawn({"c3": "k"})`."""
    return "\n".join("".join(pieces.get(f"{c}{r}", ".") for c in "abcdef") for r in range(1, 7))


def rest(match: Match) -> str:
    """What the position text says after the board, but for the turns: mover, pools, ghosts."""
    return " ".join(match.position().split()[1:6])


def shown(text: str) -> str:
    """A diagram as `diagram` writes it."""
    return "\n".join(rows(text))


def phase(match: Match) -> str:
    """What is to be decided: place, ghost, grow or over."""
    return str(match.view(None).phase)


def legal(match: Match, word: str = "") -> set[str]:
    """The legal moves in notation, those that begin with a word."""
    if match.over:
        return set()
    moves = match.legal(match.waiting[0])
    return {note for note in map(match.game.format, moves) if f"{note} ".startswith(word)}


def events(match: Match, entry: int = -1) -> list[str]:
    """The types of the events of one entry."""
    return [event.type for event in match.story(None)[entry].events]


@dataclass(frozen=True)
class Example:
    """A rule, a sentence, the moves, and two diagrams side by side: before and after."""

    rule: str
    words: str
    moves: tuple[str, ...]
    pictures: str
    before: str = "1"  # the rest of the position before
    after: str | None = None  # the rest of the position after, where it matters

    def __str__(self) -> str:
        return f"{self.rule} {self.words}"

    @property
    def sides(self) -> tuple[str, str]:
        """The diagrams before and after."""
        lines = [line.split() for line in self.pictures.strip().splitlines()]
        return "\n".join(left for left, _ in lines), "\n".join(right for _, right in lines)

    def check(self, *, ghosts: str = "on", then: tuple[str, ...] = ()) -> Match:
        """Play the moves, and `then` what ends the turn, and compare."""
        left, right = self.sides
        match = play(bed(left, self.before, ghosts=ghosts), *self.moves, *then)
        assert diagram(match) == shown(right)
        if self.after is not None:
            assert rest(match) == self.after
        return match
