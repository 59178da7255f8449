"""A finished match on the page: steered by hand, played by itself, on a bad line."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, Visit, go
from tests.browser.hands import until
from tests.browser.house import House, api
from tests.browser.test_analysis import SLOW, command, finished, shown
from tests.browser.test_filou import open_table, ready

# The squares on which pieces lie, wherever the position behind them has them.
SEEN = """() => [...document.querySelectorAll('.actor:not(.pooled)')]
  .map((one) => /translate\\((\\d+)px, (\\d+)px\\)/.exec(one.style.transform))
  .map(([, x, y]) => 'abcdef'[Math.floor(x / 100)] + (Math.floor(y / 100) + 1)).sort()"""
# When the replay took its steps, in milliseconds.
NOTE_STEPS = """() => {
  window.steps = [];
  const watch = new MutationObserver(() => steps.push(performance.now()));
  watch.observe(document.querySelector('.count'), { characterData: true, subtree: true });
}"""
REST = 220  # milliseconds between two steps that a replay takes by itself, at its quickest
# Whether the page lets the browser have a key.
LEAVES = """(key) => document.body.dispatchEvent(
  new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key }))"""


def replayed(page: Page) -> None:
    """Go to the replay of a whole match."""
    go(page, f"#/r/{finished(page, *hands.WITHOUT_GHOSTS)}")
    page.wait_for_selector(".controls")
    page.wait_for_selector(".huupp")  # the board comes when its words and drawings are there


def test_another_step_in_the_middle_of_a_scene(house: House, visit: Visit) -> None:
    """What was being performed is over: the board shows the position that was asked for."""
    page = visit(house.url, moving=True)
    replayed(page)
    page.locator("input[type=range]").fill("3")
    assert page.evaluate(SEEN) == ["c2", "e5", "f1"]
    page.get_by_role("button", name="One step forward").click()  # to f5, which pushes e5 to d5
    until(page, f"({SEEN})().includes('f5')")
    page.get_by_role("button", name="One step back").click()
    page.wait_for_timeout(1200)
    assert page.evaluate(SEEN) == ["c2", "e5", "f1"]
    page.get_by_role("button", name="One step forward").click()
    until(page, f"({SEEN})().includes('d5')")


def test_a_replay_is_steered(house: House, visit: Visit) -> None:
    page = visit(house.url)
    replayed(page)
    page.evaluate(NOTE_STEPS)
    play = page.get_by_role("button", name="Play", exact=True)
    pause = page.get_by_role("button", name="Pause")
    play.click()
    pause.click()
    play.click()
    until(page, "steps.length >= 5")
    taken = page.evaluate("steps")[1:]
    # Played by two at once they would take half of it; where a page is busy one comes late, and the
    # next one on time.
    assert taken[-1] - taken[0] > 0.75 * REST * (len(taken) - 1)
    for name in ("One step back", "One step forward", "To the start"):
        page.get_by_role("button", name=name).click()
        expect(play).to_be_visible()
        play.click()
    page.get_by_role("button", name="Panni places a kitten on c2").click()
    expect(play).to_be_visible()
    assert shown(page) == 1
    assert page.evaluate(LEAVES, {"key": "ArrowRight", "altKey": True})
    assert shown(page) == 1
    assert not page.evaluate(LEAVES, {"key": "ArrowRight"})
    assert shown(page) == 2


def test_a_replay_on_a_bad_line(house: House, visit: Visit) -> None:
    """A fault of the line is told as one and can be tried again; it takes nothing away."""
    page = visit(house.url)
    table = finished(page, *hands.WITHOUT_GHOSTS)
    page.route("**/replay?*", lambda route: route.abort())
    go(page, f"#/r/{table}")
    expect(page.get_by_text("The server can't be reached.")).to_be_visible()
    expect(page.locator("main h2")).to_have_count(0)
    page.unroute("**/replay?*")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="To the end").click()
    page.route("**/replay?*", lambda route: route.abort())
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator(".toast")).to_be_visible()
    assert shown(page) == len(hands.WITHOUT_GHOSTS)


def test_a_match_that_goes_on_has_no_replay_yet(house: House, visit: Visit) -> None:
    page = visit(house.url)
    ready(house, page)
    go(page, f"#/r/{open_table(page, ME, DEVICE, DEVICE)}")
    expect(page.locator("main h2")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def auctioned(page: Page) -> str:
    """A match of Filou between three people at one browser who want none of the sacks."""
    table = open_table(page, ME, DEVICE, DEVICE)
    for seat in range(3):
        command(page, table, seat, type="contribute", seat=seat, text="")
    n = 0
    while True:
        snapshot: dict[str, Any] = api(page, "GET", f"tables/{table}")
        if snapshot["table"]["state"] == "over":
            return table
        seat = snapshot["table"]["waiting"][0]
        view = next(side["view"] for side in snapshot["sides"] if side["seat"] == seat)
        lay = "lay " + view["hand"][0].replace("_", " ") if view["hand"] else ""
        move = {"lay": lay, "bid": "pass", "buy": "decline"}[view["phase"]]
        command(page, table, n, type="play", seat=seat, move=move)
        n += 1


def test_another_card_in_the_sack(house: House, visit: Visit) -> None:
    """Filou's board shows what an alternative would have been."""
    page = visit(house.url)
    ready(house, page)
    go(page, f"#/r/{auctioned(page)}?n=1&analyse")
    laid = page.locator(".row li:not(.bare) .only-heard").nth(1)  # the first is the pile's
    played = laid.inner_text()
    other = page.locator(".choices button[aria-pressed=false]").first
    other.click(timeout=SLOW)
    expect(page.locator("p.now")).to_contain_text("Instead")
    expect(laid).not_to_have_text(played)


def test_a_moment_can_be_shared_from_a_narrow_phone(house: House, visit: Visit) -> None:
    """A button that grew under the finger would slip away from it into the next line."""
    page = visit(house.url, size="phone")
    replayed(page)
    share = page.get_by_role("button", name="Share this moment")
    share.scroll_into_view_if_needed()
    before = share.bounding_box()
    share.hover()
    page.mouse.down()
    assert share.bounding_box() == before
    page.mouse.up()
    expect(page.locator(".toast")).to_have_text("The link is copied.")
