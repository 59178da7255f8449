"""A game without a board of its own, all of whose rounds are played at once: alone, on one device,
and in four browsers."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser import plain
from tests.browser.conftest import DEVICE, ME, OPEN, Visit, go
from tests.browser.hands import PATIENCE, Way, entries
from tests.browser.house import House, api
from tests.browser.test_screens import faults, overflow, small_targets

NAMES = ("Panni", "Marci", "Zita", "Bence")
POINTS = re.compile(r"^−?\d+ points?$|^one point$")


# --- alone


def play_alone(page: Page, way: Way) -> None:
    """One tin in every round, always the first that can be reached."""
    while not plain.over(page):
        options = plain.moves(page)
        if "pay" in options:
            plain.play(page, "pay", way)
        else:
            plain.play(page, options[0], way)
            plain.play(page, "done", way)


def test_alone_to_the_end_and_the_same_dice_once_more(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit, size="phone")
    card = page.locator("article", has_text="Sardines")
    card.get_by_role("button", name="Play alone").tap()
    plain.my_turn(page)
    expect(page.get_by_role("list", name="Players").locator("li")).to_have_count(1)
    assert faults(page) == []
    assert overflow(page) == 0
    assert small_targets(page) == []
    play_alone(page, "touch")
    result = page.locator(".result")
    expect(result.get_by_role("heading", name=POINTS)).to_be_visible()
    expect(result).to_contain_text("Your first result of this kind.")
    for word in ("winner", "won", "draw"):
        expect(result).not_to_contain_text(word)
    points = result.get_by_role("heading").first.inner_text()
    result.get_by_role("link", name="Same dice again").tap()
    expect(page.get_by_role("heading", name="The same dice")).to_be_visible()
    page.get_by_role("button", name="Play alone").tap()
    plain.my_turn(page)
    expect(page.get_by_role("list", name="Players")).to_contain_text("shared deal")
    play_alone(page, "touch")
    compared = page.locator(".result ol li")
    expect(compared).to_have_count(2)
    expect(compared.first).to_have_text(re.compile(rf"^\s*You\s+{points}\s*$"))
    expect(page.locator(".result")).to_contain_text("Equals your best.")
    check_bests(page, house, points)


def check_bests(page: Page, house: House, points: str) -> None:
    """The lobby has them; a name can be hidden, and a result forgotten."""
    page.goto(house.url)
    bests = page.locator("section", has=page.get_by_role("heading", name="My best results"))
    expect(bests.get_by_role("link", name=points).first).to_be_visible()
    bests.get_by_role("button", name="Hide my name").first.tap()
    expect(bests.get_by_role("button", name="Show my name").first).to_be_visible()
    remove = bests.get_by_role("button", name="Remove from the list")
    for left in (1, 0):
        remove.first.tap()
        expect(remove).to_have_count(left)
    expect(bests).to_have_count(0)


def test_given_up_alone_is_no_result(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit)
    go(page, f"#/t/{plain.open_table(page, ME)}")
    plain.my_turn(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="You resigned")).to_be_visible()
    expect(page.locator(".result .record")).to_have_count(0)


def test_a_replay_alone_steps_through_every_own_step(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit)
    go(page, f"#/t/{plain.open_table(page, ME, options={'shelf': 'ABCDE'})}")
    play_alone(page, "mouse")
    n = entries(page)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_text(f"0 / {n}", exact=True)).to_be_visible()
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".controls .now")).to_contain_text("a paw on tin 1")
    expect(page.locator(".people")).to_contain_text("point")
    picture = page.locator(".plain img")
    expect(picture).to_have_attribute("data-n", "1")
    page.get_by_role("button", name="To the end").click()
    expect(picture).to_have_attribute("data-n", str(n))


# --- the board itself


def test_moves_can_be_typed_and_are_refused_with_a_reason(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit)
    go(page, f"#/t/{plain.open_table(page, ME)}")
    plain.type_move(page, "paw 2")
    expect(page.locator(".bar .lines")).to_contain_text("a paw on tin 2")
    page.keyboard.press("Enter")
    page.wait_for_selector('main[data-n="1"]')
    plain.type_move(page, "reach 2")
    expect(page.locator(".refusal")).to_have_text("You have a paw on tin 2 already. (S-10)")
    plain.type_move(page, "sleep")
    expect(page.locator(".refusal")).to_contain_text("sleep")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('main[data-n="2"]')
    assert "reach 2" in plain.moves(page)


def test_with_the_keyboard_alone(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit)
    go(page, f"#/t/{plain.open_table(page, ME)}")
    plain.my_turn(page)
    page.locator('[data-move="reach 1"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-move="reach 2"]')).to_be_focused()
    said = page.locator("[role=status][aria-live=polite]")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("a paw on tin 2. Enter to play it, Escape to cancel.")
    page.keyboard.press("Enter")
    page.wait_for_selector('main[data-n="1"]')
    expect(page.locator("[data-move]:focus")).to_have_count(1)  # it stays among the moves


def test_options_are_chosen_with_pictures_and_letter_by_letter(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit, size="phone")
    page.locator("article", has_text="Sardines").get_by_role("button", name="With friends").tap()
    dialog = page.get_by_role("dialog")
    dialog.locator("label", has_text="Who is caught pays four points.").tap()
    assert dialog.locator("img").first.evaluate(
        "(one) => one.decode().then(() => one.naturalWidth)"
    )
    dialog.get_by_label("My own choice").check(force=True)
    opens = dialog.get_by_role("button", name="Open the table")
    expect(opens).to_be_disabled()
    for letter in "HACGE":
        dialog.locator("ul button", has_text=re.compile(f"^[A-H1-5] ?{letter}")).tap()
    expect(dialog).to_contain_text("Chosen: H A C G E")
    assert faults(page) == []
    opens.tap()
    page.wait_for_selector("text=Waiting for players")
    table = page.url.split("/t/")[1]
    shown = api(page, "GET", f"tables/{table}")["table"]
    assert shown["options"] == {"shelf": "HACGE", "cook": "strict"}


# --- one device


def test_on_one_device_the_round_goes_from_hand_to_hand(house: House, visit: Visit) -> None:
    page = plain.open_page(house, visit, size="tablet")
    go(page, f"#/t/{plain.open_table(page, ME, DEVICE)}")
    lift(page, "Panni")
    plain.play(page, "reach 1", "touch")
    plain.play(page, "done", "touch")
    expect(page.locator(".curtain")).to_contain_text("Marci")
    expect(page.get_by_role("tabpanel")).not_to_contain_text("tin 1")  # that is Panni's secret
    take_back_done(page)
    lift(page, "Marci")
    assert "reach 1" in plain.moves(page)
    plain.play(page, "reach 1", "touch")
    plain.play(page, "done", "touch")
    expect(page.get_by_role("tabpanel")).to_contain_text("Tin 1 is spilled: Panni and Marci")
    while True:  # a tap that comes too soon after a hand-over decides nothing, and is made again
        page.wait_for_selector('.plain[data-mine="true"] [data-move], .result, .curtain')
        if page.locator(".result").count():
            break
        if page.locator(".curtain").count():
            page.locator(".curtain button").tap()
        else:
            plain.play(page, "pay" if "pay" in plain.moves(page) else "done", "touch")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def lift(page: Page, name: str) -> None:
    """The one who is named takes the device."""
    expect(page.locator(".curtain")).to_contain_text(name, timeout=PATIENCE)
    page.locator(".curtain button").tap()


def take_back_done(page: Page) -> None:
    """Panni has the device back, is done with another tin, and hands it over once more."""
    page.get_by_role("button", name="Undo – Panni").tap()
    plain.my_turn(page)
    plain.picture_says(page, "Panni: 0 points, paws on 1")
    plain.play(page, "done", "touch")
    expect(page.locator(".curtain")).to_contain_text("Marci")


# --- four browsers


def sit_down(house: House, visit: Visit) -> list[Page]:
    """Four people, each with a browser; the second on a phone."""
    host = plain.open_page(house, visit, name=NAMES[0])
    table = plain.open_table(host, ME, OPEN, OPEN, OPEN, hints=True)
    go(host, f"#/t/{table}")
    pages = [host]
    for name in NAMES[1:]:
        page = visit(f"{house.url}#/t/{table}", size="phone" if name == "Marci" else "laptop")
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Take a seat").click()
        pages.append(page)
    for page in pages:
        plain.my_turn(page)
    return pages


def test_four_browsers_play_at_once_to_the_end(house: House, visit: Visit) -> None:
    pages = sit_down(house, visit)
    what_is_in_hand_stays(pages)
    done_can_be_undone(pages)
    for _ in range(40):
        for page in pages:
            if page.locator('.plain[data-mine="true"]').count():
                plain.play(page, "pay" if "pay" in plain.moves(page) else "done")
        if all(page.locator(".result").count() for page in pages):
            break
    for page in pages:
        expect(page.locator(".result")).to_contain_text("points", timeout=PATIENCE)


def what_is_in_hand_stays(pages: list[Page]) -> None:
    """A shown move, a hint, a typed line, an open menu: others' steps touch none of it."""
    panni, marci, zita, bence = pages
    plain.type_move(panni, "reach 3")
    expect(panni.locator(".bar .lines")).to_contain_text("a paw on tin 3")
    marci.get_by_role("button", name="Hint").click()
    zita.get_by_label("Type a move").fill("rea")
    zita.get_by_role("button", name="Table menu").click()
    plain.play(bence, "reach 5")
    plain.play(bence, "done")
    for page in (panni, marci, zita):
        page.wait_for_selector('main[data-n="2"]', state="attached")
        expect(page.get_by_role("tabpanel")).not_to_contain_text("tin 5")
    expect(panni.locator(".bar .lines")).to_contain_text("a paw on tin 3")
    expect(marci.locator(".bar .advice")).to_be_visible()
    expect(zita.get_by_role("dialog")).to_be_visible()
    expect(zita.get_by_label("Type a move")).to_have_value("rea")
    expect(panni.locator('.players [data-seat="3"] .ready')).to_be_visible()
    panni.get_by_role("button", name="Play it").click()
    panni.wait_for_selector('main[data-n="3"]')
    marci.keyboard.press("Escape")
    zita.keyboard.press("Escape")


def done_can_be_undone(pages: list[Page]) -> None:
    """Bence is done, sees for whom the round waits, and changes his mind; then it closes."""
    panni, marci, zita, bence = pages
    expect(bence.locator(".bar")).to_contain_text("You're done")
    expect(bence.locator(".bar")).to_contain_text("Waiting for Panni, Marci and Zita")
    bence.get_by_role("button", name="Undo").click()
    plain.my_turn(bence)
    plain.play(bence, "reach 4")
    for page in (bence, panni, marci):
        plain.play(page, "done")
    expect(bence.locator(".bar")).to_contain_text("Waiting for Zita")
    plain.play(zita, "reach 3")
    plain.play(zita, "done")
    for page in pages:
        story = page.get_by_role("tabpanel")
        expect(story).to_contain_text("Tin 3 is spilled: Panni and Zita", timeout=PATIENCE)
        for tin in (4, 5):
            expect(story).to_contain_text(f"Bence: a paw on tin {tin}")
