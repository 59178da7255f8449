"""What a browser knows of its person: matches counted, notes, another browser, all forgotten."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import hands
from tests.browser.conftest import BOT, ME, OPEN, Visit, go, new_table
from tests.browser.house import House
from tests.browser.test_games import resign
from tests.browser.test_screens import check


def test_a_match_is_counted_taken_along_and_forgotten(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", name="Panni")
    table = new_table(page, ME, BOT, ghosts="off")
    go(page, f"#/t/{table}")
    hands.my_turn(page)
    page.get_by_role("tab", name="Notes").tap()
    page.get_by_label("Notes").last.fill("begins in the corner")
    resign(page)
    page.wait_for_selector(".result")
    go(page, "#/me")
    row = page.get_by_role("row", name="everybody 1 0 1 0")
    expect(row).to_be_visible()
    check(page, "about me", thumbs=True)
    page.get_by_role("button", name="Make a link").tap()
    link = page.get_by_label("Link").input_value()

    other = visit(house.url.rstrip("/") + "/" + link[link.index("#") :])
    expect(other.get_by_role("row", name="everybody 1 0 1 0")).to_be_visible()
    expect(other.get_by_label("Your name")).to_have_value("Panni")

    go(page, f"#/t/{table}")
    page.get_by_role("tab", name="Notes").tap()
    expect(page.get_by_role("textbox", name="Notes")).to_have_value("begins in the corner")
    go(page, "#/me")
    page.get_by_role("button", name="Delete everything").tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.get_by_text("are counted here")).to_be_visible()
    assert page.evaluate("localStorage['cattery.diary'] ?? null") is None


def test_copies_of_this_browser_are_forgotten(house: House, visit: Visit) -> None:
    page = visit(house.url, name="Panni")
    table = new_table(page, ME, BOT, ghosts="off")
    copy = visit(house.url)
    copy.context.clear_cookies()
    copy.context.add_cookies(page.context.cookies())
    go(copy, f"#/t/{table}")
    hands.my_turn(copy)
    go(page, "#/me")
    page.get_by_role("button", name="Forget other devices").click()
    expect(page.locator(".toast", has_text="in this browser alone now")).to_be_visible()
    go(page, f"#/t/{table}")
    hands.my_turn(page)
    copy.reload()
    expect(copy.get_by_text("You are watching.")).to_be_visible()


def test_tables_that_wait_for_me_come_first(house: House, visit: Visit) -> None:
    """In the lobby, in the title; the invited read who invites them to what."""
    page = visit(house.url)
    table = new_table(page, ME, OPEN, ghosts="off")
    go(page, f"#/t/{table}")
    expect(page.locator(".qr")).to_be_visible()
    guest = visit(f"{house.url}#/t/{table}", name="Marci")
    expect(guest.get_by_text("Panni invites you to a game of HUUupp")).to_be_visible()
    guest.get_by_role("button", name="Take a seat").click()
    hands.my_turn(page)
    onlooker = visit(f"{house.url}#/t/{table}")
    expect(onlooker.get_by_text("You are watching.")).to_be_visible()
    go(page, "#/")
    expect(page.locator("main section li").first).to_contain_text("Your turn")
    expect(page).to_have_title("(1) Your turn – Cattery")
