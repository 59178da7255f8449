"""What is this, and what now: things and situations explained; rules with contents."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import BOT, ME, OPEN, Visit, go, new_table
from tests.browser.house import House, api
from tests.browser.test_screens import faults

PRESSED = 700  # milliseconds: a long press


def note(page: Page) -> str:
    """What the note beside the thing that is asked about says."""
    page.locator("[role=status].note.on").wait_for()
    return page.locator("[role=status].note.on").inner_text()


def test_what_is_this(house: House, visit: Visit) -> None:
    page = visit(house.url)
    table = api(page, "POST", "quick", {"game": "filou", "bot": "greedy", "name": "Panni"})["id"]
    go(page, f"#/t/{table}")
    dog = page.locator('[data-card="big_dog"], [data-card="small_dog"]').first
    dog.wait_for(timeout=180_000)
    dog.hover()
    assert "chases away" in note(page)
    page.locator(".bank").hover()
    expect(page.locator("[role=status].note.on")).to_contain_text("fills the mouse cards")
    page.mouse.move(0, 0)
    expect(page.locator("[role=status].note.on")).to_have_count(0)
    dog.focus()
    page.keyboard.press("?")
    assert "chases away" in note(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_long_press_asks_and_plays_nothing(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    go(page, f"#/t/{new_table(page, ME, BOT, ghosts='off')}")
    square = page.locator('[data-place="c3"]')
    page.wait_for_selector('.huupp[data-mine="true"]')
    square.tap()
    page.locator(".bar .btn.main").tap()
    page.wait_for_selector('.huupp[data-mine="true"]')
    piece = page.locator('[role="gridcell"][aria-label*="kitten"]').first
    piece.dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 5, "clientY": 5})
    page.wait_for_timeout(PRESSED)
    assert "Three in a row grow up" in note(page)
    piece.dispatch_event("pointerup", {"pointerType": "touch"})
    piece.dispatch_event("pointerleave", {"pointerType": "touch"})
    assert "Three in a row grow up" in note(page), "it stays when the finger is lifted"
    piece.dispatch_event("click")
    expect(page.locator(".bar").get_by_role("button", name="Cancel")).to_have_count(0)
    page.locator("header").first.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(page.locator("[role=status].note.on")).to_have_count(0)


def test_what_now(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, BOT, ghosts='off')}")
    page.wait_for_selector('.huupp[data-mine="true"]')
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("You are placing")
    assert faults(page) == []
    sheet.get_by_role("link", name="All rules").click()
    contents = page.get_by_role("navigation", name="Contents")
    expect(contents.get_by_role("link", name="2. Boop!")).to_be_visible()
    expect(page.locator("article")).not_to_contain_text("terminal")
    contents.get_by_role("link").last.click()
    expect(page.locator("article h2").last).to_be_in_viewport()
    assert faults(page) == []


def test_what_now_for_who_waits_and_for_an_onlooker(house: House, visit: Visit) -> None:
    """Who waits reads what is to be done then; an onlooker has nothing to do, and reads the aim."""
    host, guest, watcher = visit(house.url), visit(house.url), visit(house.url)
    table = new_table(host, ME, OPEN, ghosts="off")
    go(host, f"#/t/{table}")
    api(guest, "POST", f"tables/{table}/join", {"name": "Marci"})
    for page in (guest, watcher):
        go(page, f"#/t/{table}")
        page.locator(".huupp").wait_for()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_contain_text("Get three of your cats into a row")
    expect(guest.get_by_role("dialog")).to_contain_text("Once it is: You are placing")
    expect(watcher.get_by_role("dialog")).not_to_contain_text("You are placing")
