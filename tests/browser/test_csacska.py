"""Nine Lives in a real browser: thefts from tap to coins, decisions in another player's turn."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import DEVICE, ME, Visit
from tests.browser.house import House
from tests.browser.test_boards import SECONDS, Case, sit_down
from tests.browser.test_one_device import CALM

THREE = Case("csacska", (ME, DEVICE, DEVICE), "phone", "en", {"first": "0"})
FOUR = Case("csacska", (ME, *[DEVICE] * 3), "laptop", "en", {"first": "0"})
GAMES = 4  # in one of forty nobody's kittens lose their home

# Plays until something is on the board, or the match is over: everybody steals where they can or,
# if they are honest, never, plays and scores what they have, and takes kittens up.
PLAYER = """
async ({ wanted, honest, seconds }) => {
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const there = (one) => one.getBoundingClientRect().width > 0;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(there);
  const any = (found) => found[Math.floor(Math.random() * found.length)];
  const mouse = { bubbles: true, cancelable: true, detail: 1 };
  const click = (one) => one.dispatchEvent(new MouseEvent('click', mouse));
  const main = () => document.querySelector('main');
  const seen = () => main().dataset.n + document.querySelector('.bar')?.textContent;
  const kittens = () => all('.pile.open').filter((pile) => pile.textContent.includes('kittens'));
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await rest(20)) {
    if (main().dataset.state === 'over') return false;
    if (!document.querySelector('.csacska[data-mine="true"]')) continue;
    if (document.querySelector(wanted)) return true;
    const shown = document.querySelector('.bar .lines') ? all('.bar .do .btn.main') : [];
    const thefts = honest ? [] : all('.others .line.open:not(.chosen)');
    const others = all('.street .open, .mine .open, .bar .do [data-do]');
    const choices = [shown, thefts, all('[data-do="score"], [data-do="play"]'), kittens(), others];
    const one = any(choices.find((found) => found.length > 0) ?? []);
    if (one === undefined) continue;
    const before = seen();
    click(one);
    // What it does comes from the server: another tap before that would choose something else.
    for (let k = 0; k < 15 && seen() === before; k++) await rest(20);
    await rest(shown.length > 0 ? 0 : 60);
  }
  throw new Error(`nothing like ${wanted}`);
}
"""

# Keeps whatever the bar says from now on, however shortly.
LISTENER = """
() => {
  const bar = document.querySelector('.bar');
  window.told = [];
  const seen = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => window.told.push(bar.textContent)).observe(bar, seen);
}
"""


def play_until(page: Page, wanted: str, *, honest: bool) -> bool:
    """Let everybody play until it is there; False if the match ends before."""
    page.set_default_timeout((SECONDS + 10) * 1000)
    asked: dict[str, Any] = {"wanted": wanted, "honest": honest, "seconds": SECONDS}
    return bool(page.evaluate(PLAYER, asked))


def entries(page: Page) -> int:
    """How many entries of the log the page has seen."""
    return int(page.locator("main").get_attribute("data-n") or 0)


def test_a_theft_is_shown_with_its_score_and_then_confirmed(house: House, visit: Visit):
    page = visit(house.url, size=THREE.size, lang=THREE.lang)
    sit_down(page, THREE)
    assert play_until(page, ".others .line.open", honest=True)
    before = entries(page)
    bar = page.locator(".bar")
    page.evaluate(LISTENER)
    page.locator(".others .line.open").first.tap()
    expect(bar).to_contain_text(re.compile("You steal|second card"))
    if "second card" in bar.inner_text():
        page.locator(".others .line.open:not(.chosen)").first.tap()
    else:  # not even while the server's answer was on its way
        assert not any("second card" in told for told in page.evaluate("window.told"))
    confirm = page.locator(".bar .do .btn.main")
    expect(confirm).to_contain_text(re.compile(r"Steal (it|both): \d+ coins?"))
    assert entries(page) == before, "nothing is played before it is confirmed"
    points = int(re.search(r"\d+", confirm.inner_text()).group())  # type: ignore[union-attr]
    place = page.locator(".mine .coins").get_attribute("data-at")
    mine = page.locator(f'[data-at="{place}"] b')  # wherever the seat is shown
    coins = int(mine.inner_text()) + points
    confirm.tap()
    expect(page.locator(f'main[data-n="{before + 1}"]')).to_be_visible(timeout=30_000)
    expect(mine).to_have_text(str(coins))


def test_who_was_robbed_reads_by_whom_and_why(house: House, visit: Visit):
    page = visit(house.url, size=THREE.size, lang=THREE.lang)
    sit_down(page, THREE)
    assert play_until(page, ".caption strong", honest=False), "nobody was robbed"
    told = page.locator(".caption strong")
    expect(told).to_contain_text(
        re.compile(
            r"stole your .*(series of [357], scored at once|\(\d+ coins?\))"
            r"|rascal took|dog (ran|chased|: \+)|dog: \+"
        )
    )


def test_homeless_kittens_are_put_down_in_another_players_turn(house: House, visit: Visit):
    page = visit(house.url, size=FOUR.size, lang=FOUR.lang)
    homeless = '.csacska[data-phase="homeless"][data-in-turn="false"]'
    for _ in range(GAMES):
        sit_down(page, FOUR)
        if play_until(page, homeless, honest=False):
            break
    expect(page.locator(".bar")).to_contain_text("lost their home")
    piles = page.locator(".piles .pile.open")
    expect(piles).to_have_count(len(FOUR.seats))  # any pile will do
    page.wait_for_timeout(CALM)
    piles.nth(1).click()
    story = page.get_by_role("tabpanel")
    expect(story).to_contain_text("puts the homeless kittens on pile 2")
