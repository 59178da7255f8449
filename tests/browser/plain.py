"""Somebody's hands at the plain board, which plays any game: buttons, and a line to type in."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import ME, OPEN
from tests.browser.hands import PATIENCE, Way, entries, press
from tests.browser.house import START_SECONDS, House, api

GAME = "sardines"


def ready(page: Page) -> None:
    """Wait until the small game can be played: compiling is not what is tested here."""
    deadline = time.monotonic() + START_SECONDS
    address = page.url.split("#")[0] + f"api/games/{GAME}/moves"
    while not page.request.get(address).ok:
        assert time.monotonic() < deadline, "the small game was never ready"
        page.wait_for_timeout(200)


def open_table(page: Page, *seats: dict[str, str], **more: Any) -> str:
    """A table of the small game, opened as the browser of `page`."""
    ready(page)
    wish = {"game": GAME, "seats": list(seats or (ME, OPEN)), **more}
    return str(api(page, "POST", "tables", wish)["id"])


def open_page(house: House, visit: Any, **look: Any) -> Page:
    """A browser at the house, once the small game is there."""
    page: Page = visit(house.url, **look)
    ready(page)
    return page


def my_turn(page: Page) -> None:
    """Wait until the board takes a move."""
    page.wait_for_selector('.plain[data-mine="true"] [data-move]', timeout=PATIENCE)


def moves(page: Page) -> list[str]:
    """The moves on the buttons, in notation."""
    my_turn(page)
    return [str(one.get_attribute("data-move")) for one in page.locator("[data-move]").all()]


def play(page: Page, notation: str, way: Way = "mouse") -> None:
    """Make a move and wait until it is in the log; with care it is shown first."""
    my_turn(page)
    n = entries(page)
    press(page.locator(f'[data-move="{notation}"]'), way)
    if way != "mouse":
        press(page.locator(".bar .do .btn.main"), way)
    page.wait_for_selector(f'main:not([data-n="{n}"])', timeout=PATIENCE)


def type_move(page: Page, text: str) -> None:
    """Write a move into the line, and have it shown."""
    my_turn(page)
    page.get_by_label("Type a move").fill(text)
    page.keyboard.press("Enter")


def over(page: Page) -> bool:
    """Whether the result is there; waits until it is, or something can be done."""
    mine = '.plain[data-mine="true"] [data-move]'
    page.wait_for_selector(f"{mine}, .result, .curtain", timeout=PATIENCE)
    return page.locator(".result").count() > 0


def picture_says(page: Page, words: str) -> None:
    """Wait until the picture's description has these words."""
    image = page.locator(".plain img")
    expect(image).to_have_attribute("alt", re.compile(words), timeout=PATIENCE)
