"""Every screen in every language, size and theme: there, fitting, usable by everybody."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cattery import data
from tests.browser import hands
from tests.browser.conftest import BOT, DEVICE, ME, OPEN, Visit, go, new_table
from tests.browser.house import SIZES, House, api, ready

# What follows scrolling goes on for ever, as what has no end does.
AT_REST = """document.getAnimations().every((one) => one.timeline !== document.timeline ||
  one.effect.getComputedTiming().endTime == 1 / 0)"""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
SMALLEST_TARGET = 44
# What may be smaller, down to what WCAG asks of every target (2.5.8), and why.
SMALLER = {
    # Only to be looked at just now: a tap explains it at most.
    "[aria-disabled=true]": 24,
    # Of each opponent four series, beside the street and four of one's own. What is tapped there
    # is always shown before it is played, so that a miss costs nothing.
    ".csacska .others .line": 24,
    # Piles and deck keep their places when two cards are drawn beside them: of five players on a
    # narrow phone that leaves less than a thumb's width, but cards are higher than wide.
    ".csacska .street button": 36,
    # The whole sheet, six or seven cells and a margin high and wide, between the dice and the bar.
    ".macskalak .cell": 40,
}
LOOKS = [(lang, size, theme) for size in SIZES for lang, theme in (("hu", "light"), ("en", "dark"))]


def faults(page: Page, *rules: str) -> list[str]:
    """What axe holds against the screen, by these of its rules or all."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    hands.until(page, AT_REST)  # what fades in or flies by is judged when it is there
    asked = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: dict[str, Any] = page.evaluate("(asked) => axe.run(document, asked)", asked)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    wider: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, wider)


def small_targets(page: Page) -> list[str]:
    """Buttons, links and places on the board that a thumb would miss."""
    found: list[str] = page.evaluate(
        """([smallest, smaller]) => [...document.querySelectorAll(
             'button, a.btn, summary, select, .input, [role=gridcell], [role=button], [role=tab], '
             + '[data-place], .segments label')]
           .filter((one) => !one.closest('[inert]'))
           .map((one) => {
             const may = Object.entries(smaller).filter(([what]) => one.matches(what));
             const least = Math.min(smallest, ...may.map(([, size]) => size)) - 0.5;
             return [one, least, one.getBoundingClientRect()];
           })
           .filter(([, least, box]) => box.width > 1 && Math.min(box.width, box.height) < least)
           .map(([one, , box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""",
        [SMALLEST_TARGET, SMALLER],
    )
    return found


def check(page: Page, where: str, *, thumbs: bool) -> None:
    """A screen that fits, and that axe likes."""
    page.wait_for_timeout(150)
    assert overflow(page) == 0, where
    assert faults(page) == [], where
    if thumbs:
        assert small_targets(page) == [], where


@pytest.mark.parametrize(("lang", "size", "theme"), LOOKS)
def test_every_screen(house: House, visit: Visit, lang: str, size: str, theme: str) -> None:
    page = visit(house.url, lang=lang, size=size, theme=theme)
    thumbs = size == "phone"
    page.wait_for_selector("article svg use")
    assert page.locator("html").get_attribute("lang") == lang
    assert page.locator("html").get_attribute("data-theme") == theme
    check(page, "lobby", thumbs=thumbs)
    for name, address in (
        ("rules", "#/rules/huupp"),
        ("settings", "#/settings"),
        ("check", "#/check"),
        ("lost", "#/x"),
    ):
        go(page, address)
        page.wait_for_selector("h1")
        check(page, name, thumbs=thumbs)
    check_table(page, thumbs)


def check_table(page: Page, thumbs: bool) -> None:
    """The table in all its moods."""
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    check(page, "table", thumbs=thumbs)
    hands.play(page, "k c3", "touch" if thumbs else "mouse")
    page.wait_for_selector(".door")
    check(page, "ghost", thumbs=thumbs)


def test_axe_on_what_opens_and_ends(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", theme="dark")
    page.locator("article", has_text="HUUupp").get_by_role("button", name="With friends").tap()
    page.wait_for_selector("dialog")
    check(page, "new table", thumbs=True)
    page.keyboard.press("Escape")
    go(page, f"#/t/{new_table(page, ME, OPEN)}")
    page.wait_for_selector("select")
    check(page, "waiting room", thumbs=True)
    page.get_by_role("button", name="Invite").first.tap()
    page.wait_for_selector(".qr")
    check(page, "invitation", thumbs=True)
    table = new_table(page, ME, DEVICE, ghosts="off")
    go(page, f"#/t/{table}")
    for move in hands.WITHOUT_GHOSTS:
        hands.play(page, move, "touch")
    page.wait_for_selector(".result")
    check(page, "result", thumbs=True)
    page.get_by_role("tab", name="Chat").tap()
    page.locator(".phrases .btn").first.tap()
    check(page, "chat", thumbs=True)
    page.get_by_role("button", name="Table menu").tap()
    check(page, "menu", thumbs=True)
    go(page, f"#/r/{table}")
    page.wait_for_selector(".controls")
    check(page, "replay", thumbs=True)


# Screens that every game has, beside its rules, which have tests of their own: where each is, and
# what shows that it is there.
OF_A_GAME = (
    ("daily", "main .picture svg"),
    ("learn", ".coach:not(.busy) progress"),
    ("puzzles", ".coach.ask:not(.busy)"),
)


@pytest.mark.parametrize("game", data.packaged())
def test_axe_on_what_every_game_has(house: House, visit: Visit, game: str) -> None:
    """By day all rules of axe; at the table the colours again in the evening, on the same page."""
    page = visit(house.url, size="phone")
    ready(page, game)
    for name, there in OF_A_GAME:
        go(page, f"#/{name}/{game}")
        page.wait_for_selector(there)
        check(page, f"{name} {game}", thumbs=True)
    wish = {"game": game, "seats": [ME, *[BOT] * (seats(page, game)[-1] - 1)], "options": {}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector("main[data-n] [data-mine=true]", timeout=hands.PATIENCE)
    check_by_day_and_night(page, f"table {game}")


def seats(page: Page, game: str) -> list[int]:
    """How many may play it."""
    numbers: list[int] = api(page, "GET", f"games/{game}")["seats"]
    return numbers


def check_by_day_and_night(page: Page, where: str) -> None:
    """A screen that fits, and that axe likes in both themes."""
    check(page, where, thumbs=True)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.wait_for_selector(f"html[data-theme={theme}]")
        if theme == "dark":
            page.wait_for_timeout(150)
            assert faults(page, "color-contrast") == [], f"{where}, dark"


def test_ghost_doors_are_large_enough_on_a_narrow_phone(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.play(page, "k c3", "touch")
    boxes = [box for one in page.locator(".door .hit").all() if (box := one.bounding_box())]
    assert len(boxes) == 20
    assert min(min(box["width"], box["height"]) for box in boxes) >= SMALLEST_TARGET


def test_settings_are_kept(house: House, visit: Visit) -> None:
    page = visit(f"{house.url}#/settings")
    page.get_by_label("Dark").check(force=True)
    page.get_by_label("Magyar").check(force=True)
    page.reload()
    expect(page.get_by_role("heading", name="Beállítások")).to_be_visible()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_a_page_that_comes_says_its_name(house: House, visit: Visit) -> None:
    """In the title and aloud; the keyboard stands at its beginning, and Back leads back."""
    page = visit(house.url)
    heard = page.locator("[role=status][aria-live=polite]")
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title("Settings – Cattery")
    expect(heard).to_contain_text("Settings")
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_title("Cattery")
    expect(heard).to_contain_text("Cattery")
    go(page, f"#/t/{new_table(page, ME, OPEN)}")
    expect(page).to_have_title("HUUupp – Cattery")
    expect(page.get_by_role("main")).to_be_focused()
    go(page, "#/rules/huupp")
    expect(page).to_have_title("Rules of HUUupp – Cattery")


def leave(page: Page, words: str) -> None:
    """Stand up, and be sure of it."""
    page.get_by_role("button", name=words).click()
    page.get_by_role("button", name="Leave the seat").click()


def test_a_dialog_gives_the_focus_back(house: House, visit: Visit) -> None:
    """However it is closed: by its button, by Escape, beside it, or by what was chosen in it."""
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    menu = page.get_by_role("button", name="Table menu")
    close = page.get_by_role("button", name="Close")
    ways: list[Callable[[], None]] = [
        close.click,
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(5, 5),
        lambda: leave(page, "Leave the seat: Marci"),
    ]
    for way in ways:
        menu.press("Enter")
        expect(close).to_be_visible()
        way()
        expect(close).to_have_count(0)
        expect(menu).to_be_focused()


def test_no_key_is_lost_while_a_dialog_closes(house: House, visit: Visit) -> None:
    """Who closes a dialog and opens it again at once has it open, however busy the machine is."""
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    page.get_by_role("button", name="Table menu").press("Enter")
    close = page.get_by_role("button", name="Close")
    expect(close).to_be_visible()
    page.evaluate(
        """() => {
          const named = (name) => document.querySelector(`button[aria-label="${name}"]`);
          named('Close').click();
          named('Table menu').click();
          return new Promise((done) => setTimeout(done, 300));
        }"""
    )
    expect(close).to_be_visible()


def test_a_copied_link_is_told_in_the_dialog(house: House, visit: Visit) -> None:
    """Also without https, as at home, where a page has no clipboard of its own."""
    page = visit(house.url)
    table = new_table(page, ME, OPEN)
    page.context.grant_permissions(["clipboard-read"])
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(f"{house.url}#/t/{table}")
    page.reload()
    page.get_by_role("button", name="Invite").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Copy").click()
    told = page.get_by_role("dialog").get_by_role("status")
    expect(told).to_have_text("The link is copied.")
    expect(page.get_by_role("dialog").get_by_role("button", name="Copy")).to_be_focused()
    reader = page.context.new_page()
    reader.goto(house.url)
    assert reader.evaluate("navigator.clipboard.readText()").endswith(f"#/t/{table}")


def test_a_refused_leave_to_notify_is_not_shown_as_given(house: House, visit: Visit) -> None:
    page = visit("about:blank")
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto(f"{house.url}#/settings")
    switch = page.get_by_role("switch").last
    switch.click()
    expect(page.locator(".toast")).to_be_visible()
    expect(switch).not_to_be_checked()


def test_the_first_load_is_small(house: House, visit: Visit) -> None:
    page = visit("about:blank")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    page.goto(house.url)
    page.wait_for_selector("article svg use")
    page.wait_for_load_state("networkidle")
    assert len(loaded) > 3
    assert sum(loaded) < 250_000
