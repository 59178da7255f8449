"""The cards (C-1 to C-4), and what is wrong with a corrected deck, said plainly."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cattery import data, errors
from cattery.games.csacska.rules.deck import checked, deck
from rules.csacska.street import COLOURS, CSACSKA, PLAYERS, coins, fresh, legal, play, table

GOOD = tomllib.loads((data.folder("csacska") / "deck.toml").read_text(encoding="utf-8"))


def whole_deck(seats: int) -> Counter[str]:
    """All cards at the start of a game: the draw pile, the piles and the box."""
    view = fresh(seats).view(None)
    found = Counter({one.card: one.n for one in view.draw_cards})
    found.update({one.card: one.n for one in view.box_cards})
    found.update(card for pile in view.piles for card in pile.cards)
    return found


@pytest.mark.parametrize("seats", PLAYERS)
def test_c1_there_are_23_house_cats_of_each_colour_with_odd_numbers(seats: int):
    cards = whole_deck(seats)
    assert cards.total() == 120
    for colour in COLOURS:
        mine = {card: n for card, n in cards.items() if card.startswith(colour)}
        assert sum(mine.values()) == 23
        for card in mine:
            numbers = [int(number) for number in card.split("-")[1:]]
            assert 1 <= len(numbers) <= 2
            assert set(numbers) <= {1, 3, 5, 7, 9}


def test_c1_a_card_with_two_numbers_may_count_as_either():
    series = table("b1/y1/r1 b35/-/-").view(0).players[0].series[0]
    assert series.values == ((3, 5),)
    assert series.sums == (3, 5)


@pytest.mark.parametrize("colour", COLOURS)
def test_c2_every_pair_comes_once_and_singles_as_often_as_the_sheet_says(colour: str):
    cards = whole_deck(3)
    pairs = [f"{a}-{b}" for a in (1, 3, 5, 7, 9) for b in (1, 3, 5, 7, 9) if a < b]
    assert len(pairs) == 10
    assert [cards[f"{colour}-{pair}"] for pair in pairs] == [1] * 10
    assert [cards[f"{colour}-{number}"] for number in (1, 3, 5, 7, 9)] == [3, 3, 3, 2, 2]


def test_c3_strays_and_extras():
    cards = whole_deck(4)
    names = ("stray", "kittens", "rascal", "good_dog", "bad_dog", "cat_lady")
    assert [cards[name] for name in names] == [12, 4, 3, 3, 3, 3]


def test_c4_a_coin_is_one_point_and_out_of_play():
    match = table("b1/y1/r1 b3.5/-/-")
    before = sum(n.n for n in match.view(0).draw_cards)
    play(match, "take 1", "score")
    assert coins(match) == [1, 0, 0]
    assert match.scores == [1, 0, 0]
    view = match.view(0)
    seen = sum(one.n for one in view.draw_cards) + sum(one.n for one in view.box_cards)
    seen += sum(len(pile.cards) for pile in view.piles)
    assert seen == 119, "one card is a coin"
    assert before == 120 - 3 - 2


# --- the file ------------------------------------------------------------------------------------


def changed(*path: str, to: Any) -> dict[str, Any]:
    """The deck with one value replaced, or left out."""
    content = copy.deepcopy(GOOD)
    place = content
    for key in path[:-1]:
        place = place[key]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return content


def test_c2_c45_the_packaged_deck_is_the_sheets():
    assert checked(GOOD) == deck()
    assert deck().cats == (3, 3, 3, 2, 2, *[1] * 10)
    assert deck().others == (12, 4, 3, 3, 3, 3)
    assert deck().points == {"three": 1, "five": 3, "seven": 8, "stray": 1, "alike": 3}


BAD: list[tuple[tuple[str, ...], Any, str]] = [
    (("cats",), None, "cats"),
    (("cats",), ["1"] * 22, "cats"),
    (("cats",), ["2"] * 23, "cats"),
    (("cats",), ["1-1"] * 23, "cats"),
    (("cats",), ["3-1"] * 23, "cats"),
    (("cats",), ["1-3-5"] * 23, "cats"),
    (("cats",), [1] * 23, "cats"),
    (("others",), None, "table"),
    (("others", "stray"), None, "number"),
    (("others", "stray"), -1, "number"),
    (("others", "kittens"), True, "number"),
    (("others", "stray"), 13, "cards"),
    (("points",), None, "table"),
    (("points", "three"), 4, "number"),
    (("points", "seven"), 9, "number"),
    (("points", "alike"), "3", "number"),
]


@pytest.mark.parametrize(("path", "to", "problem"), BAD)
def test_c2_a_bad_deck_is_refused(path: tuple[str, ...], to: Any, problem: str):
    with pytest.raises(errors.BadData) as refused:
        checked(changed(*path, to=to))
    assert refused.value.params["problem"] == problem
    for lang in ("hu", "en"):
        assert "deck.toml" in refused.value.text(lang)
    assert refused.value.text("hu") != refused.value.text("en")


PLAY = """
from cattery import Match, game
match = Match.new("csacska", seats=3, position="b1/y1/r1 b3.5/-/-", seed=1)
match.play("take 1", 0)
match.play("score", 0)
print(game("csacska").data_hash, match.scores[0])
"""


def _score_with(folder: Path) -> tuple[str, float]:
    environment = {**os.environ, "CATTERY_DATA": str(folder), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    found, _, score = run.stdout.partition(" ")
    return found, float(score)


def test_c2_a_corrected_copy_is_played_with(tmp_path: Path):
    text = (data.folder("csacska") / "deck.toml").read_text(encoding="utf-8")
    (tmp_path / "csacska").mkdir()
    plain_hash, plain_score = _score_with(tmp_path)
    corrected = text.replace("three = 1", "three = 2")
    (tmp_path / "csacska" / "deck.toml").write_text(corrected, encoding="utf-8")
    new_hash, new_score = _score_with(tmp_path)
    assert new_hash != plain_hash
    assert (plain_score, new_score) == (1, 2)


def test_c1_every_card_has_a_name_in_both_languages():
    for lang in ("hu", "en"):
        words = CSACSKA.words(lang)
        names = [words.word("card", card) for card in whole_deck(3)]
        assert len(set(names)) == 66


def test_c30_a_cat_of_any_number_can_be_taken():
    assert legal(table("b1/b79/y35"))[:3] == ["take 1", "take 2", "take 3"]
