"""The examples of the booklet and of our rules pages, played."""

from __future__ import annotations

import re

import pytest

from cattery import data
from cattery.diagrams import diagrams
from cattery.games.csacska.moves import CARDS
from cattery.games.csacska.rules.deck import deck
from rules.csacska.street import coins, events, legal, play, series, stage, table


def test_c45_the_booklets_three_fives():
    """The booklet says orange; there is no orange."""
    match = play(table("b1/y5/r1 y5.5/-/-"), "take 2", "score")
    assert coins(match) == [3, 0, 0]


def test_c45_the_booklets_two_green_sevens_and_a_3_7():
    match = play(table("b1/g37/r1 g7.7/-/-"), "take 2", "score")
    assert coins(match) == [3, 0, 0]
    assert events(match)[-1].reading == (7, 7, 7)


def test_c51_petis_rascal():
    """His blue stray goes to Lotti's blue series, her last blue card to his, the rascal to her."""
    match = play(table("y1/R/r1 b1.S/b5.37/-"), "take 2")
    assert (series(match), series(match, 1)) == ("b1.37", "b5.S")
    assert coins(match) == [0, 1, 0]


def test_c32_the_theft_of_the_rules_page():
    match = table("y1/y3/r1 b1.3/b9.5/-")
    assert "steal 2 blue" in legal(match)
    play(match, "steal 2 blue")
    assert coins(match) == [1, 0, 0]
    stole, scored = events(match)
    assert (stole.seat, stole.victim, stole.card, stole.length) == (0, 1, "blue-5", 3)
    assert (scored.how, scored.total) == ("three", 9)


def test_a_turn_from_beginning_to_end():
    """A cat and kittens are drawn: the cat first, scored for three alike, then the kittens."""
    match = table("b1/y1/r1 b5.5,g9/y3/- 0,4,0 1:order=b15,K")
    play(match, "first blue 1-5", "play")
    assert stage(match) == "1:score=b,K"
    play(match, "score")
    assert coins(match) == [3, 4, 0]
    assert series(match) == "g9+", "the kittens had one place to go"
    assert stage(match) == "2"


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_the_pictures_of_the_rules_show_cards_that_exist(lang: str):
    text = (data.folder("csacska") / f"rules.{lang}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```position (.+)\n(.+)\n```", text)
    assert len(blocks) + len(diagrams("csacska", lang)) >= 7
    for caption, cards in blocks:
        assert caption.endswith((".", "!"))
        for card in cards.split():
            name = card.rstrip("!")
            assert name in (*CARDS, "|", "+kittens"), name


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_the_rules_page_names_every_rule(lang: str):
    text = (data.folder("csacska") / f"rules.{lang}.md").read_text(encoding="utf-8")
    cited = set(re.findall(r"C-\d+", text))
    listed = (data.folder("csacska").parents[3] / "tests/rules/csacska/ids.toml").read_text(
        encoding="utf-8"
    )
    assert cited == set(re.findall(r'(?m)^"(C-\d+)"', listed))


@pytest.mark.parametrize("lang", ["hu", "en"])
def test_the_table_of_the_rules_page_scores_as_the_deck_says(lang: str):
    text = (data.folder("csacska") / f"rules.{lang}.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| .+ \| (\d)(?: \(.+\))? \|$", text)
    points = deck().points
    kinds = ("three", "five", "seven", "stray", "alike")
    assert [int(row) for row in rows] == [*(points[kind] for kind in kinds), 0]
