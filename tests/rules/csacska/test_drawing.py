"""The table in characters: all that a player at a terminal decides by, in 80 columns."""

from __future__ import annotations

import pytest

from cattery.games.csacska.view import View
from rules.csacska.street import CSACSKA, play, table

NAMES = ["Anna", "Bence", "Cili"]
LONG = "Nagymama és a macskái hatan"
MIDGAME = "b35,G/r7/y9 g39.79,b7.S/-/r9.9+ 2,0,5 1:order=y3,S"
MIDGAME_DRAWN = """\
 Anna to play                                            draw pile 100 · box 0
 ╭─1──────────╮ ╭─2──────────╮ ╭─3──────────╮
 │  good dog  │ │   red 7    │ │  yellow 9  │
 ╰─ +1 below ─╯ ╰────────────╯ ╰────────────╯

 In hand  yellow 3   stray
 → choose which drawn card comes first

 ▶ 1 ● Anna                       2 coins
     blue    7 stray                        =…9     needs 3 more
     green   3-9 [7-9]                      =10…18  nine: 1 3 7 9, alike: 9
   2 ■ Bence                      0 coins
   3 ▲ Cili                       5 coins
     red     9 [9] +kittens                 =18     needs 5 more: …1"""


def drawn(position: str, *moves: str, lang: str = "en", names: list[str] | None = None) -> str:
    match = play(table(position), *moves)
    view = match.view(None)
    assert isinstance(view, View)
    return CSACSKA.text(view, lang, names or NAMES)


def test_a_position_is_a_diagram_with_its_question():
    assert drawn(MIDGAME) == MIDGAME_DRAWN


def test_three_cards_are_asked_for_with_what_they_bring():
    text = drawn("g9/r7/y9 g39.79/-/- - 1", "take 1")
    assert "→ the green series has three cards: score it for 3 coins, or go on?" in text
    assert "In hand" not in text


def test_nothing_is_asked_where_any_action_may_be_chosen():
    assert "→" not in drawn("g9/r7/y9")


@pytest.mark.parametrize("lang", ["en", "hu"])
@pytest.mark.parametrize(
    "series",
    [
        "b13.35.57.79.19.39+",  # the longest series, of cards with two numbers
        "g37.13",  # nine with four numbers, and three alike
        "g37.79",  # three alike among many nines
        "y13.35.57",  # two to go, with any sum
        "r5.S.35.57.79.13+",
    ],
)
def test_every_series_keeps_its_columns(lang: str, series: str):
    text = drawn(f"b1/r1/y1 {series}/-/- 50,0,0", lang=lang, names=[LONG, *NAMES[1:]])
    assert max(map(len, text.splitlines())) <= 80
    (line,) = [line for line in text.splitlines() if "[" in line]
    sums, needs = line[44:52], line[52:]
    assert sums.startswith("=")
    assert sums.endswith(" ")
    assert line[43] == " "
    assert not needs.startswith(" ")
    assert "…" not in needs.rstrip()[-1:]


def test_three_alike_are_told_in_short_where_the_words_have_no_room():
    assert "kilenc: 1 3 5 9 · 3×3" in drawn("b1/r1/y1 g37.13/-/-", lang="hu")
    assert "kilenc: 5, egyforma: 7" in drawn("b1/r1/y1 g7.7/-/-", lang="hu")
