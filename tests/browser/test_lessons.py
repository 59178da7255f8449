"""Every game's guided first game to its end, by finger and by keyboard, in both languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from cattery import data, lessons
from tests.browser.conftest import Visit, go
from tests.browser.house import House
from tests.browser.test_screens import faults, overflow

TAUGHT = [name for name in data.packaged() if lessons.has_lesson(name)]
COMPILING = 180_000  # milliseconds that a game may take which no test has played before
NEXT, SHOW, CANCEL = "Tovább", "Mutasd", "Mégse"


def step(page: Page, n: int, steps: int) -> None:
    """The lesson is at its n-th step, and everything before it has been shown."""
    expect(page.locator(".coach .way")).to_have_text(f"{n} / {steps}")
    expect(page.locator(".coach.busy")).to_have_count(0)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_to_its_end(game: str, house: House, visit: Visit) -> None:
    steps = lessons.lesson(game).steps
    page = visit(f"{house.url}#/learn/{game}", size="phone", lang="hu", theme="dark")
    page.wait_for_selector(".coach progress", timeout=COMPILING)
    coach, bar = page.locator(".coach"), page.locator(".bar")
    for n, one in enumerate(steps[:-1], 1):
        step(page, n, len(steps))
        if one.play:
            coach.get_by_role("button", name=SHOW).tap()
            expect(bar.get_by_role("button", name=CANCEL)).to_be_visible()
            bar.locator(".btn.main").tap()
        else:
            coach.get_by_role("button", name=NEXT).tap()
    step(page, len(steps), len(steps))
    assert overflow(page) == 0
    assert faults(page) == []
    coach.get_by_role("button", name="Még egyszer").tap()
    step(page, 1, len(steps))


def test_another_move_is_answered(house: House, visit: Visit) -> None:
    """A legal move that isn't meant changes nothing; an illegal one is refused by its rule."""
    page = visit(f"{house.url}#/learn/huupp")
    page.get_by_role("button", name="Next").click()
    steps = len(lessons.lesson("huupp").steps)
    step(page, 2, steps)
    page.locator('[data-place="a1"]').click()
    expect(page.locator(".coach")).to_contain_text("For this lesson take c3")
    page.locator('[data-place="c3"]').click()
    step(page, 3, steps)
    page.get_by_role("button", name="Back").click()
    step(page, 2, steps)
    expect(page.locator('[data-place="c3"]')).not_to_have_accessible_name(re.compile("kitten"))


def test_by_keyboard_and_in_another_language(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}#/learn/huupp")
    steps = len(lessons.lesson("huupp").steps)
    step(page, 1, steps)
    page.keyboard.press("n")
    step(page, 2, steps)
    page.keyboard.press("h")
    play = page.locator(".bar .btn.main")
    expect(play).to_be_visible()
    play.focus()
    page.keyboard.press("Enter")
    step(page, 3, steps)
    page.evaluate("localStorage['cattery.lang'] = '\"hu\"'")
    page.reload()
    expect(page.locator(".coach")).to_contain_text("Ez a paplan")


def test_it_is_offered_until_it_was_begun(house: House, visit: Visit) -> None:
    page = visit(house.url)
    offer = page.locator('a[href="#/learn/huupp"]')
    expect(offer).to_contain_text("New to this game?")
    offer.click()
    step(page, 1, len(lessons.lesson("huupp").steps))
    go(page, "#/")
    expect(offer).to_have_text("Learn by playing")
    expect(page.locator('a[href="#/puzzles/huupp"]')).to_be_visible()


def test_a_tap_ends_what_a_lesson_shows(house: House, visit: Visit) -> None:
    """With the clock stopped what is shown lasts for ever, unless somebody has seen enough."""
    steps = len(lessons.lesson("huupp").steps)
    page = visit(f"{house.url}#/learn/huupp", size="phone", moving=True)
    page.get_by_role("button", name="Next").tap()
    step(page, 2, steps)
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    page.locator('[data-place="c3"]').tap()
    page.locator(".bar .btn.main").tap()
    expect(page.locator(".coach.busy")).to_have_count(1)
    page.wait_for_timeout(500)
    expect(page.locator(".coach.busy .way")).to_have_text(f"2 / {steps}")
    page.locator(".huupp .picture").tap(position={"x": 5, "y": 5})
    step(page, 3, steps)


# What of each board must be in sight, and what of it is tapped.
ESSENTIAL = {
    "huupp": ([".huupp .picture"], "g.cell"),
    "filou": ([".filou .row", ".filou .hand"], ".hand button"),
    "csacska": ([".csacska .street", ".csacska .mine"], ".piles button"),
    "if_it_fits": ([".fits .panzoom", ".fits .hand"], ".hand button"),
    "macskalak": ([".macskalak .paper", ".macskalak .tools"], "g.cell"),
}


@pytest.mark.parametrize("game", ESSENTIAL)
def test_a_phone_on_its_side_shows_board_coach_and_bar_at_once(
    game: str, house: House, visit: Visit
) -> None:
    page = visit(f"{house.url}#/learn/{game}", size="sideways", lang="hu")
    page.wait_for_selector(".coach progress", timeout=COMPILING)
    page.locator(".coach").get_by_role("button", name=NEXT).tap()
    step(page, 2, len(lessons.lesson(game).steps))
    places, tapped = ESSENTIAL[game]
    for selector in (".coach", ".bar", *places):
        box = page.locator(selector).bounding_box()
        assert box is not None
        assert box["y"] >= 0, selector
        assert box["y"] + box["height"] <= 360, selector
    cell = page.locator(tapped).first.bounding_box()
    assert cell is not None
    assert cell["width"] >= 40
