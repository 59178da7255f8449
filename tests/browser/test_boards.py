"""The boards of the later games in a real browser: whole games played by clicks alone."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
