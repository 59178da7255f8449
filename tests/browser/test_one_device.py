"""Several people with secrets at one screen: each of them lifts the curtain for themselves."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cattery
from tests.browser import plain
from tests.browser.by_api import command, contribute, stand
from tests.browser.conftest import BOT, DEVICE, ME, Visit, go
from tests.browser.hands import PATIENCE
from tests.browser.house import House, api, ready

PEOPLE = ("Anna", "Bence", "Cili")
SEATS = [{**(ME if name == "Anna" else DEVICE), "name": name} for name in PEOPLE]
SECRETIVE = [name for name in (*cattery.games(), plain.GAME) if cattery.game(name).hidden]
DECISIONS = 16
CALM = 900  # milliseconds after which no tap counts as a slip of the last one
EVERYTHING = "{subtree: true, childList: true, attributes: true, characterData: true}"
# What stands between a person and their secrets: a screen of its own, or a button.
LOCKED = ".curtain .btn.main, .asked .btn:not(.cover)"


def table_for(page: Page, game: str, seats: list[dict[str, str]]) -> str:
    """A new table; of Filou Bence is the start player."""
    page.wait_for_selector("article svg use")
    ready(page, game)
    options = {"options": {"first": "1"}} if game == "filou" else {}
    return str(api(page, "POST", "tables", {"game": game, "seats": seats, **options})["id"])


def sit_down(
    house: House, visit: Visit, game: str, seats: list[dict[str, str]] = SEATS, **look: Any
) -> tuple[Page, str]:
    """Three people at a phone, before their first decision."""
    page = visit(house.url, **{"size": "phone", **look})
    table = table_for(page, game, seats)
    go(page, f"#/t/{table}")
    page.wait_for_selector(LOCKED, timeout=PATIENCE)
    return page, table


def settled(page: Page, n: int) -> None:
    """The page has shown all that has happened."""
    page.wait_for_selector(f'main[data-n="{n}"][data-performing="false"]', timeout=PATIENCE)


def play(page: Page, table: str, seat: int, move: str | int) -> None:
    """A move of a seat, past the page, which shows what came of it."""
    n = stand(page, table)["n"]
    command(page, table, n, type="play", seat=seat, move=move)
    settled(page, n + 1)


def asked(page: Page) -> str:
    """Who is asked for, behind a curtain or beside a button."""
    words = page.locator(".curtain, .asked").inner_text(timeout=PATIENCE)
    return next(name for name in PEOPLE if name in words)


@pytest.mark.parametrize("game", SECRETIVE)
def test_whoever_decides_next_finds_the_screen_locked(house: House, visit: Visit, game: str):
    page, table = sit_down(house, visit, game)
    chance = random.Random(5)
    name = asked(page)
    page.locator(LOCKED).click()
    expect(page.locator(LOCKED)).to_have_count(0)
    opened = {PEOPLE.index(name)}
    for _ in range(DECISIONS):
        legal = {side["seat"]: side["legal"] for side in stand(page, table)["sides"]}
        seat = next(iter(opened)) if opened else PEOPLE.index(asked(page))
        if not legal[seat]:  # another one is asked, who has not looked
            seat, opened = PEOPLE.index(asked(page)), set()
        play(page, table, seat, chance.choice(legal[seat]))
        if not opened:
            page.wait_for_selector(LOCKED, timeout=PATIENCE)
    assert not opened


def locked_for(page: Page, name: str) -> None:
    """This person is asked, and sees no secrets."""
    expect(page.locator(".curtain, .asked")).to_contain_text(name)
    expect(page.locator(LOCKED)).to_be_visible()
    expect(page.locator(".filou [data-card], .filou .peek")).to_have_count(0)


def look(page: Page, name: str) -> None:
    """Somebody takes the device and sees their cards."""
    locked_for(page, name)
    page.wait_for_timeout(CALM)
    page.locator(LOCKED).click()
    page.wait_for_selector(".filou .hand [data-card]")


def first_card(page: Page, table: str, seat: int) -> int:
    """The first move that a seat may make: with a hand, its first card."""
    sides = stand(page, table)["sides"]
    return int(next(side["legal"][0] for side in sides if side["seat"] == seat))


def test_who_looked_last_has_to_ask_again_in_the_auction(house: House, visit: Visit):
    page, table = sit_down(house, visit, "filou")
    for seat in (1, 2, 0):
        look(page, PEOPLE[seat])
        play(page, table, seat, first_card(page, table, seat))
    play(page, table, 1, "bid 1")
    play(page, table, 2, "bid 2")
    locked_for(page, "Anna")  # who was the last to look, when she laid her card
    play(page, table, 0, "bid 3")
    look(page, "Bence")
    play(page, table, 1, "bid 4")
    play(page, table, 2, "bid 5")
    play(page, table, 0, "bid 6")
    locked_for(page, "Bence")
    look(page, "Bence")
    play(page, table, 1, "bid 7")
    play(page, table, 2, "pass")
    play(page, table, 0, "pass")
    expect(page.locator(".curtain")).to_contain_text("Bence")  # who lays the next card
    locked_for(page, "Bence")


def auction(house: House, visit: Visit, **look_of: Any) -> tuple[Page, str]:
    """Everybody has laid a card, nobody has looked, and Bence may bid."""
    page, table = sit_down(house, visit, "filou", **look_of)
    for seat in (1, 2, 0):
        play(page, table, seat, first_card(page, table, seat))
    locked_for(page, "Bence")
    return page, table


def test_what_can_be_bid_in_public_tells_nobody_how_many_mice_there_are(house: House, visit: Visit):
    page, table = auction(house, visit)
    most = page.locator(".bidding input")
    expect(most).to_have_attribute("max", "20")
    mice = stand(page, table)["sides"][1]["view"]["players"][1]["mice"]
    assert 0 < mice < 20
    most.fill(str(mice + 1))
    page.locator("[data-do=bid]").click()
    expect(page.locator(".toast")).to_have_text(re.compile("^That is more mice than you have"))
    expect(page.locator(".toast")).not_to_contain_text(str(mice))
    look(page, "Bence")
    expect(most).to_have_attribute("max", str(mice))


# From each start player on: Bence pays all he has when the bank can't fill the mouse cards any
# more, passes for nothing, and is the last one in the next auction, where nobody bids.
BROKE = """
bid 15, pass, pass; pass, bid 1, pass; bid 1, pass, bid 3, pass; pass, bid 1, pass;
bid 1, pass, bid 3, pass; pass, bid 1, pass; pass, pass
"""


def test_who_may_buy_in_public_sees_the_same_with_mice_and_without(house: House, visit: Visit):
    page = visit(house.url, size="phone")
    table = table_for(page, "filou", SEATS)
    contribute(page, table, 0, 1, 2)
    for bids in BROKE.split(";"):
        for move in [*["lay"] * 3, *bids.split(",")]:
            now = stand(page, table)
            side = next(side for side in now["sides"] if side["legal"])
            choice = side["legal"][0] if move == "lay" else move.strip()
            command(page, table, now["n"], type="play", seat=side["seat"], move=choice)
    go(page, f"#/t/{table}")
    locked_for(page, "Bence")
    bar = page.locator(".bar")
    expect(bar).to_contain_text("buy it for one mouse?")
    page.locator("[data-do=buy]").click()
    expect(page.locator(".toast")).to_have_text(re.compile("^That is more mice than you have"))
    page.wait_for_timeout(CALM)
    page.locator(LOCKED).click()
    expect(bar).to_contain_text("you haven't a single mouse")
    expect(page.locator("[data-do=buy]")).to_have_count(0)


def hide(page: Page) -> None:
    """Whoever has looked hides their cards."""
    page.wait_for_timeout(CALM)
    page.get_by_role("button", name="Hide my cards").click()


def test_cards_can_be_hidden_again(house: House, visit: Visit):
    page, _ = sit_down(house, visit, "filou")
    look(page, "Bence")
    hide(page)
    locked_for(page, "Bence")  # behind the curtain
    page, _ = auction(house, visit)
    look(page, "Bence")
    hide(page)
    locked_for(page, "Bence")
    expect(page.locator(".filou")).to_be_visible()


def test_the_board_stays_where_it_is_from_bid_to_bid(house: House, visit: Visit):
    page, table = auction(house, visit, moving=True)
    page.evaluate(
        """() => {
             window.tops = [];
             new MutationObserver(() => {
               const board = document.querySelector('.filou');
               if (board !== null) tops.push(Math.round(board.getBoundingClientRect().top));
             }).observe(document.querySelector('main'), EVERYTHING);
           }""".replace("EVERYTHING", EVERYTHING)
    )
    for seat, mice in ((1, 1), (2, 2), (0, 3)):
        play(page, table, seat, f"bid {mice}")
    page.locator(LOCKED).click()
    page.wait_for_selector(".filou .hand [data-card]")
    assert len(set(page.evaluate("tops"))) == 1


def test_notes_belong_to_who_wrote_them(house: House, visit: Visit):
    page, table = auction(house, visit)
    page.get_by_role("tab", name="Notes").click()
    sheet = page.locator("#side-panel textarea")
    expect(sheet).to_have_count(0)
    look(page, "Bence")
    sheet.fill("Anna has the big dog")
    play(page, table, 1, "bid 1")
    expect(page.get_by_role("tabpanel")).to_contain_text("Cili's notes")
    expect(sheet).to_have_count(0)
    look(page, "Cili")
    expect(sheet).to_have_value("")
    hide(page)
    page.get_by_role("button", name="Bence's notes").click()
    expect(sheet).to_have_value("Anna has the big dog")
    play(page, table, 2, "bid 2")
    expect(sheet).to_have_count(0)


def covered(page: Page) -> list[str]:
    """Controls of the header that a finger doesn't reach."""
    found: list[str] = page.evaluate(
        """(controls) => [...document.querySelectorAll(controls)].filter((one) => {
             const {left, top, width, height} = one.getBoundingClientRect();
             const met = document.elementFromPoint(left + width / 2, top + height / 2);
             return width > 1 && !one.contains(met);
           }).map((one) => one.outerHTML)""",
        "header button, header a:not(.skip)",
    )
    return found


def resign(page: Page, name: str) -> None:
    """Give up, by the menu, where it says who does."""
    page.get_by_role("button", name="Table menu").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Resign").click()
    expect(dialog).to_contain_text(name)
    page.wait_for_timeout(CALM)
    dialog.get_by_role("button", name="Resign").click()
    expect(page.locator(".news")).to_contain_text("resigned")


def test_who_resigns_is_named_and_the_news_covers_no_control(house: House, visit: Visit):
    page, _ = auction(house, visit)
    resign(page, "Bence, do you want to resign this match?")
    expect(page.locator(".news")).to_contain_text("Bence resigned.")
    assert covered(page) == []
    page.mouse.wheel(0, 60)
    assert covered(page) == []
    page.locator(".news").get_by_role("button", name="Close").click()
    expect(page.locator(".news")).to_have_count(0)


def test_the_news_of_ones_own_resignation_covers_nothing_either(house: House, visit: Visit):
    page = visit(house.url, size="phone", moving=True)
    ready(page, "filou")
    wish = {"game": "filou", "seats": [{**ME, "name": "Anna"}, BOT, BOT], "options": {"first": "0"}}
    table = str(api(page, "POST", "tables", wish)["id"])
    go(page, f"#/t/{table}")
    page.wait_for_selector('.filou[data-mine="true"]')
    resign(page, "Resign this match?")
    expect(page.locator(".news")).to_contain_text("You resigned.")
    assert covered(page) == []


def bids(page: Page, table: str) -> list[int]:
    """What each has bid."""
    view = stand(page, table)["sides"][0]["view"]
    return [player["bid"] for player in view["players"]]


def test_a_second_tap_decides_nothing_for_the_next_person(house: House, visit: Visit):
    page, table = auction(house, visit, moving=True)
    page.wait_for_timeout(CALM)
    n = stand(page, table)["n"]
    box = page.locator("[data-do=bid]").bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*spot)
    page.wait_for_selector("main .dock.handed")  # Cili's question is there, and the thumb goes on
    for _ in range(2):
        page.touchscreen.tap(*spot)
        page.wait_for_timeout(150)
    settled(page, n + 1)
    page.wait_for_timeout(300)
    assert bids(page, table) == [0, 1, 0]
    page.wait_for_timeout(CALM)
    page.locator("[data-do=bid]").tap()  # Cili's own
    settled(page, n + 2)
    assert bids(page, table) == [0, 1, 2]


def test_who_is_to_move_is_told_when_the_board_has_shown_it(house: House, visit: Visit):
    page, table = auction(house, visit, moving=True)
    said = page.evaluate_handle(
        """() => {
             const said = [];
             new MutationObserver(() => {
               const performing = document.querySelector('main').dataset.performing === 'true';
               if (performing) said.push(document.querySelector('.bar')?.textContent ?? '');
             }).observe(document.querySelector('main'), EVERYTHING);
             return said;
           }""".replace("EVERYTHING", EVERYTHING)
    )
    play(page, table, 1, "bid 1")
    lines = said.evaluate("(said) => said")
    assert lines
    assert not [line for line in lines if re.search("to move|your turn", line)]


def finish(page: Page, table: str, seat: int) -> None:
    """The rest of a seat's round, past the page."""
    chance = random.Random(5)
    while legal := next(one["legal"] for one in stand(page, table)["sides"] if one["seat"] == seat):
        play(page, table, seat, chance.choice(legal))


def write_a_die(page: Page, name: str) -> None:
    """Somebody lifts the curtain, taps a die and a cell, and sees it on the large sheet."""
    page.locator(LOCKED).click()
    sheet = page.get_by_role("grid", name=f"{name}'s sheet")
    expect(sheet).to_be_visible()
    expect(page.locator(".others")).not_to_contain_text(name)
    page.locator(".dice .open").first.click()
    cell = sheet.locator(".cell.can").first
    place = cell.get_attribute("data-place")
    cell = sheet.locator(f'[data-place="{place}"]')
    expect(cell).to_have_accessible_name(f"{place}, empty")
    cell.click()
    expect(cell).to_have_accessible_name(re.compile(f"^{place}: "))


def test_everybody_writes_on_their_own_sheet(house: House, visit: Visit):
    """Beside a bot, so that the first sheet is nobody's at this device."""
    seats = [BOT, {**ME, "name": "Bence"}, {**DEVICE, "name": "Cili"}]
    page, table = sit_down(house, visit, "macskalak", seats)
    write_a_die(page, "Bence")
    finish(page, table, 1)
    page.wait_for_timeout(CALM)
    write_a_die(page, "Cili")
