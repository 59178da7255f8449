"""F-30 to F-32: what the dogs leave of a sack."""

from __future__ import annotations

from itertools import permutations

import pytest

from cattery.games.filou.rules import auction
from cattery.games.filou.view import SIGNS
from rules.filou.sack import events, play, points, table, types

# The cards of the sack, the one that is chased away (or none), and what is left in points.
RULES = [
    ("F-30", "the big dog chases the best cat", "8,D,15,-5", "15", 3),
    ("F-30", "the small dog chases the worst cat", "8,d,15,-5", "-5", 23),
    ("F-30", "the small dog chases a weak cat where there is no worse animal", "8,d,15,3", "3", 23),
    ("F-30", "the big dog leaves rabbits alone where there is a positive cat", "r,D,3,-8", "3", -8),
    ("F-30", "the big dog chases a rabbit where no cat is positive", "-5,D,r,-8", "r", -13),
    ("F-30", "the big dog chases the better of bad cats where all are", "-5,D,-8,-8", "-5", -16),
    ("F-30", "the small dog leaves rabbits alone where there is a bad cat", "r,d,-5,11", "-5", 11),
    ("F-30", "the small dog chases a rabbit where no cat is bad", "3,d,r,11", "r", 14),
    ("F-30", "the small dog chases the least of good cats where all are", "11,d,5,8", "5", 19),
    ("F-30", "a dog among rabbits chases one of them", "r,D,r,r", "r", 0),
    ("F-31", "a big and a small dog chase only each other", "D,15,d,-8", "", 7),
    ("F-31", "two big dogs chase only each other", "D,15,D,-8", "", 7),
    ("F-31", "two small dogs chase only each other", "d,15,d,-8", "", 7),
    ("F-31", "three dogs chase only each other", "d,D,D,-8", "", -8),
    ("F-31", "four dogs leave an empty sack", "d,D,D,d", "", 0),
    ("F-31", "without dogs everything stays", "15,11,-8,r", "", 18),
    ("F-32", "of two best cats either one may go", "15,15,D,-5", "15", 10),
    ("F-32", "of two worst cats either one may go", "-5,-5,d,8", "-5", 3),
]
IDS = [f"{rule} {words}" for rule, words, *_ in RULES]


@pytest.mark.parametrize(("rule", "words", "sack", "prey", "left"), RULES, ids=IDS)
def test_dogs(rule: str, words: str, sack: str, prey: str, left: int):
    match = play(table(f"1:{sack}"), "bid 1", "pass", "pass", "pass")
    assert points(match) == [left, 0, 0, 0]
    done = match.view(None).sacks[0]
    gone = [each.card for each in done.cards if each.fate == "chased"]
    name = {"r": "rabbit"}.get(prey, prey)
    assert gone == ([name] if prey else [])
    assert done.points == left
    dogs = [each.card for each in done.cards if each.fate == "dog"]
    assert len(dogs) == sack.count("d") + sack.count("D"), "dogs leave in any case"
    assert sorted(match.view(None).gone) == sorted(gone + dogs)
    assert not {"big_dog", "small_dog"} & set(match.view(None).players[0].won)


@pytest.mark.parametrize(("rule", "words", "sack", "prey", "left"), RULES, ids=IDS)
def test_the_order_of_the_row_does_not_matter(
    rule: str, words: str, sack: str, prey: str, left: int
):
    kinds = [SIGNS.index(sign) for sign in sack.split(",")]
    for order in permutations(kinds):
        row = auction.np.array(order, "int8")
        assert auction.worth(row, 4) == left


def test_f30_the_story_tells_who_chased_whom():
    match = play(table("1:8,D,15,-5"), "bid 1", "pass", "pass", "pass")
    chased = next(event for event in events(match) if event.type == "chased")
    assert (chased.dog, chased.card, chased.place) == ("big_dog", "15", 3)


def test_f31_the_story_tells_of_fighting_dogs():
    match = play(table("1:D,15,d,-8"), "bid 1", "pass", "pass", "pass")
    assert "chased" not in types(match)
    fought = next(event for event in events(match) if event.type == "fought")
    assert fought.dogs == ("big_dog", "small_dog")


def test_f31_an_empty_sack_has_words_of_its_own():
    match = play(table("1:d,D,D,d"), "bid 1", "pass", "pass", "pass")
    told = match.story(None)[-1]
    names = match.player_names("en")
    assert any("empty sack" in line for line in told.lines("en", names))


def test_f30_with_five_in_the_sack_one_dog_takes_one_animal():
    match = play(table("1:8,D,15,-5,11", 5), "bid 1", "pass", "pass", "pass", "pass")
    assert points(match)[0] == 14


def test_f30_with_three_players_the_piles_card_counts_too():
    match = play(table("1:15,3,D,5", 3), "bid 1", "pass", "pass")
    assert points(match)[0] == 8
    match = play(table("1:d,3,8,5", 3), "bid 1", "pass", "pass")
    assert points(match)[0] == 13
