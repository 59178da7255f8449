"""The board has the room that the screen gives, keeps it, and nothing lies on it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import BOT, ME, OPEN, Visit, go, new_table
from tests.browser.house import SIZES, House, api
from tests.browser.test_boards import ready
from tests.browser.test_csacska import play_until

LEAST_SQUARE = {"laptop": 80, "desktop": 120, "sideways": 40, "phone": 44, "tablet": 60}
# Where things lie on the page, by what they are called.
PLACES = """
(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height].map((n) => Math.round(n * 2) / 2);
})
"""
# What of a board is covered by something that lies above it.
UNDER = """
([above, selector]) => {
  const lid = document.querySelector(above).getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    const beside = box.right <= lid.left + 1 || box.left >= lid.right - 1;
    return !beside && box.bottom > lid.top + 1 && box.top < lid.bottom - 1;
  }).map((one) => one.outerHTML.slice(0, 80));
}
"""
# What lies under the bar, or outside the screen, of what a player has to see.
COVERED = """
(selector) => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => {
    const box = one.getBoundingClientRect();
    const beside = box.right <= bar.left + 1 || box.left >= bar.right - 1;
    const apart = box.bottom <= bar.top + 1 || box.top >= bar.bottom - 1;
    const seen = box.top >= 0 && box.bottom <= innerHeight + 1;
    return !seen || !(beside || apart);
  }).map((one) => one.outerHTML.slice(0, 80));
}
"""


# Keeps every place where the street and the own series have lain since, frame by frame.
LIES = """
() => {
  window.lain = new Set();
  const look = () => {
    const at = (selector) => {
      const one = document.querySelector(selector)?.getBoundingClientRect();
      return one && [one.top + scrollY, one.height].map(Math.round);
    };
    const [street, piles, mine] = ['.street', '.piles .pile', '.mine'].map(at);
    if (street) window.lain.add(`street ${street}, piles ${piles}, mine ${mine[0]}`);
    requestAnimationFrame(look);
  };
  look();
}
"""


def resize(page: Page, size: str) -> None:
    """Turn or change the screen, and let the page settle."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(150)


def square(page: Page) -> float:
    """How wide a square of the bed is."""
    box = page.locator('[data-place="c3"]').bounding_box()
    assert box is not None
    return box["width"]


def test_squares_are_large_before_and_after_the_end(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, BOT)}")
    hands.my_turn(page)
    before = {}
    for size, least in LEAST_SQUARE.items():
        resize(page, size)
        before[size] = square(page)
        assert before[size] >= least, size
        assert page.evaluate(COVERED, "[data-place], .shelf") == [], size
    resign(page)
    for size, least in LEAST_SQUARE.items():
        resize(page, size)
        assert square(page) >= max(least, before[size]), size


def resign(page: Page) -> None:
    """Give the match up, by the menu."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector(".result", timeout=hands.PATIENCE)


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_nothing_on_the_board_moves(house: House, visit: Visit, size: str) -> None:
    """Not for an onlooker, a message, a request or a hint; and a request covers none of it."""
    page = visit(house.url, size=size)
    seats = [ME, OPEN]
    wish = {"game": "huupp", "seats": seats, "options": {"first": "0"}, "hints": True}
    table = api(page, "POST", "tables", wish)["id"]
    go(page, f"#/t/{table}")
    friend = visit(f"{house.url}#/t/{table}", name="Marci")
    friend.get_by_role("button", name="Take a seat").click()
    hands.play(page, "k c3", "touch" if size == "phone" else "mouse")
    hands.play(page, "keep", "touch" if size == "phone" else "mouse")
    hands.play(friend, "k e5")
    hands.play(friend, "keep")
    hands.my_turn(page)
    watched = ".huupp, [data-place], .shelf"
    places = page.evaluate(PLACES, watched)

    onlooker = visit(f"{house.url}#/t/{table}")
    expect(page.locator("header .onlookers")).to_be_visible()
    assert page.evaluate(PLACES, watched) == places, "an onlooker"
    onlooker.close()
    friend.get_by_role("tab", name="Chat").click()
    friend.locator(".phrases .btn").first.click()
    expect(page.locator(".bubble")).to_be_visible()
    assert page.evaluate(PLACES, watched) == places, "a message"
    friend.get_by_role("button", name="Table menu").click()
    friend.get_by_role("button", name="Ask for a take-back").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    assert page.evaluate(PLACES, watched) == places, "a request"
    assert page.evaluate(UNDER, ["[role=alertdialog]", watched]) == []
    page.get_by_role("alertdialog").get_by_role("button", name="No").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector(".bar .advice")
    assert page.evaluate(PLACES, watched) == places, "a hint"


# What of each board must stay where it is.
WATCHED = {
    "filou": ".bidders li, .row li, .hand button",
    "csacska": ".csacska .line, .piles button",
    "macskalak": ".paper g.cell, .dice button, .abilities button",
    "if_it_fits": ".fits .table, .fits .hand button",
}


@pytest.mark.parametrize("game", WATCHED)
def test_nothing_on_other_boards_moves(house: House, visit: Visit, game: str) -> None:
    """Not for a message and not for an onlooker, on a phone."""
    page = visit(house.url, size="phone")
    ready(page, game)
    seats = [ME, OPEN, BOT] if game in ("filou", "csacska") else [ME, OPEN]
    options = {} if game == "macskalak" else {"first": "0"}
    wish = {"game": game, "seats": seats, "options": options}
    table = api(page, "POST", "tables", wish)["id"]
    go(page, f"#/t/{table}")
    friend = visit(f"{house.url}#/t/{table}", name="Marci")
    friend.get_by_role("button", name="Take a seat").click()
    friend.wait_for_selector("main[data-n] [data-mine]", timeout=hands.PATIENCE)
    page.wait_for_selector("main[data-n] [data-mine=true]", timeout=hands.PATIENCE)
    places = page.evaluate(PLACES, WATCHED[game])
    assert len(places) > 2
    visit(f"{house.url}#/t/{table}")
    expect(page.locator("header .onlookers")).to_be_visible()
    friend.get_by_role("tab", name="Chat").click()
    friend.locator(".phrases .btn").first.click()
    expect(page.locator(".bubble")).to_be_visible()
    assert page.evaluate(PLACES, WATCHED[game]) == places


@pytest.mark.parametrize("size", ["phone", "sideways", "tablet", "laptop"])
def test_nothing_moves_while_nine_lives_is_played(house: House, visit: Visit, size: str) -> None:
    """Not for cards that are drawn, for what is said of a move, or for a notice of a theft."""
    page = visit(house.url, size=size, lang="hu")
    ready(page, "csacska")
    wish = {"game": "csacska", "seats": [ME, BOT, BOT, BOT], "options": {"first": "0"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.csacska[data-mine="true"]')
    page.evaluate(LIES)
    play_until(page, ".caption strong", honest=False)
    lain = page.evaluate("[...window.lain]")
    assert len(lain) == 1, lain


def test_the_bar_covers_no_series_of_nine_lives(house: House, visit: Visit) -> None:
    page = visit(house.url)
    ready(page, "csacska")
    wish = {"game": "csacska", "seats": [ME, BOT, BOT, BOT], "options": {"first": "0"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.csacska[data-mine="true"]')
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(COVERED, ".piles button, .csacska .mine .line") == [], size


def test_the_bar_covers_no_card_of_filou(house: House, visit: Visit) -> None:
    page = visit(house.url)
    ready(page, "filou")
    wish = {"game": "filou", "seats": [ME, BOT, BOT, BOT], "options": {"first": "0"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.filou[data-mine="true"]')
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(COVERED, ".bidders li, .row li, .hand button") == [], size
        assert page.locator(".players").count() == 0, "a second list of players"


def test_a_phone_shows_the_result_below_whatever_the_board_lists(
    house: House, visit: Visit
) -> None:
    page = visit(house.url, size="phone")
    ready(page, "filou")
    wish = {"game": "filou", "seats": [ME, BOT, BOT], "options": {"first": "0"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.filou[data-mine="true"]')
    resign(page)
    expect(page.locator(".result h2")).to_be_in_viewport(ratio=1)


def test_the_bar_covers_neither_hand_nor_table_of_if_it_fits(house: House, visit: Visit) -> None:
    """Not while a card is shown before it is laid, either: then the bar has most to say."""
    page = visit(house.url)
    ready(page, "if_it_fits")
    wish = {"game": "if_it_fits", "seats": [ME, BOT, BOT], "options": {"first": "0"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.fits[data-mine="true"]')
    page.locator(".fits .hand .open").first.click()
    page.locator(".fits g.target").first.click()
    expect(page.locator(".bar .outlook")).to_contain_text("A box of 1 card")
    for size in SIZES:
        resize(page, size)
        assert page.evaluate(COVERED, ".fits .table, .fits .hand button") == [], size
        stay_beside_the_board(page)
        expect(page.locator(".bar .do .btn.main")).to_be_in_viewport(ratio=1)


def stay_beside_the_board(page: Page) -> None:
    """The buttons to come closer lie on nothing that is shown, in one order and place."""
    window, buttons = ".panzoom .window", page.locator(".panzoom .buttons button")
    before = buttons.first.bounding_box()
    for _ in range(4):
        buttons.first.click()
    expect(page.locator(".panzoom.near")).to_be_visible()
    assert buttons.first.bounding_box() == before
    for nth in range(buttons.count()):
        one = f".panzoom .buttons button:nth-child({nth + 1})"
        assert page.evaluate(UNDER, [one, f"{window}, .fits .caption"]) == []
        expect(buttons.nth(nth)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator(".panzoom.near")).to_have_count(0)


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_a_phone_shows_the_whole_sheet_of_macskalak(house: House, visit: Visit, level: str) -> None:
    """Above the bar when held upright, with somebody else at the table, and with cells that a
    finger can tell apart either way."""
    page = visit(house.url)
    ready(page, "macskalak")
    wish = {"game": "macskalak", "seats": [ME, BOT], "options": {"level": level}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector('.macskalak[data-mine="true"]')
    for width, height in ((360, 740), (390, 844), (740, 360), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        assert page.evaluate(COVERED, ".macskalak g.cell, .macskalak .dice button") == []
        expect(page.locator(".macskalak .paper")).to_be_in_viewport(ratio=1)
        cell = page.locator('.paper [data-place="a1"] rect').bounding_box()
        assert cell is not None
        assert min(cell["width"], cell["height"]) >= 40
