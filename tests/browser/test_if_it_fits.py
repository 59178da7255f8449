"""If It Fits in a real browser: a card carried to the table with the mouse, and turned."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from cattery.games.if_it_fits.moves import Lay, action
from tests.browser import hands
from tests.browser.by_api import command, contribute
from tests.browser.conftest import DEVICE, ME, Visit, go
from tests.browser.house import House, api, ready
from tests.browser.test_boards import FITS_CASE, sit_down


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
    expect(bar).to_contain_text("m13: empty card, wall at the top")
    expect(page.locator("main")).to_have_attribute("data-n", "0")  # nothing is played yet
    expect(page.locator(".bar .outlook")).to_have_text(
        "A box of 1 card worth 0 points. It belongs to nobody."
    )
    card.click()
    expect(bar).to_contain_text("m13: empty card, wall at the bottom")
    place = page.locator('.fits [data-place="m13"]')
    expect(place).to_have_attribute("aria-label", "empty card, wall at the bottom on m13")
    page.locator(".bar").get_by_role("button", name="Cancel").click()
    expect(bar).to_contain_text("Choose a place: empty card, wall at the bottom.")
    expect(card).to_contain_text("empty card, wall at the bottom")
    if size == "phone":
        place.tap()
    else:
        place.click()
    page.locator(".bar .do .btn.main").click()
    expect(page.locator('.fits .card[data-cell="m13"]')).to_be_visible()


def test_the_hand_waits_for_what_can_be_done_with_it(house: House, visit: Visit):
    """The moves behind the legal ids come after the position; a card lifted before was lost."""
    page = visit(house.url, size="laptop", lang="en")
    held: list[Route] = []
    page.route(re.compile(r"/api/games/\w+/moves"), lambda route: held.append(route))
    sit_down(page, FITS_CASE)
    expect(page.locator(".fits .hand button").first).to_be_visible()
    expect(page.locator(".fits")).to_have_attribute("data-mine", "false")
    bar = page.locator(".bar")
    expect(bar).to_contain_text("One moment")
    expect(bar.get_by_role("button")).to_have_count(0)
    for request in held:
        request.continue_()
    page.unroute_all()
    expect(bar.get_by_role("button", name="Hint")).to_be_visible()
    carry(page, page.locator('.fits .hand [data-card="N plain"]'), "m13")
    expect(bar).to_contain_text("m13: empty card")


def test_a_hint_turns_the_card_that_is_chosen(house: House, visit: Visit):
    page = visit(house.url, size="laptop", lang="en")
    advised = {"action": action(Lay("N plain", "m13", turned=True)), "lines": ["m13"]}
    hint = {"seat": 0, "n": 0, "best": advised, "worth": "Good", "why": ""}
    page.route(re.compile(r"/seats/0/hint"), lambda route: route.fulfill(json=hint))
    sit_down(page, FITS_CASE)
    card = page.locator('.fits .hand [data-card="N plain"]')
    card.click()
    expect(card).to_contain_text("empty card, wall at the top")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".bar")).to_contain_text("m13: empty card, wall at the bottom")
    expect(card).to_contain_text("empty card, wall at the bottom")
    expect(card).to_have_attribute("aria-pressed", "true")


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


def shared(visit: Visit, house: House, *moves: str) -> Page:
    """A table of two at one device, after these moves; the next one has lifted the curtain."""
    page = visit(house.url, lang="en")
    ready(page, "if_it_fits")
    wish = {"game": "if_it_fits", "seats": [ME, DEVICE], "options": {"first": "0"}}
    table = api(page, "POST", "tables", wish)["id"]
    contribute(page, table, 0, 1)
    for n, move in enumerate(moves):
        command(page, table, n, type="play", seat=n % 2, move=move)
    go(page, f"#/t/{table}")
    page.locator(".curtain button").click()
    expect(page.locator('.fits[data-mine="true"]')).to_be_visible()
    return page


# Which of some things the note lies on.
NOTED = """(selector) => {
  const note = document.querySelector('.note.on').getBoundingClientRect();
  const meets = ({ left, right, top, bottom }) =>
    left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  const all = [...document.querySelectorAll(selector)];
  return all.filter((each) => meets(each.getBoundingClientRect())).length;
}"""
RESTED = 900  # milliseconds: a pointer that rests asks what is below it


def test_a_note_lies_beside_its_box_and_leaves_a_move_that_is_shown_in_sight(
    house: House, visit: Visit
):
    page = shared(visit, house, "lay NW plain m13", "lay N plain m14", "sleep l13", "sleep m12")
    note = page.locator("[role=status].note.on")
    page.locator('.fits [data-cell="m13"]').hover()
    expect(note).to_contain_text("Box A")
    assert page.evaluate(NOTED, '.fits [data-cell="m13"]') == 0
    page.locator('.bar [data-do="sleep"]').click()
    page.locator('.fits [data-place="n13"]').click()
    expect(page.locator(".bar .outlook")).to_be_visible()
    expect(note).to_have_count(0)
    page.locator('.fits [data-cell="m13"]').hover()
    page.wait_for_timeout(RESTED)
    expect(note).to_have_count(0)
    page.locator(".bar").get_by_role("button", name="Cancel").click()
    page.locator('.fits [data-cell="m14"]').hover()
    expect(note).to_be_visible()


# A place that is in sight as a whole, farthest from the middle of what the table shows.
BESIDE = """(() => {
  const frame = document.querySelector('.panzoom .window > svg').getBoundingClientRect();
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const inside = ({ left, right, top, bottom }) =>
    left > frame.left && right < frame.right && top > frame.top && bottom < frame.bottom;
  const off = (box) => Math.hypot(...middle(box).map((at, k) => at - middle(frame)[k]));
  const places = [...document.querySelectorAll('.fits g.target')].slice(1)
    .map((each) => [each, each.getBoundingClientRect()]).filter(([, box]) => inside(box));
  return places.sort(([, one], [, other]) => off(other) - off(one))[0]?.[0];
})()"""


def test_a_finger_comes_closer_to_what_is_too_small_for_it(house: House, visit: Visit):
    """A tall table on a phone: the first tap makes places large, the second one chooses, and when
    the card lies everything is in sight again."""
    page = visit(house.url, size="phone", lang="en")
    ready(page, "if_it_fits")
    wish = {"game": "if_it_fits", "seats": [ME, DEVICE], "options": {"first": "0"}}
    table = api(page, "POST", "tables", wish)["id"]
    contribute(page, table, 0, 1)
    boxes = ["lay NW plain m13", "lay NE plain m14"]
    naps = [f"sleep m{row}" for k in range(4) for row in (12 - k, 15 + k)]
    for n, move in enumerate([*boxes, *naps]):
        command(page, table, n, type="play", seat=n % 2, move=move)
    go(page, f"#/t/{table}")
    page.locator(".curtain button").tap()
    page.locator('.bar [data-do="draw"]').tap()
    page.locator(".fits .hand .open").first.tap()
    place = page.locator(".fits g.target").first
    expect(place).to_be_visible()
    small = place.bounding_box()
    assert small is not None
    assert small["width"] < 24
    plus = page.get_by_role("button", name="Zoom in")
    corner = plus.bounding_box()
    x, y = centre(place)
    page.touchscreen.tap(x, y)
    hands.until(page, "document.querySelector('.fits g.target').getBoundingClientRect().width > 40")
    expect(page.locator(".bar .lines")).to_have_count(0)
    expect(page.locator(".fits .caption")).to_have_text("Closer now: tap again to choose.")
    assert plus.bounding_box() == corner
    chosen = page.locator(".fits g.target.chosen")
    page.touchscreen.tap(x, y)  # what was tapped has stayed under the finger
    expect(chosen).to_have_attribute("data-place", place.get_attribute("data-place") or "")
    expect(page.locator(".bar .outlook")).to_contain_text("A box of")
    page.locator(".bar").get_by_role("button", name="Cancel").tap()
    beside = page.evaluate_handle(BESIDE).as_element()
    assert beside is not None
    beside.tap()  # the table stays where it is under the finger
    expect(page.locator(".bar .outlook")).to_have_count(1)
    place.tap()
    page.locator(".bar .do .btn.main").tap()
    expect(page.locator(".panzoom.near")).to_have_count(0)
