"""The memory aid: cards that a seat has seen, and how many are out, all over random matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import cattery
from cattery import Game, Match
from cattery.seen import SeenCard, has_seen
from support.twins import Deceived
from support.walks import LANGUAGES

OFFERED = ("csacska", "filou", "if_it_fits")
EVERY = 5  # entries


def moments(game: Game, seats: int) -> Iterator[Match]:
    """A random match, every few entries."""
    chance = Random(seats)
    match = Match.new(game, seats=seats, seed=seats)
    while not match.over:
        if match.n % EVERY == 0:
            yield match
        seat = chance.choice(match.waiting)
        match.play(chance.choice(match.legal_actions(seat)), seat)
    yield match


def hidden_in_filou(view: Any, seat: int | None) -> int:
    """Hands, missing cards, face-down ones, the pile and what was taken from it."""
    others = [player for k, player in enumerate(view.players) if k != seat]
    pile = view.row_length > len(view.players)
    return (
        sum(player.cards for player in others)
        + sum(player.missing is None for player in view.players)
        + sum(one.card is None for one in view.row)
        + (view.pile + (view.removed is None) if pile else 0)
    )


def hidden_in_if_it_fits(view: Any, seat: int | None) -> int:
    """Hands and the pile, at least: of the cards some stay in the box (I-10)."""
    return view.pile + sum(one.cards for k, one in enumerate(view.players) if k != seat)


HIDDEN: dict[str, Callable[[Any, int | None], int]] = {
    "csacska": lambda view, _: view.draw,
    "filou": hidden_in_filou,
    "if_it_fits": hidden_in_if_it_fits,
}


def out(cards: list[SeenCard]) -> int:
    """How many haven't been seen."""
    return sum(one.out for one in cards)


@pytest.mark.parametrize("name", OFFERED)
def test_the_counts_are_those_of_the_view(name: str):
    game = cattery.game(name)
    unused = set()  # cards that aren't in play at all
    for seats in game.seats:
        everything = None
        for match in moments(game, seats):
            for seat in (None, *range(seats)):
                view = match.view(seat)
                cards = game.seen(view)
                assert all(0 <= one.seen <= one.all for one in cards)
                everything = everything or [(one.card, one.all) for one in cards]
                assert [(one.card, one.all) for one in cards] == everything
                unused.add((seats, out(cards) - HIDDEN[name](view, seat)))
        left = {rest for n, rest in unused if n == seats}
        assert len(left) == 1, "the same number of cards stays away all the time"
        assert left == {0} or (name == "if_it_fits" and left.pop() > 0)


@pytest.mark.parametrize("name", OFFERED)
def test_worlds_that_look_alike_give_the_same_list(name: str):
    game, chance = cattery.game(name), Random(7)
    differed = 0
    for match in moments(game, game.seats[-1]):
        if match.over:
            continue
        seat = chance.randrange(match.seats)
        twin = Deceived.of(match, seat, chance.getrandbits(64))
        differed += twin.state().tobytes() != match.state().tobytes()
        assert game.seen(twin.view(seat)) == game.seen(match.view(seat))
    assert differed > 3


@pytest.mark.parametrize("name", OFFERED)
def test_every_card_has_its_word(name: str):
    game = cattery.game(name)
    view = Match.new(game, seats=game.seats[0], seed=1).view(None)
    for lang in LANGUAGES:
        said = [game.words(lang).word("card", one.card) for one in game.seen(view)]
        assert len(set(said)) == len(said) > 5


def test_other_games_offer_none(game: Game):
    assert has_seen(game.name) == (game.name in OFFERED)
    if game.name not in OFFERED:
        assert game.seen(Match.new(game, seats=game.seats[0], seed=1).view(None)) == []
