"""The boards of the later games in a real browser: whole games played by clicks alone."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BOARDS, Chooser, play_out
from tests.browser.conftest import BOT, DEVICE, ME, Visit, go
from tests.browser.house import TOUCHED, House, api, ready
from tests.browser.test_screens import faults, overflow

SECONDS = 200  # for a whole game on a busy machine


@dataclass(frozen=True)
class Case:
    """A game, who sits at its table, and how it is looked at."""

    game: str
    seats: tuple[dict[str, str], ...]
    size: str
    lang: str
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game, str(len(self.seats)), *self.options.values()])


FITS_CASE = Case("if_it_fits", (ME, BOT), "phone", "en", {"first": "0"})
CASES = [
    Case("csacska", (ME, DEVICE, DEVICE), "phone", "hu", {"first": "0"}),
    Case("macskalak", (ME,), "phone", "en", {"level": "1"}),
    Case("macskalak", (ME, BOT), "laptop", "hu", {"level": "4"}),
    FITS_CASE,
]


def sit_down(page: Page, case: Case) -> None:
    """Open a table for the case, and go to it."""
    ready(page, case.game)
    wish = {"game": case.game, "seats": list(case.seats), "options": case.options}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector(f"{BOARDS[case.game].selector}, .curtain", timeout=60_000)


def click_on(page: Page, case: Case, seed: int) -> int:
    """Play until the match is over; the number of taps."""
    hand = Chooser(page, touch=case.size in TOUCHED)
    hand.play(case.game, seed)
    return play_out([hand], SECONDS)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_whole_game_can_be_played_by_clicks(house: House, visit: Visit, case: Case):
    page = visit(house.url, size=case.size, lang=case.lang)
    sit_down(page, case)
    assert overflow(page) <= 0
    clicks = click_on(page, case, seed=4)
    assert clicks > 20
    expect(page.locator(".result")).to_be_visible(timeout=30_000)
    if len(case.seats) > 1:  # whatever the points are made of, everybody is named beside them
        expect(page.locator(".result table")).to_contain_text(ME["name"])
        expect(page.locator(".result figcaption")).to_have_count(len(case.seats))
    assert overflow(page) <= 0
    assert faults(page) == []
