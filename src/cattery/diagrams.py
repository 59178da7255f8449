"""Diagrams of the rules that are played forward: a position and moves, carried out by the rules.

In a game's `rules.*.md` a picture is a fenced block with its caption behind the fence. Lines that
begin with `>` are moves, and then the rest is a position as `Game.from_position` reads it:

    ```position Ginger places a kitten, and its neighbours are booped away.
    6/1K1k2/6/2K3/6/6
    with ghosts=off
    > k c3
    ```

After `with` stand options of the game, and besides them `seats` (the fewest, where it isn't given),
`seat` (whose eyes it is seen with, counted from 1; an onlooker's where it isn't given) and `seed`
(of all chance; 0). Whoever is to act makes the move; of several at once the one who sits first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cattery import data
from cattery.game import Game
from cattery.game import game as find_game
from cattery.lessons import Shown

if TYPE_CHECKING:
    from cattery.match import Match

FENCE = re.compile(r"^```position(?:[ \t]+([^\n]*))?\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
MOVE = ">"
WITH = "with "


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position of the rules, and the moves that are played from it."""

    game: str
    text: str  # the block as it is written, by which the page finds it
    caption: str
    position: str
    seats: int
    seat: int | None  # whose eyes it is seen with; None: an onlooker's
    options: dict[str, str]
    seed: int
    moves: tuple[str, ...]

    def match(self) -> Match:
        """A match that starts from the position."""
        from cattery.match import Match

        return Match.new(
            self.game,
            seats=self.seats,
            options=self.options,
            position=self.position,
            seed=self.seed,
        )

    def play(self) -> Iterator[tuple[Match, Shown | None]]:
        """The match before the first move and after each, with what that move showed.

        A move that isn't legal is refused as at any table.
        """
        match = self.match()
        yield match, None
        for move in self.moves:
            entry = match.play(move, match.waiting[0])
            yield match, Shown(match.told(entry.n, self.seat), self.view(match))

    def view(self, match: Match) -> Any:
        """The match as it is seen."""
        return match.view(self.seat)


def diagrams(name: str, lang: str) -> tuple[Diagram, ...]:
    """The diagrams of a game's rules that are played forward, in their order."""
    file = data.folder(name) / f"rules.{lang}.md"
    if not file.is_file():
        return ()
    found = FENCE.findall(file.read_text(encoding="utf-8"))
    blocks = ((caption.strip(), body.rstrip()) for caption, body in found)
    return tuple(
        _diagram(find_game(name), caption, body)
        for caption, body in blocks
        if any(line.startswith(MOVE) for line in body.splitlines())
    )


def _diagram(game: Game, caption: str, body: str) -> Diagram:
    lines = [line.strip() for line in body.splitlines()]
    given = dict(
        pair.split("=", 1)
        for line in lines
        if line.startswith(WITH)
        for pair in line.removeprefix(WITH).split()
    )
    seats, seat = int(given.pop("seats", game.seats[0])), int(given.pop("seat", 0))
    return Diagram(
        game=game.name,
        text=body,
        caption=caption,
        position=" ".join(line for line in lines if not line.startswith((MOVE, WITH))),
        seats=seats,
        seat=seat - 1 if seat else None,
        seed=int(given.pop("seed", 0)),
        options=given,
        moves=tuple(line.removeprefix(MOVE).strip() for line in lines if line.startswith(MOVE)),
    )
