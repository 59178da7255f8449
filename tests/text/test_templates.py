"""Templates read as the shared vectors say, in Python as on the page."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from cattery.text import Words, normal, player_name

CASES = tomllib.loads((Path(__file__).parent / "templates.toml").read_text(encoding="utf-8"))[
    "case"
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']} {case['template']}")
def test_a_template_reads_as_the_vectors_say(case: dict[str, Any]):
    behind = Words(case["lang"], case.get("shared", {}))
    words = Words(case["lang"], case.get("words", {}), behind)
    assert words.fill(case["template"], case["params"]) == case["expect"]


def test_a_key_without_words_is_an_error():
    with pytest.raises(KeyError, match=r"event\.xyzzy"):
        Words("en", {}).text("event.xyzzy")


def test_a_parameter_that_is_missing_is_an_error():
    with pytest.raises(KeyError):
        Words("en", {}).fill("{seat}: hello", {})


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("  Cica   Á1 ", "cica a1"),
        ("ŐRÜLT", "orult"),
        ("k\tc3\n", "k c3"),
        ("ｋ ｃ３", "k c3"),
        ("", ""),
    ],
)
def test_typed_text_loses_accents_capitals_and_spaces(typed: str, read: str):
    assert normal(typed) == read


def test_players_without_a_name_are_numbered_from_one():
    assert player_name("en", 0) == "Player 1"
    assert player_name("hu", 1) == "2. játékos"
