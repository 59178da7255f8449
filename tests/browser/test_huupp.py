"""HUUupp's bed: what a turn has left on it, which way ghosts go, and what a move would do."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from cattery.art import SEATS
from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, Visit, go, new_table
from tests.browser.house import House
from tests.browser.test_puzzles import solve

# The phone's bar lies below the pool while a move is shown.
UNCOVERED = """
() => {
  const bar = document.querySelector('.bar').getBoundingClientRect();
  const shelves = [...document.querySelectorAll('.shelf')];
  return shelves.every((one) => one.getBoundingClientRect().bottom <= bar.top + 1);
}
"""
COLOUR = "(one, property) => getComputedStyle(one)[property]"
# Whether nothing but ghosts is drawn after the first of them.
ABOVE = """
() => {
  const actors = [...document.querySelectorAll('.actor')];
  const kinds = actors.map((one) => one.classList.contains('ghost'));
  return kinds.indexOf(true) > 0 && kinds.slice(kinds.indexOf(true)).every(Boolean);
}
"""


def shared(page: Page, **options: str) -> None:
    """A table where two people play on this device; the first one begins."""
    go(page, f"#/t/{new_table(page, ME, DEVICE, first='0', **options)}")
    hands.my_turn(page)


def show(page: Page, square: str) -> None:
    """Show a move, as a first tap does."""
    page.locator(f'[data-place="{square}"]').tap()
    expect(page.locator(".bar .lines")).to_be_visible()


def test_who_fell_and_who_grew_leave_a_trace(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    shared(page, ghosts="off")
    for move in ("k a1", "k b2"):
        hands.play(page, move, "touch")
    expect(page.locator(".traces .fallen")).to_have_count(1)
    for move in ("k c6", "k f1", "k d6", "k f3", "k e6", "k d1"):
        hands.play(page, move, "touch")
        expect(page.locator(".traces .fallen")).to_have_count(0)
    show(page, "d6")
    lines = page.locator(".bar .lines")
    expect(lines).to_contain_text("three in a row: they grow up!")
    page.locator(".bar .btn.main").tap()
    hands.arrived(page, 9)
    hands.play(page, "grow b6 d6", "touch")
    marks = page.locator(".traces [data-lifted]")
    expect(marks).to_have_count(3)
    assert {each.get_attribute("data-lifted") for each in marks.all()} == {"b6", "c6", "d6"}


def test_a_ghost_says_where_it_goes(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", lang="hu")
    shared(page)
    for move in ("k a6", "ghost N2", "k f6", "keep"):
        hands.play(page, move, "touch")
    expect(page.locator('.actor.ghost [data-way="N"]')).to_be_visible()
    assert page.evaluate(ABOVE)
    page.locator('[data-place="b1"]').focus()
    page.keyboard.press("?")
    note = page.locator("[role=status].note.on")
    expect(note).to_contain_text("Lefelé tart, még 5 lépése van az ágyon, aztán hazatér.")


def test_what_a_move_would_do_leaves_the_pool_in_sight(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", lang="hu")
    shared(page)
    for move in ("k b1", "ghost W5", "k d1", "keep", "k a3", "k c3", "keep"):
        hands.play(page, move, "touch")
    assert page.evaluate(UNCOVERED)
    show(page, "c2")
    said = page.locator(".bar .lines")
    expect(said).to_contain_text("Cica ide: c2")
    expect(said).to_contain_text("Hupp: c3→c4")
    expect(said).to_contain_text("lepottyan: b1, d1")
    expect(said).to_contain_text("a szellem továbbsuhan")
    assert page.evaluate(UNCOVERED)


def test_who_moves_and_wins_is_marked_in_their_colour(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    shared(page, ghosts="off")
    hands.play(page, "k a1", "touch")
    dot = page.locator('[data-seat="1"] .turn')
    mark = page.locator('[data-seat="1"] .mark').first
    assert dot.evaluate(COLOUR, "backgroundColor") == mark.evaluate(COLOUR, "color")
    won = visit(f"{house.url}#/puzzles/huupp?n=0", theme="dark")
    solve(won, 0)
    expect(won.locator(".coach")).to_contain_text("Right!")
    outline = won.locator("rect.won").first.evaluate(COLOUR, "stroke")
    red = SEATS[1].light.removeprefix("#")
    assert outline == f"rgb({', '.join(str(int(red[k : k + 2], 16)) for k in (0, 2, 4))})"
