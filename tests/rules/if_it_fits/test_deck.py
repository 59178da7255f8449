"""The deck file is checked: what is wrong with it is said, with file and fact."""

from __future__ import annotations

import copy
import tomllib
from typing import Any

import pytest

from cattery import errors
from cattery.data import folder
from cattery.games.if_it_fits.rules.deck import checked

CONTENT = tomllib.loads((folder("if_it_fits") / "deck.toml").read_text(encoding="utf-8"))


def changed(*path: Any, value: Any) -> dict[str, Any]:
    """The deck with another value somewhere."""
    content = copy.deepcopy(CONTENT)
    at = content
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return content


def test_the_packaged_deck_is_whole():
    deck = checked(CONTENT)
    assert deck.cards == 110


BAD = [
    changed("boxes", value=None),
    changed("boxes", "N", value=None),
    changed("boxes", "N", "ball", value=None),
    changed("boxes", "N", "ball", value="2"),
    changed("boxes", "N", "ball", value=True),
    changed("boxes", "N", "ball", value=-1),
    changed("boxes", "N", "ball", value=3),
    changed("starting", value=None),
    changed("starting", "boxes", value=["none"]),
    changed("starting", "boxes", value=["none", "N", "E", "NE", "XX"]),
    changed("special", "ball", value=None),
    changed("special", "mouse", value=9),
]


@pytest.mark.parametrize("content", BAD)
def test_what_is_wrong_with_a_deck_is_said(content: dict[str, Any]):
    with pytest.raises(errors.BadData) as refused:
        checked(content)
    for lang in ("en", "hu"):
        assert "if_it_fits/deck.toml" in refused.value.text(lang)


def test_a_corrected_deck_of_72_boxes_is_taken():
    content = changed("boxes", "N", "ball", value=1)
    content["boxes"]["N"]["plain"] = 3
    assert checked(content).boxes[1] == (1, 2, 1, 1, 3)
