"""Nine Lives: which cards have been seen; those that haven't are in the draw pile (C-11, C-60)."""

from __future__ import annotations

from cattery.games.csacska.moves import CARDS
from cattery.games.csacska.rules.deck import COLOURS, deck
from cattery.games.csacska.view import View
from cattery.seen import SeenCard

COPIES = (*(n for _ in COLOURS for n in deck().cats), *deck().others)


def seen(view: View) -> list[SeenCard]:
    """All cards that aren't in the draw pile, by kind."""
    hidden = {count.card: count.n for count in view.draw_cards}
    kinds = zip(CARDS, COPIES, strict=True)
    return [SeenCard(card, n - hidden.get(card, 0), n) for card, n in kinds if n]
