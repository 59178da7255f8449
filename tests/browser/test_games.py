"""HUUupp to the end: two browsers, against a bot, on one device, with the keyboard alone."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from cattery.cats import names_by_kind
from tests.browser import hands
from tests.browser.conftest import BOT, DEVICE, ME, OPEN, Visit, go, new_table
from tests.browser.house import House, api
from tests.browser.test_boards import ready

Game = list[str]


def test_two_people_in_two_browsers(house: House, visit: Visit) -> None:
    host = visit(house.url, name="Panni")
    table = new_table(host, ME, OPEN, ghosts="off")
    go(host, f"#/t/{table}")
    expect(host.get_by_role("heading", name="Waiting for players")).to_be_visible()
    guest = visit(f"{house.url}#/t/{table}", size="phone", lang="hu")
    guest.get_by_label("A neved").fill("Marci")
    guest.get_by_role("button", name="Leülök").tap()
    for n, move in enumerate(hands.WITHOUT_GHOSTS):
        hands.arrived(host, n)
        mover = host if who_moves(host) == "Your turn" else guest
        hands.play(mover, move, "mouse" if mover is host else "touch")
    expect(host.get_by_role("heading", name="You won!")).to_be_visible()
    expect(guest.get_by_role("heading", name="Vesztettél")).to_be_visible()
    story = guest.get_by_role("tabpanel")
    expect(story).to_contain_text("három macskája egy sorban (c5, d5, e5)")
    rematch(host, guest)


def rematch(host: Page, guest: Page) -> None:
    """One asks for another match, both see who is asked and who asks, and the other accepts."""
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_text("invited, no answer yet")).to_be_visible()
    expect(guest.locator(".offer")).to_contain_text("Panni visszavágót kér.")
    guest.get_by_role("button", name="Elfogadom").tap()
    for page in (host, guest):
        hands.arrived(page, 0)


def test_a_declined_rematch_is_told(house: House, visit: Visit) -> None:
    host = visit(house.url)
    table = new_table(host, ME, OPEN, ghosts="off")
    go(host, f"#/t/{table}")
    guest = visit(f"{house.url}#/t/{table}", name="Marci")
    guest.get_by_role("button", name="Take a seat").click()
    hands.my_turn(host)
    resign(guest)
    expect(host.get_by_role("heading", name="You won!")).to_be_visible()
    expect(host.locator(".result")).to_contain_text("Marci resigned")
    expect(guest.get_by_role("heading", name="You lost")).to_be_visible()
    host.get_by_role("button", name="Rematch").click()
    expect(host.get_by_text("invited, no answer yet")).to_be_visible()
    guest.get_by_role("button", name="No, thanks").click()
    expect(host.locator(".toast")).to_contain_text("Marci declined")
    expect(host.get_by_text("Free seat")).to_be_visible()


def resign(page: Page) -> None:
    """Give the match up, by the menu."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()


def test_who_resigns_against_bots_keeps_their_name(house: House, visit: Visit) -> None:
    """At the table, in the result and in the replay; nobody is asked back when it is over."""
    page = visit(house.url)
    ready(page, "filou")
    me = {"who": "me", "name": ""}
    wish = {"game": "filou", "seats": [me, BOT, BOT], "options": {"first": "0"}}
    table = api(page, "POST", "tables", wish)["id"]
    go(page, f"#/t/{table}")
    page.wait_for_selector('.filou[data-mine="true"]')
    names = page.locator(".bidders .called").all_inner_texts()
    assert names[0] == "Player 1"
    assert len(set(names)) == len(names) == 3
    resign(page)
    page.wait_for_selector(".result", timeout=hands.PATIENCE)
    expect(page.get_by_role("button", name="I'm back")).to_have_count(0)
    expect(page.get_by_role("heading", name="You lost")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("Player 1 resigned")
    assert page.locator(".bidders .called").all_inner_texts() == names
    assert api(page, "GET", f"tables/{table}/replay")["names"] == names


def test_who_resigns_is_told_so_while_others_play_on(house: House, visit: Visit) -> None:
    page = visit(house.url)
    ready(page, "filou")
    wish = {"game": "filou", "seats": [ME, OPEN, BOT], "options": {"first": "1"}}
    table = api(page, "POST", "tables", wish)["id"]
    go(page, f"#/t/{table}")
    friend = visit(f"{house.url}#/t/{table}", name="Marci")
    friend.get_by_role("button", name="Take a seat").click()
    friend.wait_for_selector('.filou[data-mine="true"]')
    resign(page)
    expect(page.locator(".news")).to_contain_text("You resigned")
    expect(page.get_by_role("button", name="I'm back")).to_have_count(0)


def who_moves(page: Page) -> str:
    """What the bar says about whose turn it is."""
    page.wait_for_selector(".bar .who")
    return page.locator(".bar .who").inner_text().strip()


def test_two_people_on_one_device_with_ghosts(house: House, visit: Visit) -> None:
    page = visit(house.url, size="tablet")
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    for move in hands.WITH_GHOSTS:
        hands.play(page, move, "touch")
    expect(page.get_by_role("heading", name="Panni wins")).to_be_visible()
    check_result(page)


def check_result(page: Page) -> None:
    """The result can be verified, replayed and saved."""
    page.get_by_text("More", exact=True).tap()
    page.get_by_role("button", name="Verify").tap()
    for said in (
        "Played on localhost",
        "every move was legal, and chance followed from the number",
    ):
        expect(page.get_by_text(said).first).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the match").tap()
    assert '"huupp"' in saving.value.path().read_text()
    page.get_by_role("link", name="Replay").tap()
    expect(page.get_by_text("0 / 31")).to_be_visible()
    page.get_by_role("button", name="One step forward").tap()
    expect(page.locator('[data-place="e1"]')).to_have_accessible_name("e1: kitten, Panni")
    page.get_by_role("button", name="To the end").tap()
    expect(page.get_by_text("31 / 31")).to_be_visible()


def test_against_a_bot(house: House, visit: Visit) -> None:
    page = visit(house.url, lang="hu")
    go(page, f"#/t/{new_table(page, ME, BOT, ghosts='off')}")
    hand = random.Random(4)
    for _ in range(150):
        page.wait_for_selector('.huupp[data-mine="true"], .result', timeout=20_000)
        if page.locator(".result").count():
            break
        any_move(page, hand)
    expect(page.get_by_role("button", name="Visszavágó")).to_be_visible()


def any_move(page: Page, hand: random.Random) -> None:
    """Make some legal move with the mouse."""
    n = hands.entries(page)
    places = page.locator(".cell.can")
    places.nth(hand.randrange(places.count())).click()
    page.wait_for_selector(f'main[data-n]:not([data-n="{n}"])')


def test_who_leaves_is_not_asked_until_they_come_back(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, BOT, ghosts='off')}")
    hands.my_turn(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.get_by_role("dialog")).to_contain_text("Leave your seat?")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".huupp")).to_have_attribute("data-mine", "true")
    page.get_by_role("button", name="Leave the seat").click()
    page.get_by_role("button", name="Leave the seat").click()
    board = page.locator(".huupp")
    for _ in range(4):
        expect(board).to_have_attribute("data-mine", "false")
        page.wait_for_selector(f'main:not([data-n="{hands.entries(page)}"])')
        assert "Your turn" not in page.title()
    page.get_by_role("button", name="I'm back").click()
    hands.my_turn(page)
    any_move(page, random.Random(1))


def test_a_quick_game_is_one_click(house: House, visit: Visit) -> None:
    page = visit(house.url, moving=True)
    page.locator("article", has_text="HUUupp").get_by_role("button", name="Play a bot").click()
    page.wait_for_selector(".huupp")
    hands.my_turn(page)
    page.locator(".cell.can").first.click()
    page.wait_for_selector('main[data-n]:not([data-n="0"])')


def test_the_bot_of_a_quick_game_is_chosen_once(house: House, visit: Visit) -> None:
    """The lobby offers the levels, and remembers which one a person likes."""
    page = visit(house.url, size="phone")
    card = page.locator("article", has_text="HUUupp")
    level = card.get_by_label("Bot strength")
    expect(level).to_have_value("level:2")
    level.select_option("level:1")
    card.get_by_role("button", name="Play a bot").tap()
    hands.my_turn(page)
    bot = page.get_by_role("list", name="Players").locator("li").last
    expect(bot.locator(".soft")).to_have_text("Kitten (level\u00a01)")
    name = bot.locator("strong")
    assert name.inner_text() in names_by_kind()["level:1"]
    assert name.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0  # nothing is cut
    expect(bot.locator("[data-cat]")).to_be_visible()
    page.goto(house.url)
    expect(level).to_have_value("level:1")


def test_with_the_keyboard_alone(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    said = page.locator("[role=status][aria-live=polite]")
    hands.walk(page, "e1")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Panni places a kitten on e1. Enter to play it, Escape to cancel.")
    page.keyboard.press("Escape")
    expect(page.locator(".bar .lines")).to_have_count(0)
    for move in hands.WITH_GHOSTS:
        hands.play(page, move, "keys")
    expect(page.get_by_role("heading", name="Panni wins")).to_be_visible()
    page.keyboard.press("r")
    expect(said).to_contain_text("three cats in a row")


def test_an_illegal_tap_says_why(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", lang="hu")
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3", "touch")
    page.locator('[data-place="c3"]').tap()
    expect(page.locator(".toast")).to_contain_text("A c3 mezőn már áll valaki.")


def test_undo_within_the_turn(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.play(page, "k c3")
    page.get_by_role("button", name="Undo").click()
    hands.arrived(page, 2)
    expect(page.locator('[data-place="c3"]')).to_have_accessible_name("c3: empty, can be taken")


def test_preview_shows_boops_before_the_move(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3", "touch")
    page.locator('[data-place="d3"]').tap()
    expect(page.locator(".bar .lines")).to_contain_text("Boop: c3→b3")
    expect(page.locator(".foresight .tip")).to_have_count(1)
    assert hands.entries(page) == 1
    page.get_by_role("button", name="Place it").tap()
    hands.arrived(page, 2)
    expect(page.locator('[data-place="b3"]')).to_have_accessible_name("b3: your kitten")


# Where every piece is sent from now on, one list each; a square of the bed is 100 wide.
TRAVELS = """() => {
  const ways = new Map();
  new MutationObserver((all) => {
    for (const { target } of all) {
      const place = /translate\\((.*?)\\)/.exec(target.style.transform)?.[1];
      const way = ways.get(target) ?? [];
      if (place !== undefined && way.at(-1) !== place) ways.set(target, [...way, place]);
    }
  }).observe(document.querySelector('.bed'), { attributeFilter: ['style'], subtree: true });
  window.travels = () => [...ways.values()];
}"""
ON_B3, ON_D3 = "150px, 250px", "350px, 250px"


def test_pieces_go_straight_where_they_belong(house: House, visit: Visit) -> None:
    """One is placed, the other pushed, and neither goes anywhere else meanwhile."""
    page = visit(house.url, moving=True)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3")
    hands.my_turn(page)
    page.evaluate(TRAVELS)
    hands.play(page, "k d3")
    hands.my_turn(page)
    ways = page.evaluate("travels()")
    for place in (ON_B3, ON_D3):
        assert [way for way in ways if place in way] == [[place]]


def test_the_language_changes_in_the_middle_of_a_match(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE, ghosts='off')}")
    hands.play(page, "k c3")
    page.get_by_role("button", name="Magyar").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Panni cicát tesz ide: c3")
    expect(page.locator(".bar .who")).to_contain_text("Marci, te jössz")
