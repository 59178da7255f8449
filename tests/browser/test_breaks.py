"""Lines break and servers die; a match goes on where it was, without a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, Visit, go, new_table
from tests.browser.house import House


def mark(page: Page) -> None:
    """Leave a note in the page that a reload would wipe out."""
    page.evaluate("window.neverReloaded = true")


def assert_never_reloaded(page: Page) -> None:
    """The note is still there."""
    assert page.evaluate("window.neverReloaded") is True


def offline(page: Page, yes: bool) -> None:
    """Cut the browser's network, open sockets included."""
    page.context.set_offline(yes)
    if yes:
        page.evaluate("window.sockets.forEach((one) => one.close())")


def remember_sockets(page: Page) -> None:
    """Offline emulation lets open sockets live, so the test keeps hold of them to cut them."""
    page.add_init_script(
        """const Real = WebSocket; window.sockets = [];
           window.WebSocket = class extends Real {
             constructor(...given) { super(...given); window.sockets.push(this); }
           };"""
    )
    page.reload()


def test_offline_in_the_middle_of_a_move_and_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    remember_sockets(page)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3")
    hands.my_turn(page)  # the first move is acknowledged, too
    mark(page)
    offline(page, True)
    expect(page.get_by_text("No connection")).to_be_visible()
    page.locator('[data-place="d4"]').click()
    page.wait_for_timeout(500)
    assert hands.entries(page) == 1
    offline(page, False)
    hands.arrived(page, 2)
    expect(page.locator('[data-place="d4"]')).to_have_accessible_name("d4: kitten, Marci")
    hands.play(page, "k e5")
    assert hands.entries(page) == 3
    assert_never_reloaded(page)


def test_the_server_is_killed_and_comes_back(fragile_house: House, visit: Visit) -> None:
    page = visit(fragile_house.url)
    table = new_table(page, ME, DEVICE, ghosts="off")
    go(page, f"#/t/{table}")
    onlooker = visit(f"{fragile_house.url}#/t/{table}")
    half = len(hands.WITHOUT_GHOSTS) // 2
    for move in hands.WITHOUT_GHOSTS[:half]:
        hands.play(page, move)
    mark(page)
    mark(onlooker)
    fragile_house.kill()
    expect(page.get_by_text("No connection")).to_be_visible()
    fragile_house.start()
    for move in hands.WITHOUT_GHOSTS[half:]:
        hands.play(page, move)
    expect(page.get_by_role("heading", name="Panni wins")).to_be_visible()
    expect(onlooker.get_by_role("heading", name="Panni wins")).to_be_visible()
    assert_never_reloaded(page)
    assert_never_reloaded(onlooker)


def test_a_move_sent_into_a_dying_server_is_played_once(fragile_house: House, visit: Visit) -> None:
    page = visit(fragile_house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3")
    hands.my_turn(page)
    page.locator('[data-place="d4"]').click()
    fragile_house.kill()
    fragile_house.start()
    hands.arrived(page, 2)
    hands.my_turn(page)
    assert hands.entries(page) == 2


def test_a_move_made_while_the_server_is_dead_is_played(fragile_house: House, visit: Visit) -> None:
    """It waits for the line, and for the server to get ready, and isn't called out of date."""
    page = visit(fragile_house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3")
    hands.my_turn(page)
    fragile_house.kill()
    expect(page.get_by_text("No connection")).to_be_visible()
    page.locator('[data-place="d4"]').click()
    fragile_house.start()
    hands.arrived(page, 2)
    expect(page.locator('[data-place="d4"]')).to_have_accessible_name("d4: kitten, Marci")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_language_that_cannot_be_had(house: House, visit: Visit) -> None:
    """Offline the page goes on in the language it has, and tries again when it is asked to."""
    page = visit(house.url)
    page.wait_for_selector("article svg use")
    mark(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="Magyar").click()
    expect(page.locator(".toast")).to_contain_text("can't be reached")
    expect(page.get_by_role("button", name="Magyar")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"
    assert_never_reloaded(page)
    page.context.set_offline(False)
    page.get_by_role("button", name="Magyar").click()
    expect(page.get_by_role("button", name="English")).to_be_visible()


def test_a_page_without_words(house: House, visit: Visit) -> None:
    """The one thing it can say, it says in both languages."""
    page = visit("about:blank")
    words = re.compile(r"/assets/(en|hu)-[^/]*\.js")
    page.route(words, lambda route: route.abort())
    page.goto(house.url)
    again = page.get_by_role("button", name="Újra · Try again")
    expect(again).to_be_visible()
    page.unroute(words)
    again.click()
    page.wait_for_selector("article svg use")


def test_a_board_that_cannot_be_had(house: House, visit: Visit) -> None:
    page = visit(house.url)
    table = new_table(page, ME, DEVICE)
    parts = re.compile(r"/assets/huupp-[^/]*\.js")
    page.route(parts, lambda route: route.abort())
    for address in (f"#/t/{table}", "#/rules/huupp"):
        page.goto("about:blank")
        page.goto(house.url + address)
        expect(page.get_by_role("alert")).to_contain_text("Try again")
    page.unroute(parts)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("article")).to_be_visible()


def test_another_language_while_the_line_is_down(house: House, visit: Visit) -> None:
    """What was told before is told again in the language of the page."""
    page = visit(house.url)
    remember_sockets(page)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.my_turn(page)
    page.get_by_role("button", name="Magyar").click()
    page.get_by_role("button", name="English").click()  # now the page has both
    hands.play(page, "k c3")
    offline(page, True)
    expect(page.get_by_text("No connection")).to_be_visible()
    page.get_by_role("button", name="Magyar").click()
    offline(page, False)
    expect(page.get_by_role("tabpanel")).to_contain_text("Panni cicát tesz ide: c3")
