"""Lines break and servers die; a match goes on where it was, without a reload."""

from __future__ import annotations

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
    expect(page.get_by_role("heading", name="The winner: Panni")).to_be_visible()
    expect(onlooker.get_by_role("heading", name="The winner: Panni")).to_be_visible()
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
