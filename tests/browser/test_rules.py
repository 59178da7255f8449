"""The pages of rules: diagrams that are played forward, and what axe says to all of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from cattery import data
from cattery.diagrams import diagrams
from tests.browser import plain
from tests.browser.conftest import Visit, go
from tests.browser.house import START_SECONDS, House
from tests.browser.test_screens import check

PATIENCE = 1000 * START_SECONDS  # the game may have to be compiled
PHONE, LAPTOP = ("hu", "phone", "light"), ("en", "laptop", "dark")
# All rules on a phone, where room is short; on a laptop those of a board that stands in the text,
# and of one that is drawn for it.
READ = [(game, *PHONE) for game in data.packaged()]
READ += [(game, *LAPTOP) for game in ("filou", "huupp")]


def figures(page: Page, game: str) -> Locator:
    """The diagrams of a game's rules that can be played, once they are there."""
    go(page, f"#/rules/{game}")
    found = page.locator("figure:has(.controls)")
    found.first.wait_for(timeout=PATIENCE)
    return found


def height(figure: Locator) -> float:
    """How much room a diagram takes."""
    box = figure.bounding_box()
    assert box is not None
    return box["height"]


def test_a_diagram_is_played_to_its_end_by_keyboard(house: House, visit: Visit) -> None:
    """The ghost's way: nothing below it moves, and every move is told."""
    page = visit(house.url, size="phone", moving=True)
    figure = figures(page, "huupp").filter(has_text="A ghost's way")
    play, step = figure.locator(".controls button").all()
    figure.scroll_into_view_if_needed()
    room = height(figure)
    play.focus()
    page.keyboard.press("Enter")
    expect(play).to_have_text("Pause")
    expect(figure.locator(".told .now")).to_contain_text("Ginger places a kitten on f6")
    page.keyboard.press("Space")
    expect(play).to_have_text("Play")
    page.keyboard.press("Tab")
    expect(step).to_be_focused()
    page.keyboard.press("Enter")
    expect(figure.locator(".told .now")).to_contain_text("sends the ghost in")
    expect(page.locator("[aria-live]").filter(has_text="sends the ghost in")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(figure.locator(".told .now")).to_contain_text("leaps from c2 to f2", timeout=40_000)
    expect(play).to_have_text("Again")
    expect(play).to_be_focused()
    expect(step).to_have_attribute("aria-disabled", "true")
    assert height(figure) == room
    page.keyboard.press("Enter")
    expect(figure.get_by_role("img", name="1 of 5")).to_be_visible()
    assert height(figure) == room


@pytest.mark.parametrize(("game", "lang", "size", "theme"), READ)
def test_rules_of_every_game(
    house: House, visit: Visit, game: str, lang: str, size: str, theme: str
) -> None:
    """All diagrams are there and come to their end without moving what is below them."""
    page = visit(house.url, lang=lang, size=size, theme=theme)
    found = figures(page, game)
    expect(found).to_have_count(len(diagrams(game, lang)))
    check(page, game, thumbs=size == "phone")
    for at, diagram in enumerate(diagrams(game, lang)):
        figure = found.nth(at)
        room = height(figure)
        step = figure.locator(".controls button").last
        for n in range(len(diagram.moves)):
            step.click()
            expect(figure.locator(".past")).to_have_count(n + 1)
            expect(figure.locator(".told .now")).to_have_count(1)
            assert height(figure) == room, diagram.text
        expect(step).to_have_attribute("aria-disabled", "true")
    check(page, game, thumbs=size == "phone")


def test_a_game_without_a_board_is_drawn_by_the_server(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit)
    figure = figures(page, plain.GAME)
    picture = figure.locator("img")
    expect(picture).to_have_attribute("data-n", "0")
    for n in (1, 2):
        figure.locator(".controls button").last.click()
        expect(picture).to_have_attribute("data-n", str(n))
    expect(figure.locator(".told .now")).to_contain_text("spilled")
    expect(figure.locator("[inert] button")).to_have_count(0)
