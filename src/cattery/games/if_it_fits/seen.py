"""If It Fits: which cards have been seen (I-3, I-4, I-10)."""

from __future__ import annotations

from collections.abc import Iterator

from cattery.games.if_it_fits.moves import CARDS
from cattery.games.if_it_fits.rules import state as rules
from cattery.games.if_it_fits.view import View
from cattery.seen import SeenCard, counted

COPIES = dict(zip(CARDS, map(int, rules.COPIES), strict=True))


def seen(view: View) -> list[SeenCard]:
    """What lies on the table or was discarded, and the viewer's own cards; starting boxes aren't
    of the pile (I-12)."""
    return counted(_known(view), COPIES)


def _known(view: View) -> Iterator[str]:
    yield from view.hand
    yield from view.discards
    for card in view.cards[len(view.players) :]:  # the first are starting boxes
        if card.shows == "box":
            yield f"{card.pattern} {card.content}"
        elif card.shows == "toy":
            yield f"toy {card.content}"
        elif card.shows == "princess":
            yield "princess"
    for across in view.across:
        if across.shows == "toy":
            yield f"toy {across.content}"
        elif across.shows == "princess":
            yield "princess"
