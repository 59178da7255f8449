"""The boards of the later games in a real browser: whole games played by clicks alone."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import BOT, DEVICE, ME, Visit, go
from tests.browser.house import START_SECONDS, House, api
from tests.browser.test_screens import faults, overflow

SECONDS = 200  # for a whole game on a busy machine

# Clicks at random on whatever the board offers, until the match is over; what the bar's main button
# says is taken more often, as people do.
CLICKER = """
async ({ board, choices, seed, seconds }) => {
  let state = seed;
  const random = () => ((state = (state * 48271) % 2147483647) / 2147483647);
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const there = (one) => one.getBoundingClientRect().width > 0 && !one.disabled;
  const until = Date.now() + seconds * 1000;
  for (let clicks = 0; Date.now() < until; ) {
    if (document.querySelector('main').dataset.state === 'over') return clicks;
    const curtain = document.querySelector('.curtain .btn.main');
    const mine = document.querySelector(`${board}[data-mine="true"]`);
    const main = [...document.querySelectorAll('.bar .do .btn.main')].filter(there);
    const other = [...document.querySelectorAll(choices)].filter(there);
    const offered = main.length > 0 && (random() < 0.6 || other.length === 0) ? main : other;
    const one = curtain ?? (mine && offered[Math.floor(random() * offered.length)]);
    if (!one) await rest(15);
    else {
      one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      clicks += 1;
      await rest(25);
    }
  }
  return -1;
}
"""


@dataclass(frozen=True)
class Case:
    """A game, who sits at its table, and what can be clicked on its board."""

    game: str
    seats: tuple[dict[str, str], ...]
    board: str
    choices: str
    size: str
    lang: str
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game, str(len(self.seats)), *self.options.values()])


CSACSKA = ".csacska .open, .bar .do [data-do]"
MACSKALAK = ".dice .open, .macskalak g.cell.can, .abilities .open, .bar .do [data-do], .bar .sign"
FITS = ".fits .hand .open, .fits g.target, .bar .do [data-do]"
FITS_CASE = Case("if_it_fits", (ME, BOT), ".fits", FITS, "phone", "en", {"first": "0"})
CASES = [
    Case("csacska", (ME, DEVICE, DEVICE), ".csacska", CSACSKA, "phone", "hu", {"first": "0"}),
    Case("macskalak", (ME,), ".macskalak", MACSKALAK, "phone", "en", {"level": "1"}),
    Case("macskalak", (ME, BOT), ".macskalak", MACSKALAK, "laptop", "hu", {"level": "4"}),
    FITS_CASE,
]


def ready(page: Page, game: str) -> None:
    """Wait until a game can be played: compiling is not what is tested here."""
    deadline = time.monotonic() + 2 * START_SECONDS
    while True:
        games: list[dict[str, Any]] = api(page, "GET", "games")["games"]
        if all(one["state"] == "ready" for one in games if one["name"] == game):
            return
        assert time.monotonic() < deadline, f"{game} was never ready"
        page.wait_for_timeout(200)


def sit_down(page: Page, case: Case) -> None:
    """Open a table for the case, and go to it."""
    ready(page, case.game)
    wish = {"game": case.game, "seats": list(case.seats), "options": case.options}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector(f"{case.board}, .curtain", timeout=60_000)


def click_on(page: Page, case: Case, seed: int) -> int:
    """Click until the match is over; the number of clicks."""
    asked = {"board": case.board, "choices": case.choices, "seed": seed, "seconds": SECONDS}
    page.set_default_timeout((SECONDS + 10) * 1000)
    clicks = int(page.evaluate(CLICKER, asked))
    assert clicks > 0, "the match didn't come to its end"
    return clicks


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_whole_game_can_be_played_by_clicks(house: House, visit: Visit, case: Case):
    page = visit(house.url, size=case.size, lang=case.lang)
    sit_down(page, case)
    assert overflow(page) <= 0
    clicks = click_on(page, case, seed=4)
    assert clicks > 20
    expect(page.locator(".result")).to_be_visible(timeout=30_000)
    assert overflow(page) <= 0
    assert faults(page) == []


def test_what_is_stolen_is_shown_before_it_is_taken(house: House, visit: Visit):
    page = visit(house.url, size="laptop", lang="en")
    case = CASES[0]
    sit_down(page, case)
    theft = page.locator(".others .line.open")
    honest = ".street .open, .mine .open, .bar .do [data-do]"
    deadline = time.monotonic() + SECONDS
    while theft.count() == 0:
        assert time.monotonic() < deadline, "nobody had anything to steal"
        assert page.locator("main").get_attribute("data-state") != "over"
        asked = {"board": case.board, "choices": honest, "seed": 9, "seconds": 1}
        page.evaluate(CLICKER, asked)
    before = page.locator("main").get_attribute("data-n")
    theft.first.click()
    expect(page.locator(".bar")).to_contain_text(re.compile("steals|second card"))
    assert page.locator("main").get_attribute("data-n") == before


# --- If It Fits: a card carried to the table ------------------------------------------------------


def centre(where: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page: Page, card: Locator, place: str) -> None:
    """Drag a card of the hand to a place on the table, which lights up once the card is lifted."""
    expect(page.locator('.fits[data-mine="true"]')).to_be_visible()
    x, y = centre(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y - 40, steps=3)
    page.mouse.move(*centre(page.locator(f'.fits [data-place="{place}"]')), steps=4)
    expect(page.locator(".fits .target.over")).to_have_count(1)
    page.mouse.up()


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_card_is_dragged_turned_by_a_tap_and_then_confirmed(
    house: House, visit: Visit, size: str
):
    page = visit(house.url, size=size, lang="en")
    sit_down(page, replace(FITS_CASE, size=size))
    card = page.locator('.fits .hand [data-card="N plain"]')
    carry(page, card, "m13")
    bar = page.locator(".bar")
    expect(bar).to_contain_text("m13: box N, empty")
    expect(page.locator("main")).to_have_attribute("data-n", "0")  # nothing is played yet
    expect(page.locator(".fits .caption")).to_contain_text("A box of 1 card worth 0 points.")
    card.click()
    expect(bar).to_contain_text("m13: box N, empty, turned")
    page.locator(".bar .do .btn.main").click()
    expect(page.locator('.fits .card[data-cell="m13"]')).to_be_visible()


def test_a_card_that_is_dropped_beside_the_table_goes_back(house: House, visit: Visit):
    page = visit(house.url, size="laptop", lang="en")
    sit_down(page, FITS_CASE)
    expect(page.locator('.fits[data-mine="true"]')).to_be_visible()
    x, y = centre(page.locator('.fits .hand [data-card="E plain"]'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 20, steps=4)
    expect(page.locator(".fits .carry")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".fits .carry")).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("data-n", "0")
    expect(page.locator('.fits .hand [aria-pressed="true"]')).to_have_count(1)  # still chosen


@pytest.mark.parametrize("height", [740, 360])
def test_hand_and_choices_are_in_sight_with_the_table(house: House, visit: Visit, height: int):
    """A phone, upright and on its side: the bar covers no card, and nothing has to be scrolled."""
    page = visit(house.url, size="phone", lang="hu")
    page.set_viewport_size({"width": 1100 - height, "height": height})
    sit_down(page, FITS_CASE)
    page.locator(".fits .hand .open").first.click()
    page.locator(".fits g.target").first.click()
    expect(page.locator(".bar .do .btn.main")).to_be_in_viewport(ratio=1)
    hand = page.locator(".fits .hand").bounding_box()
    bar = page.locator(".bar").bounding_box()
    table = page.locator(".fits .table").bounding_box()
    assert hand is not None
    assert bar is not None
    assert table is not None
    assert hand["y"] + hand["height"] <= bar["y"] + 1
    assert table["y"] + table["height"] <= height
    assert overflow(page) <= 0
