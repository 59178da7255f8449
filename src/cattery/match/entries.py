"""The log of a match to those outside: its entries, what is told of them, the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from cattery.text import game_words, tell

if TYPE_CHECKING:
    from cattery.game import States


Kind = Literal["move", "undo", "take_back", "resign"]
ToldKind = Literal["move", "undo", "take_back", "resign", "unseen"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    n: int
    seat: int
    kind: Kind
    move: str | None = None  # the notation of a move
    back_to: int | None = None  # undo and take-back: the entry that is no more


@dataclass(frozen=True, slots=True)
class Told:
    """What one entry looked like from a seat.

    Of a round that is played at once the others learn only when it closes: until then a step is
    `unseen`, and the entry that closes the round tells all of them.
    """

    n: int
    seat: int
    kind: ToldKind
    move: str | None  # None where it is secret, or for what isn't a move
    events: tuple[Any, ...]
    game: str = field(repr=False)

    @property
    def seen(self) -> bool:
        """Whether the seat noticed it at all."""
        return self.kind != "unseen"

    def lines(self, lang: str, names: Sequence[str]) -> list[str]:
        """The entry in words; none for what the viewer hasn't seen."""
        words = game_words(self.game, lang)
        if self.kind == "unseen":
            return []
        if self.kind != "move":
            return [words.text(f"entry.{self.kind}", seat=names[self.seat])]
        return [tell(words, event, names) for event in self.events]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a move would do."""

    view: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    payoffs: tuple[float, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]  # several where the win is shared; none: a draw, or alone, given up
    resigned: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A move that stands, with the whole state before and after it, secrets included."""

    n: int  # its entry
    seat: int
    action: int
    before: States = field(repr=False)
    after: States = field(repr=False)
