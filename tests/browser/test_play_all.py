"""The script that plays every table in every look: what it plans, and what its players notice."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import cattery
from scripts.play_all import MOMENTS, Album, Kind, kinds, tables
from tests.browser.boards import Chooser, play_out
from tests.browser.conftest import ME, Visit
from tests.browser.house import LOOKS, House
from tests.browser.test_boards import SECONDS, Case, sit_down


def test_every_table_is_played_in_every_look_once(tmp_path: Path):
    planned = tables(list(kinds()), Album(tmp_path), LOOKS, "")
    times = Counter((kind, look) for kind, looks in planned for look in looks)
    assert set(times.values()) == {1}
    assert len(times) == len(LOOKS) * len(list(kinds())) == 700
    assert all(1 <= len(looks) <= kind.people for kind, looks in planned)


def test_every_kind_of_table_exists():
    for kind in kinds():
        game = cattery.game(kind.game)
        assert game.check_seats(kind.seats) == kind.seats
        assert (
            dict(kind.options).items()
            <= game.complete_options(dict(kind.options), kind.seats).items()
        )


def test_what_came_to_its_end_is_not_played_again(tmp_path: Path):
    kind, album = Kind("csacska", 3), Album(tmp_path)
    end = album.picture(kind, LOOKS[4], MOMENTS["end"])
    end.parent.mkdir()
    end.touch()
    left = [look for _, looks in tables([kind], album, LOOKS, "") for look in looks]
    assert sorted(map(str, left)) == sorted(str(look) for look in LOOKS if look != LOOKS[4])


SPOILED = {
    "covered": (
        ".dock { position: relative } .dock::after { content: ''; position: absolute; inset: 0 }",
        "is covered by",
    ),
    "too wide": ("main { width: 130vw }", "pixels too wide"),
}


@pytest.mark.parametrize("spoiled", SPOILED)
def test_a_page_that_cannot_be_played_is_found_out(house: House, visit: Visit, spoiled: str):
    page = visit(house.url, size="phone")
    sit_down(page, Case("macskalak", (ME,), "phone", "en", {"level": "4"}))
    style, complaint = SPOILED[spoiled]
    page.evaluate(
        "(style) => { const one = new CSSStyleSheet(); one.replaceSync(style);"
        " document.adoptedStyleSheets.push(one) }",
        style,
    )
    hand = Chooser(page, touch=True)
    hand.play("macskalak", 1)
    with pytest.raises(AssertionError, match=complaint):
        play_out([hand], SECONDS)
