"""Somebody's hands at HUUupp's board: moves in notation, made with mouse, touch or keys."""

from __future__ import annotations

import time
from typing import Literal

from playwright.sync_api import Locator, Page, expect

Way = Literal["mouse", "touch", "keys"]

# Two short games from a fixed start (first player: seat 0), found by letting a hungry player
# meet a careless one over some hundred seeds. Between them they have every kind of move.
WITHOUT_GHOSTS = (
    "k c2, k f1, k e5, k f5, k a4, k d2, k f2, k a2, k e6, k e4, k d5, grow c2 a4, k a6, c e5, "
    "k f5, c d5, k a4, c c5"
).split(", ")
WITH_GHOSTS = (
    "k e1, ghost N1, k f1, keep, k a3, k f3, ghost E4, k a4, k c3, k a3, k e1, k a6, k d4, k a5, "
    "grow a3 a5, k b4, c f1, k f4, c a4, ghost E3, k b4, c d3, k b5, ghost W5, lift b1, k e3, "
    "grow c1 e3, c c1, c a5, k e6, c a6"
).split(", ")

# Milliseconds; a busy machine may need long for a server's start, a quiet one never does.
PATIENCE = 45_000

OUTWARD = {"N": "ArrowUp", "S": "ArrowDown", "W": "ArrowLeft", "E": "ArrowRight"}


def until(page: Page, question: str) -> None:
    """Wait until it is so; the page's policy forbids Playwright's own way of asking twice."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(question):
        assert time.monotonic() < deadline, question
        page.wait_for_timeout(20)


def arrived(page: Page, n: int) -> None:
    """Wait until the page has seen n entries and performed them."""
    page.wait_for_selector(f'main[data-n="{n}"] .huupp', timeout=PATIENCE)


def my_turn(page: Page) -> None:
    """Wait until the board takes a move."""
    page.wait_for_selector('.huupp[data-mine="true"]', timeout=PATIENCE)


def entries(page: Page) -> int:
    """How many log entries the page has seen."""
    return int(page.locator("main").get_attribute("data-n") or 0)


def play(page: Page, notation: str, way: Way = "mouse") -> None:
    """Make a move and wait until it is on the board."""
    my_turn(page)
    n = entries(page)
    verb, *places = notation.split()
    if verb in ("k", "c"):
        choose_kind(page, verb)
    if verb == "keep":
        press(page.locator(".bar .do > .btn.main"), way)
    elif verb == "grow":
        grow(page, places, way)
    elif verb == "lift":
        lift(page, places[0], way)
    elif way == "keys":
        by_keys(page, places[0])
    else:
        point(page, places[0], way)
    arrived(page, n + 1)


def choose_kind(page: Page, verb: str) -> None:
    """Say kitten or cat, where there is a choice."""
    kind = page.locator(f'.bar input[value="{"kitten" if verb == "k" else "cat"}"]')
    if kind.count():
        kind.check(force=True)


def press(button: Locator, way: Way) -> None:
    """Press a button with what is at hand."""
    if way == "touch":
        button.tap()
    elif way == "keys":
        button.focus()
        button.press("Enter")
    else:
        button.click()


def point(page: Page, place: str, way: Way) -> None:
    """Point at a square or a doorstep; touch shows the move first and plays it on a second tap."""
    target = page.locator(f'[data-place="{place}"]')
    if way == "mouse":
        target.click()
        return
    target.tap()
    page.wait_for_selector(".foresight", state="attached")
    target.tap()


def grow(page: Page, places: list[str], way: Way) -> None:
    """Choose a row in the bar, by its ends; then play it."""
    button = page.locator(".bar .do .btn", has_text=f"{places[0]}–{places[1]}")
    only = "main" in (button.get_attribute("class") or "")
    press(button, way)
    if not only:
        press(page.locator(".bar .do .btn.main"), way)


def lift(page: Page, square: str, way: Way) -> None:
    """A square in a row can mean several moves; another tap or the space bar leads on."""
    target = page.locator(f'[data-place="{square}"]')
    if way == "keys":
        walk(page, square)
    for _ in range(6):
        if way == "keys":
            page.keyboard.press(" ")
        else:
            target.tap()
        page.wait_for_timeout(150)
        if page.locator('.huupp[data-shown="lift"]').count():
            break
    if way == "keys":
        page.keyboard.press("Enter")
    else:
        press(page.locator(".bar .do .btn.main"), way)


def by_keys(page: Page, place: str) -> None:
    """Walk with the arrow keys, show with Enter, play with Enter."""
    walk(page, place)
    page.keyboard.press("Enter")
    page.wait_for_selector(".bar .lines")
    page.keyboard.press("Enter")


def walk(page: Page, place: str) -> None:
    """Go to a square with arrow keys alone, from wherever the board's focus is."""
    cell = page.locator('.huupp [data-place][tabindex="0"]')
    if not page.evaluate("document.activeElement?.matches('.huupp [data-place]') ?? false"):
        cell.focus()
    if place[0].isupper():
        walk(page, doorstep_square(place))
        page.keyboard.press(OUTWARD[place[0]])
    else:
        for axis, low, high in ((0, "ArrowLeft", "ArrowRight"), (1, "ArrowUp", "ArrowDown")):
            here = page.evaluate("document.activeElement.dataset.place")
            steps = ord(place[axis]) - ord(here[axis])
            for _ in range(abs(steps)):
                page.keyboard.press(high if steps > 0 else low)
    expect(page.locator(f'[data-place="{place}"]')).to_be_focused()


def doorstep_square(place: str) -> str:
    """The square from which an arrow key leads to a doorstep."""
    edge, seam = place[0], int(place[1])
    column = "abcdef"[seam - 1]
    return {"N": f"{column}1", "S": f"{column}6", "W": f"a{seam}", "E": f"f{seam}"}[edge]
