"""What a browser knows of its person: matches counted, notes, another browser, all forgotten."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing

from playwright.sync_api import expect

import cattery
from cattery.server.api.daily import dice_of
from cattery.server.tables.head import options_key
from cattery.server.tables.live import today
from cattery.server.tables.versions import rules_in_force
from tests.browser import hands
from tests.browser.by_api import contribute
from tests.browser.conftest import BOT, ME, OPEN, Visit, go, new_table
from tests.browser.house import House, api
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


def test_no_result_with_the_name_is_left_on_the_server(house: House, visit: Visit) -> None:
    """Those of the daily deal, which others see, are deleted too; what can't be stays as it was."""
    page = visit(house.url, size="phone", name="Panni")
    deal = api(page, "POST", "games/huupp/daily", {"name": "Panni"})["id"]
    insert_result(house, deal, "Panni")
    others = visit(f"{house.url}#/daily/huupp")
    expect(others.get_by_text("Panni")).to_be_visible()
    go(page, "#/me")
    page.route("**/api/bests", lambda route: route.abort())
    page.get_by_role("button", name="Delete everything").tap()
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.locator(".toast.no")).to_be_visible()
    assert page.evaluate("localStorage['cattery.name']") == '"Panni"'
    page.unroute("**/api/bests")
    page.get_by_role("button", name="Delete", exact=True).tap()
    expect(page.get_by_role("dialog")).to_have_count(0)  # the server's are gone
    assert api(page, "GET", "games/huupp/daily")["results"] == []
    others.reload()
    expect(others.locator("h1")).to_be_visible()
    expect(others.get_by_text("Panni")).to_have_count(0)


def insert_result(house: House, table: str, name: str) -> None:
    """A result of today's deal, as if the table's match had been played to its end."""
    with closing(sqlite3.connect(house.folder / "tables.db", timeout=20)) as database, database:
        (device,) = database.execute(
            "SELECT device FROM holders WHERE table_id = ?", (table,)
        ).fetchone()
        game, now = cattery.game("huupp"), time.time_ns() // 10**6
        row = {
            "table_id": table,
            "seat": 0,
            "device": device,
            "game": "huupp",
            "rules": rules_in_force("huupp"),
            "options": options_key(game.complete_options({}, 2)),
            "seats": 2,
            "points": 1.0,
            "name": name,
            "hidden": False,
            "known_dice": True,
            "dice": dice_of("huupp", today()),
            "at": now,
        }
        places = ", ".join("?" * len(row))
        database.execute(
            f"INSERT INTO results ({', '.join(row)}) VALUES ({places})", tuple(row.values())
        )


def test_what_ends_while_nobody_looks_is_counted(house: House, visit: Visit) -> None:
    page = visit(house.url, name="Panni")
    table = new_table(page, ME, BOT, ghosts="off")
    go(page, f"#/t/{table}")
    hands.my_turn(page)
    go(page, "#/settings")
    n = api(page, "GET", f"tables/{table}")["n"]
    command = {"type": "command", "id": "resigns-1", "n": n, "do": {"type": "resign", "seat": 0}}
    api(page, "POST", f"tables/{table}/commands", command)
    go(page, "#/me")
    expect(page.get_by_role("row", name="everybody 1 0 1 0")).to_be_visible()


def test_who_leaves_the_waiting_room_is_named(house: House, visit: Visit) -> None:
    """Nobody was asked for a rematch, so nothing is declined; the invited may learn first."""
    page = visit(house.url)
    wish = {"game": "filou", "seats": [ME, OPEN, OPEN]}
    table: str = api(page, "POST", "tables", wish)["id"]
    go(page, f"#/t/{table}")
    guest = visit(f"{house.url}#/t/{table}", name="Marci")
    expect(guest.locator('a[href="#/learn/filou"]')).to_contain_text("New to this game?")
    guest.get_by_role("button", name="Take a seat").click()
    expect(page.locator("li", has_text="Marci").get_by_text("at the table")).to_be_visible()
    leave = {"type": "command", "id": "goes-1", "n": 0, "do": {"type": "leave", "seat": 1}}
    api(guest, "POST", f"tables/{table}/commands", leave)
    expect(page.locator(".toast")).to_have_text("Marci left the table.")


def test_copies_of_this_browser_are_forgotten(house: House, visit: Visit) -> None:
    page = visit(house.url, name="Panni")
    table = new_table(page, ME, BOT, ghosts="off")
    copy = visit("about:blank")  # an answer on its way would bring a cookie of its own
    copy.context.add_cookies(page.context.cookies())
    copy.goto(f"{house.url}#/t/{table}")
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
    home = page.get_by_role("link", name="Cattery – To the lobby", exact=True)
    expect(home).to_be_visible()  # where they are listed


def test_a_table_that_waits_is_known_on_every_page(house: House, visit: Visit) -> None:
    """In the title and on the way to the lobby, though not at the table itself."""
    page = visit(house.url)
    waits = new_table(page, ME, BOT, ghosts="off")
    contribute(page, waits, 0)
    other = new_table(page, ME, OPEN, ghosts="off")
    home = page.get_by_role("link", name="Cattery – To the lobby")
    for address, title in (
        ("#/settings", "(1) Your turn · Settings – Cattery"),
        (f"#/t/{other}", "(1) Your turn · HUUupp – Cattery"),
    ):
        go(page, address)
        expect(page).to_have_title(title)
        expect(home).to_have_accessible_name(re.compile("one table waits for you"))
    go(page, f"#/t/{waits}")
    expect(page).to_have_title("● Your turn – Cattery")
    expect(home).to_have_accessible_name("Cattery – To the lobby")
