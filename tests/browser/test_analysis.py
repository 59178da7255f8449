"""Analysis and hints on the page: a real search, looked at by eye, by keyboard and by axe."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import hands
from tests.browser.by_api import command, contribute
from tests.browser.conftest import BOT, DEVICE, ME, OPEN, Visit, go, new_table
from tests.browser.house import House, api
from tests.browser.test_filou import open_table, ready
from tests.browser.test_screens import check

SLOW = 90_000  # milliseconds for a search on a busy machine


def finished(page: Page, *moves: str) -> str:
    """A match of two people at one browser, played past the page and given up if it isn't over."""
    table = new_table(page, ME, DEVICE, ghosts="off")
    contribute(page, table, 0, 1)
    n, over = 0, False
    for n, move in enumerate(moves):
        seat = api(page, "GET", f"tables/{table}")["table"]["waiting"][0]
        command(page, table, n, type="play", seat=seat, move=move)
    over = api(page, "GET", f"tables/{table}")["table"]["state"] == "over"
    if not over:
        command(page, table, n + 1, type="resign", seat=0)
    return table


@pytest.fixture(scope="module")
def whole(house: House) -> dict[str, str]:
    """The id of a whole match, once somebody has played it: its analysis is made once."""
    return {}


def analysed(page: Page, whole: dict[str, str]) -> None:
    """Go to the analysis of the whole match, and wait until it is done."""
    whole.setdefault("table", finished(page, *hands.WITHOUT_GHOSTS))
    go(page, f"#/r/{whole['table']}?analyse")
    page.wait_for_selector('[data-stand="done"]', timeout=SLOW)


def shown(page: Page) -> int:
    """How many entries the replay shows as played."""
    return int(page.locator(".count").inner_text().split("/")[0])


def test_from_the_result_to_the_analysis(house: House, visit: Visit) -> None:
    """The button, the progress, the curve, and the story of what could have been."""
    page = visit(house.url)
    table = finished(page, *hands.WITHOUT_GHOSTS)
    go(page, f"#/t/{table}")
    page.locator(".result").get_by_role("link", name="Analyse").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    progress = page.locator(".working p")
    expect(progress).to_contain_text(re.compile(r"Move \d+ of 18"), timeout=SLOW)
    assert progress.get_attribute("role") is None  # nobody wants to hear of every move
    page.get_by_role("button", name="Stop").focus()
    page.wait_for_selector('[data-stand="done"]', timeout=SLOW)
    expect(page.locator("[aria-live=polite]")).to_contain_text("The analysis is done")
    expect(page.get_by_role("region", name="Analysis")).to_be_focused()
    page.get_by_role("button", name="Next mistake").click()
    card = page.get_by_role("article", name="The move")
    expect(card).to_contain_text("What could have happened")
    expect(card).to_contain_text("What happened")
    assert shown(page) > 0
    before, after, cost = card.locator("dd").all_inner_texts()
    lost = float(before.rstrip("%")) - float(after.rstrip("%"))
    assert float(cost.strip("−%")) == pytest.approx(lost, abs=0.11)
    best = card.locator(".choices button").first
    best.click()
    expect(best).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".foresight")).to_be_attached()
    expect(page.locator("p.now")).to_contain_text("Instead")
    for square in ("c3", "d4"):
        page.locator(f'[data-place="{square}"]').hover()
    expect(page.locator(".foresight")).to_be_attached()
    best.click()
    expect(page.locator(".foresight")).not_to_be_attached()


def test_the_curve_leads_to_every_move(house: House, visit: Visit, whole: dict[str, str]) -> None:
    """By click and by keys; words follow the page's language; a link leads back here."""
    page = visit(house.url)
    analysed(page, whole)
    graph = page.get_by_role("slider", name="How it stood")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 0.5, "y": 60})
    middle = shown(page)
    assert 7 <= middle <= 11
    graph.press("ArrowRight")
    assert shown(page) == middle + 1
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"Panni \d+%, Marci \d+%"))
    graph.press("End")
    assert shown(page) == 18
    expect(page.locator(".analysis figcaption")).to_contain_text("100%")
    graph.press("Home")
    page.get_by_role("button", name="Magyar").click()
    following = page.get_by_role("button", name="Következő hiba")
    following.click()
    expect(page.get_by_role("article", name="A lépés")).to_contain_text("ide:")
    seen = [shown(page)]
    while following.is_enabled():
        following.click()
        seen.append(shown(page))
    assert seen == sorted(set(seen))
    previous = page.get_by_role("button", name="Előző hiba")
    for earlier in reversed(seen[:-1]):  # how many there are depends on how fast the machine thinks
        previous.click()
        assert shown(page) == earlier
    expect(previous).to_be_disabled()
    page.reload()
    page.wait_for_selector('[data-stand="done"]', timeout=SLOW)


@pytest.mark.parametrize(
    ("lang", "size", "theme"),
    [
        ("hu", "phone", "light"),
        ("en", "phone", "dark"),
        ("hu", "tablet", "dark"),
        ("en", "laptop", "light"),
    ],
)
def test_the_analysis_fits_and_is_for_everybody(
    house: House, visit: Visit, whole: dict[str, str], lang: str, size: str, theme: str
) -> None:
    page = visit(house.url, lang=lang, size=size, theme=theme)
    analysed(page, whole)
    check(page, "analysis", thumbs=size == "phone")
    page.locator(".steps .btn").nth(1).click()
    page.locator(".more").click()
    page.locator(".analysis summary").click()
    check(page, "judgement", thumbs=size == "phone")


def test_an_analysis_can_be_stopped_and_begun_again(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone")
    table = finished(page, *hands.WITHOUT_GHOSTS)
    go(page, f"#/r/{table}")
    page.get_by_role("button", name="Analyse").press("Enter")
    expect(page.get_by_role("region", name="Analysis")).to_be_focused()
    page.get_by_role("button", name="Stop").press("Enter")
    expect(page.locator(".working")).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")
    page.get_by_role("button", name="Analyse").tap()
    expect(page.get_by_role("slider", name="How it stood")).to_be_visible(timeout=SLOW)


def test_nothing_played_is_nothing_to_analyse(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/r/{finished(page)}?analyse")
    expect(page.locator(".analysis")).to_contain_text("Nothing was played", timeout=SLOW)


def test_a_finger_may_scroll_past_the_curve(
    house: House, visit: Visit, whole: dict[str, str]
) -> None:
    """Only a tap, or pulling along it, leads to another move."""
    page = visit(house.url, size="phone")
    analysed(page, whole)
    graph = page.get_by_role("slider", name="How it stood")
    graph.scroll_into_view_if_needed()
    before = shown(page)
    swipe(page, graph, 0, -60)
    assert shown(page) == before
    swipe(page, graph, 90, 0)
    assert shown(page) > before
    graph.tap(position={"x": 60, "y": 60})
    assert shown(page) < 6


def swipe(page: Page, on: Locator, dx: int, dy: int) -> None:
    """Put a finger down in the middle, move it, lift it."""
    box = on.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at(x, y)]})
    for k in range(1, 7):
        point = at(x + dx * k / 6, y + dy * k / 6)
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def at(x: float, y: float) -> dict[str, float]:
    """A point on the screen, as the browser's protocol wants it."""
    return {"x": x, "y": y}


# --- hints


def test_a_hint_is_shown_on_the_board_and_can_be_played(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", theme="dark")
    go(page, f"#/t/{new_table(page, ME, BOT)}")
    hands.my_turn(page)
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".advice")).to_contain_text("Chance to win", timeout=SLOW)
    page.wait_for_selector(".foresight", state="attached")
    expect(page.locator(".bar .lines")).to_contain_text("Kitten on")
    check(page, "hint", thumbs=True)
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator(".advice")).to_have_count(0)
    page.get_by_role("button", name="Hint").tap()
    page.locator(".bar .do .btn.main").tap()
    hands.arrived(page, 1)


def test_a_hint_by_keys(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    page.get_by_role("button", name="Hint").press("Enter")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Chance to win", timeout=SLOW)
    expect(page.locator("[aria-live=polite]")).to_contain_text("Enter to play it")
    page.keyboard.press("Escape")
    expect(page.locator(".advice")).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_focused()
    hands.walk(page, "a1")
    page.keyboard.press("h")
    expect(page.locator(".bar .do .btn.main")).to_be_focused()
    page.keyboard.press("Enter")
    hands.arrived(page, 1)
    expect(page.locator('[data-place="a1"]')).to_be_focused()


def test_a_hint_with_secrets_by_keys(house: House, visit: Visit) -> None:
    """Filou: Enter lays the advised card and makes the advised bid, Escape takes neither."""
    page = visit(house.url)
    ready(house, page)
    bots = [{"who": "bot", "bot": "greedy"}] * 2
    go(page, f"#/t/{open_table(page, ME, *bots)}")
    player = page.locator(".bar .do .btn.main")
    for phase in ("lay", "bid"):
        page.wait_for_selector(f'.filou[data-mine="true"][data-phase="{phase}"]')
        n = page.locator("main").get_attribute("data-n")
        page.keyboard.press("h")
        expect(page.locator(".advice")).to_be_visible(timeout=SLOW)
        expect(player).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(".advice")).to_have_count(0)
        page.keyboard.press("h")
        expect(player).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_selector(f'main:not([data-n="{n}"])')


def test_no_hints_where_they_are_off(house: House, visit: Visit) -> None:
    """Nor between people, unless whoever opens the table says so."""
    page = visit(house.url)
    wish = {"game": "huupp", "seats": [ME, DEVICE], "options": {"first": "0"}, "hints": False}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    hands.my_turn(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    table = new_table(page, ME, OPEN)
    go(page, f"#/t/{table}")
    friend = visit(house.url, name="Zita")
    api(friend, "POST", f"tables/{table}/join", {"name": "Zita"})
    go(friend, f"#/t/{table}")
    hands.my_turn(page)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_hint_with_secrets(house: House, visit: Visit) -> None:
    """Filou: the advised card is lifted; a bid has its own words on the button."""
    page = visit(house.url, size="phone")
    ready(house, page)
    bots = [{"who": "bot", "bot": "greedy"}] * 2
    go(page, f"#/t/{open_table(page, ME, *bots)}")
    page.wait_for_selector('.filou[data-mine="true"][data-phase="lay"]')
    page.get_by_role("button", name="Hint").tap()
    expect(page.locator(".advice")).to_contain_text("% of opponents", timeout=SLOW)
    expect(page.locator(".hand .chosen")).to_have_count(1)
    check(page, "Filou's hint", thumbs=False)
    page.locator(".bar .do .btn.main").tap()
    page.wait_for_selector('.filou[data-mine="true"][data-phase="bid"]')
    page.get_by_role("button", name="Hint").tap()
    confirm = page.locator(".bar .do .btn.main")
    expect(confirm).to_have_text(re.compile(r"Bid \d+|Pass"), timeout=SLOW)


# --- what stays on the screen, and what doesn't


def test_a_hand_is_hidden_while_bots_move(house: House, visit: Visit) -> None:
    """On one device: as soon as a turn ends the screen shows no hand, until the next one lifts."""
    page = visit(house.url, moving=True)
    ready(house, page)
    bots = [{"who": "bot", "bot": "greedy"}] * 2
    go(page, f"#/t/{open_table(page, ME, *bots, DEVICE)}")
    page.locator(".curtain .btn").click()
    page.wait_for_selector('.filou[data-mine="true"]')
    card = page.locator(".hand button").first
    name = card.get_attribute("data-card")
    card.click()
    page.locator(".bar .do .btn.main").click()
    page.wait_for_selector('main[data-n="1"] .filou')
    assert page.locator(".hand").count() == 0
    assert page.locator(f'.row [data-card="{name}"]').count() == 0
    expect(page.locator(".curtain")).to_contain_text("Marci", timeout=hands.PATIENCE)
    assert page.locator(".filou").count() == 0


def test_a_refusal_goes_with_its_page(house: House, visit: Visit) -> None:
    page = visit(house.url)
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.play(page, "k c3")
    hands.play(page, "keep")
    hands.my_turn(page)
    page.locator('[data-place="c3"]').click()
    expect(page.locator(".toast")).to_be_visible()
    go(page, "#/settings")
    expect(page.locator(".toast")).to_have_count(0)


def test_the_games_name_fits_a_narrow_phone(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", lang="hu")
    go(page, f"#/t/{new_table(page, ME, DEVICE)}")
    hands.my_turn(page)
    cut = page.locator("header h1").evaluate("(one) => one.scrollWidth - one.clientWidth")
    assert cut <= 0
