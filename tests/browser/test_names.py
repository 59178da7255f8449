"""Names in tight room: never broken inside a word, and told apart by both their ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import BOARDS
from tests.browser.conftest import BOT, ME, Visit, go
from tests.browser.house import House, api, ready
from tests.browser.test_games import resign

LONGEST = 24  # letters
ALIKE = "Bartholomaeussonovichka"
SEATS = {"huupp": 2, "filou": 5, "csacska": 5, "macskalak": 5, "if_it_fits": 5}

# Every name that is seen: its text, the whole name, in how many lines each of its words stands, and
# how many pixels of it aren't seen.
NAMES = """
() => [...document.querySelectorAll('main [data-called]')].flatMap((one) => {
  const box = one.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) return [];
  const text = (one.querySelector('[aria-hidden]') ?? one).firstChild;
  const range = document.createRange();
  let lines = 1;
  for (const { index, 0: word } of text.data.matchAll(/\\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    lines = Math.max(lines, new Set(tops).size);
  }
  range.selectNodeContents(text);
  const seen = range.getBoundingClientRect();
  const clipped = Math.max(seen.right - box.right, seen.bottom - box.bottom, 0);
  return [{ text: text.data, whole: one.textContent, lines, clipped }];
})
"""


def named(house: House, page: Page, game: str, names: list[str]) -> str:
    """A match of so many people on this device."""
    ready(page, game)
    people = [{"who": "device" if k else "me", "name": name} for k, name in enumerate(names)]
    table: str = api(page, "POST", "tables", {"game": game, "seats": people})["id"]
    go(page, f"#/t/{table}")
    page.wait_for_selector("main[data-n]", timeout=60_000)
    return table


@pytest.mark.parametrize("size", ["phone", "sideways"])
@pytest.mark.parametrize("game", SEATS)
def test_names_that_differ_in_a_letter_are_told_apart(
    house: House, visit: Visit, game: str, size: str
) -> None:
    names = [ALIKE + letter for letter in "abcde"[: SEATS[game]]]
    assert {len(name) for name in names} == {LONGEST}
    host = visit(house.url, size=size)
    table = named(house, host, game, names)
    page = visit(f"{house.url}#/t/{table}", size=size)  # an onlooker sees all of them
    page.wait_for_selector(f"main[data-n] {BOARDS[game].selector}", timeout=60_000)
    page.wait_for_timeout(200)
    found = page.evaluate(NAMES)
    assert all(one["lines"] == 1 for one in found), found
    assert all(one["clipped"] <= 1.5 for one in found), found
    assert {one["text"][-1] for one in found} <= set("abcde")
    assert len({one["text"] for one in found}) == len({one["whole"] for one in found}), found
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


def test_who_somebody_is_and_whole_names_are_explained(house: House, visit: Visit) -> None:
    """By a long press: a bot's level and habits on boards that have no list of players."""
    page = visit(house.url, size="phone")
    ready(page, "csacska")
    seats = [ME, BOT, {"who": "bot", "bot": "level:3"}]
    table = api(page, "POST", "tables", {"game": "csacska", "seats": seats})["id"]
    go(page, f"#/t/{table}")
    page.wait_for_selector(f"main[data-n] {BOARDS['csacska'].selector}", timeout=60_000)
    expect(page.locator(".others .note .level")).to_have_text("3")
    face = page.locator(".others .note .face").filter(has=page.locator(".level"))
    box = face.bounding_box()
    assert box is not None
    touch = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    expect(page.locator(".note.on")).to_contain_text("Alley cat (level\u00a03).")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_who_has_resigned_is_said_to_have(house: House, visit: Visit) -> None:
    """Not that a bot plays meanwhile: nobody comes back from it."""
    page = visit(house.url)
    ready(page, "filou")
    table = api(page, "POST", "tables", {"game": "filou", "seats": [ME, BOT, BOT]})["id"]
    go(page, f"#/t/{table}")
    page.wait_for_selector(f"main[data-n] {BOARDS['filou'].selector}", timeout=60_000)
    resign(page)
    expect(page.locator('[data-seat="0"] .note .state')).to_contain_text("resigned")
