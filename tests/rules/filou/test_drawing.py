"""A view of Filou as characters, sentences and a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import pytest

from rules.filou.sack import PLAYERS, play, table
from rules.filou.walks import FILOU, walk

NAMES = ["Anna", "Béla", "Cecília-Magdolna", "Dániel", "Erzsébet"]


def views(seats: int) -> list[Any]:
    """Views of a game from a seat and from an onlooker."""
    return [FILOU.view(states, seat) for states in walk(seats, 3, True) for seat in (None, 1)]


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_drawing_fits_eighty_columns(seats: int, lang: str):
    for view in views(seats):
        for line in FILOU.text(view, lang, NAMES[:seats]).splitlines():
            assert len(line) <= 80, line


def test_f50_a_drawing_shows_the_own_cards_and_no_others():
    match = play(table("1: 15,15,15,15 0,0,0,0 -8,-8,-8,-8"), "lay 15")
    mine, theirs = (FILOU.text(match.view(seat), "en") for seat in (0, 1))
    row = slice(2, 7)
    assert "15" in "".join(mine.splitlines()[row])
    assert "15" not in "".join(theirs.splitlines()[row])
    assert "Your hand" in mine
    assert "Your hand" not in FILOU.text(match.view(None), "en")


def test_f51_a_drawing_hides_the_mice_of_others():
    lines = FILOU.text(table("1: 11,12,13,14").view(1), "en").splitlines()
    players = [line for line in lines if "Player" in line]
    assert [word in line for line, word in zip(players, "11 12 13 14".split(), strict=True)] == [
        False,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_view_is_spoken_in_sentences(seats: int, lang: str):
    for view in views(seats):
        sentences = FILOU.spoken(view, NAMES[:seats], lang)
        assert len(sentences) >= seats + 2
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def test_a_sentence_names_bids_passes_and_cards():
    match = play(table("1:8,3,5,11"), "bid 4", "pass")
    told = " ".join(FILOU.spoken(match.view(1), NAMES[:4], "en"))
    assert "The sack: Anna 8, Béla 3, Cecília-Magdolna face down, Dániel face down." in told
    assert "The highest bid is 4, by Anna." in told
    assert "Béla: 17 mice" in told
    assert "has passed" in told


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("seats", PLAYERS)
def test_a_picture_is_svg_with_a_description_and_all_its_symbols(seats: int, lang: str):
    space = "{http://www.w3.org/2000/svg}"
    for view in views(seats)[::9]:
        root = ET.fromstring(FILOU.svg(view, lang))
        assert root.find(f"{space}title") is not None
        assert root.find(f"{space}desc") is not None
        defined = {symbol.get("id") for symbol in root.iter(f"{space}symbol")}
        used = {use.get("href", "")[1:] for use in root.iter(f"{space}use")}
        assert used <= defined
        hidden = [card for card in view.row if card.card is None]
        backs = sum(use.get("href") == "#filou-back" for use in root.iter(f"{space}use"))
        assert backs == len(hidden)
