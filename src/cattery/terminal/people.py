"""Who sits where: `you`, `you:Anna`, or a kind of player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cattery.errors import CatteryError, NoSuchSeat, UnknownPlayer
from cattery.game import Game
from cattery.names import cleaned, of_match
from cattery.text import HUMAN, normal, shared_words

if TYPE_CHECKING:
    from cattery.match import Match

YOU = ("you", "te", "human", "me", "en", "ember")


class EmptyPlayer(CatteryError):
    """Nothing between two commas."""

    code = "empty_player"

    def text(self, lang: str = "en") -> str:
        """The list, and how it should look."""
        return shared_words(lang).text("terminal.empty_player", **self.params)


@dataclass(frozen=True)
class Sitter:
    """One seat's player: a kind, and a name that a person has given."""

    kind: str
    name: str = ""


def sitters(text: str | None, game: Game, seats: int | None = None) -> list[Sitter]:
    """The players of a list such as `you,greedy`; by default you against middling ones."""
    bot = middling(game)
    if text is None:
        count = 2 if 2 in game.seats else game.seats[0]
        return [Sitter(HUMAN), *[Sitter(bot)] * (count - 1)]
    found = []
    for item in text.split(","):
        if not item.strip():
            raise EmptyPlayer(text=text, bot=bot)
        found.append(_sitter(item.strip(), game))
    game.check_seats(len(found))
    if seats is not None and len(found) != seats:
        raise NoSuchSeat(number=max(seats, len(found)), seats=min(seats, len(found)))
    return found


def middling(game: Game) -> str:
    """A kind of player that is neither the weakest nor the strongest."""
    from cattery.players import names

    kinds = names(game)
    return kinds[len(kinds) // 2]


def _sitter(text: str, game: Game) -> Sitter:
    word, _, name = text.partition(":")
    if normal(word) in YOU:
        return Sitter(HUMAN, cleaned(name))
    check_kinds([text], game, trusted=True)
    return Sitter(text)


def check_kinds(players: Sequence[str], game: Game, *, trusted: bool) -> None:
    """Refuse a kind of player that isn't there; if trusted, programs of this machine may play."""
    from cattery.players.roster import check

    for kind in players:
        if kind == HUMAN:
            continue
        try:
            check(kind, game, trusted=trusted)
        except UnknownPlayer as error:
            known = error.params["known"]
            raise UnknownPlayer(player=kind, known=(YOU[0], *known)) from error


def display_names(match: Match, lang: str) -> list[str]:
    """What players are called on the screen: a lone person without a name is "you"."""
    called = of_match(match, lang)
    people = [seat for seat, kind in enumerate(match.players) if kind == HUMAN]
    if len(people) == 1 and not match.names[people[0]]:
        called[people[0]] = shared_words(lang).text("player.you")
    return called
