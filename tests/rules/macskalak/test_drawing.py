"""A view of Macskalak as characters, sentences and a picture."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from random import Random
from typing import Any

import pytest

from cattery import Match
from cattery.data import folder
from cattery.games.macskalak.plain_state import LETTERS
from rules.macskalak.desk import MACSKALAK, desk, lent, play

NAMES = ["Anna", "Béla", "Cecília-Magdolna de la Fuente", "Dániel", "Erzsébet", "■" * 40]
SVG = "{http://www.w3.org/2000/svg}"


def views(level: int, seats: int, every: int = 5) -> list[Any]:
    """Views of a random game from a seat and from an onlooker, the last one among them."""
    chance = Random(f"{level} {seats}")
    states = MACSKALAK.new(seats, {"level": str(level)}, rng=chance.getrandbits(64))
    found = []
    step = 0
    while not states["over"][0]:
        if step % every == 0:
            found += [MACSKALAK.view(states, None), MACSKALAK.view(states, seats - 1)]
        waiting = int(states["waiting"][0])
        states["actor"] = chance.choice([k for k in range(seats) if waiting >> k & 1])
        MACSKALAK.apply(states, chance.choice(MACSKALAK.legal(states)))
        step += 1
    return [*found, MACSKALAK.view(states, 0)]


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_drawing_fits_a_terminal_of_80_by_24(level: int, seats: int, lang: str):
    for view in views(level, seats):
        lines = MACSKALAK.text(view, lang, NAMES[:seats]).splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= 23  # and a line to type in


SHEET = """\
 Level 1, round 5                        ● Anna
     a   b   c   d   e   f               Dice [3] [4] (5) [m]
   ·───·───·   ·   ·   ·   ·             1 of 3 dice used
 1 │ 2   2 │ 3+  m   .   .   x
   ·───·───·   ·   ·   ·   ·
 2   .   .   .   x   .   .   o           2 +1 A a die apart
   ·   ·   ·   ·   ·   ·   ·             3 +3 B a die up or down
 3   .   .   5   .   .   .   o           4 +5 C mouse to number
   ·   ·   ·   ·   ·   ·   ·             5 +7 D a 3 anywhere
 4   .   .   .   .   .   .   o
   ·   ·   ·   ·   ·   ·   ·             Rooms   2×1                 1
 5   .   .   .   .   .   .   o           Cats                        3
   ·   ·   ·   ·   ·   ·   ·             Cheese                      2
 6   .   .   .   .   .   .   o           Empty cells               −30 (+1)
   ·   ·   ·   ·   ·   ·   ·             Total                     −24 (+1)
     o   o   o   x   o   o               Track xxx3-#-4-#-5
 ▶ ■ Béla                  playing    −36 points                        36 empty"""


def test_a_sheet_is_a_diagram():
    match = play(desk("223+m/...x:a1b1", "345m", cats=3, others=("",)), "5 c3")
    assert MACSKALAK.text(match.view(0), "en", NAMES[:2]) == SHEET


def test_m20_a_drawing_shows_nothing_of_an_open_round_to_others():
    match = desk("22:a1b1", "345m", others=("",))
    before = [MACSKALAK.text(match.view(viewer), "en") for viewer in (1, None)]
    play(match, "3 c3", "4 c4")
    assert [MACSKALAK.text(match.view(viewer), "en") for viewer in (1, None)] == before


def test_rooms_of_every_number_are_counted():
    sheet = "22555/33355/4444:a1b1,a2b2c2,a3b3c3d3,c1d1e1d2e2"
    text = MACSKALAK.text(desk(sheet, "345m").view(0), "en")
    assert "2×1 3×1 4×1 5×1 " in text


def test_a_player_is_told_to_be_done_and_to_fill_stars():
    match = play(desk("", "345m"), "3 a1", "4 b1")
    assert "then: done" not in MACSKALAK.text(match.view(0), "en")
    play(match, "5 c1")
    assert "3 of 3 dice used; then: done" in MACSKALAK.text(match.view(0), "en")
    stars = Match.new("macskalak", seats=1, options={"level": "2"}, seed=1)
    assert "Write each into a star" in MACSKALAK.text(stars.view(0), "en")


def test_dice_are_shown_as_they_were_and_are():
    match = play(lent("B", "", "345m"), "use B 3 up", "5 a1")
    assert "[3>4] [4] (5) [m]" in MACSKALAK.text(match.view(0), "en")


def test_what_is_forced_is_said():
    match = play(desk("2.2", "2345"), "2 b1")
    assert "Choose the room's cells with b1" in MACSKALAK.text(match.view(0), "en")
    assert "Now: Choose the room's cells with b1." in MACSKALAK.spoken(
        match.view(0), ["Anna"], "en"
    )


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_view_is_spoken_in_sentences(level: int, lang: str):
    for view in views(level, 3):
        sentences = MACSKALAK.spoken(view, NAMES[:3], lang)
        assert len(sentences) >= 5
        assert all(sentence.endswith(".") and "{" not in sentence for sentence in sentences)


def test_a_sentence_names_every_symbol():
    spoken = " ".join(MACSKALAK.spoken(desk("2c/m", level=2).view(0), ["Anna"], "en"))
    assert "2 on a1; cat on b1; mouse on a2" in spoken


@pytest.mark.parametrize("lang", ["hu", "en"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_picture_is_svg_with_a_description_and_all_its_symbols(level: int, lang: str):
    for view in views(level, 3, every=11):
        picture = MACSKALAK.svg(view, lang)
        root = ET.fromstring(picture)
        assert root.findtext(f"{SVG}title") == "Macskalak"
        assert root.findtext(f"{SVG}desc")
        defined = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
        used = {use.get("href", "")[1:] for use in root.iter(f"{SVG}use")}
        assert used == defined
        assert "var(" not in picture


def test_there_is_a_drawing_and_a_sentence_for_every_ability():
    art = (folder("macskalak") / "art.svg").read_text(encoding="utf-8")
    for letter in LETTERS:
        assert f'id="macskalak-ability-{letter.lower()}"' in art
        for lang in ("hu", "en"):
            words = MACSKALAK.words(lang)
            assert len(words.text(f"ability_short.{letter}")) <= 24
            assert re.search(r"\. \(M-\d+(, M-\d+)?\)$", words.text(f"ability_about.{letter}"))


def test_every_level_has_a_sentence():
    for lang in ("hu", "en"):
        for level in "1234":
            assert MACSKALAK.words(lang).text(f"option.level.{level}.about").endswith(".")
