"""Filou: which cards have been seen, of all sets together (F-1, F-10, F-12)."""

from __future__ import annotations

from collections.abc import Iterator

from cattery.games.filou.moves import CARDS
from cattery.games.filou.view import View
from cattery.seen import SeenCard, counted


def seen(view: View) -> list[SeenCard]:
    """What lies open or was won, what is known to be missing, and the viewer's own cards."""
    has_pile = view.row_length > len(view.players)
    sets = len(view.players) + has_pile
    return counted(_known(view), dict.fromkeys(CARDS, sets))


def _known(view: View) -> Iterator[str]:
    yield from view.hand
    yield from (player.missing for player in view.players if player.missing is not None)
    if view.removed is not None:
        yield view.removed
    for sack in view.sacks:
        yield from (one.card for one in sack.cards)
    if view.phase != "over":  # then the row is the last of the sacks
        yield from (one.card for one in view.row if one.card is not None)
