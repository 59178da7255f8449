"""If It Fits in a real browser: a card carried to the table with the mouse, and turned."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.house import House
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
