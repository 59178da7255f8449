"""The page compares what it was promised before the start with what is revealed at the end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, Visit, go, new_table
from tests.browser.house import House, api

SIGNED = Path(__file__).parent.parent / "fixtures" / "signed.json"  # by another server

# What a server could do to choose the chance. Each leaves a match whose file agrees with itself.
SWAPPED = """
from cattery.server.tables.table import Table
begin = Table.begin
def begin_with_another_number(self):
    self.seed = bytes(32)
    begin(self)
Table.begin = begin_with_another_number
"""
SWAPPED_BEHIND_THE_FINGERPRINT = (
    SWAPPED
    + """
from cattery.server.tables import views
fairness, promised = views.fairness, {}
def as_promised(table):
    told = fairness(table)
    told["commitment"] = promised.setdefault(table.id, told["commitment"])
    return told
views.fairness = as_promised
"""
)
LEFT_OUT = """
from cattery.server.tables import commands
contribute = commands._contribute
commands._contribute = lambda table, seat, text, now: contribute(table, seat, "chosen", now)
"""


def finish(page: Page) -> str:
    """Play a little and give up; the table's id."""
    table = new_table(page, ME, DEVICE, ghosts="off")
    go(page, f"#/t/{table}")
    hands.play(page, "k c3")
    hands.arrived(page, 1)
    command = {"type": "command", "id": "the-end", "n": 1, "do": {"type": "resign", "seat": 0}}
    api(page, "POST", f"tables/{table}/commands", command)
    expect(page.get_by_role("heading", name="Marci wins")).to_be_visible()
    return table


def test_an_honest_server_is_found_honest_without_being_asked(house: House, visit: Visit) -> None:
    page = visit(house.url)
    asked: list[str] = []
    table = finish(page)
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_text("More", exact=True).click()
    said = "the number fits the fingerprint that it saw before the start, and what it added is in"
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.get_by_text("What your browser added")).to_have_count(2)
    expect(page.get_by_role("alert")).to_have_count(0)
    assert asked == []
    page.get_by_role("button", name="Verify").click()
    host = house.url.removeprefix("http://").rstrip("/")
    checked = f"Played on {host}, and signed by it. Your browser has checked the signature itself."
    expect(page.get_by_text(checked, exact=True)).to_be_visible()
    again = page.get_by_role("listitem").filter(has_text="The server has played it again: every")
    expect(again).to_be_visible()
    page.reload()  # what was seen before the start is remembered
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_text(said)).to_be_visible()
    late = visit(f"{house.url}#/t/{table}", lang="hu")
    late.get_by_text("További lehetőségek", exact=True).click()
    expect(late.get_by_text("csak a kezdés után érkezett")).to_be_visible()


def test_a_saved_file_is_checked_in_the_browser(house: House, visit: Visit) -> None:
    """Nothing of it is sent, unless somebody wants its moves played again."""
    page = visit(house.url)
    table = finish(page)
    text = page.request.get(f"{house.url}api/tables/{table}/match").text()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Check a saved match").click()
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.post_data or ""))

    def choose(text: str, *lines: str) -> None:
        file = {"name": "match.json", "mimeType": "application/json", "buffer": text.encode()}
        page.locator("input[type=file]").set_input_files(file)
        expect(page.get_by_role("listitem")).to_have_text([re.compile(line) for line in lines])

    sound, host = "Nothing was changed since", house.url.removeprefix("http://").rstrip("/")
    choose(text, sound, f"Played on {host}, and signed by it", "Your browser was there: .* added")
    choose(text.replace("k c3", "k c4"), "The file was changed since")
    choose("meow", "This isn't a saved match")
    choose(SIGNED.read_text(encoding="utf-8"), sound, "a key that calls itself cats.example.org")
    without_crypto = "Object.defineProperty(crypto, 'subtle', {value: undefined})"
    page.evaluate(without_crypto)  # as on a page that came without TLS
    choose(text, sound, f"in the name of {host}, but your browser can't check", "was there")
    assert sent
    assert set(sent) == {""}
    page.get_by_role("button", name="Have it played again").click()
    for line in ("The server has played it again: every", f"The server says: played on {host}"):
        expect(page.get_by_role("listitem").filter(has_text=line)).to_be_visible()


@pytest.mark.parametrize(
    ("trick", "said"),
    [
        (SWAPPED, "this isn't the fingerprint that your browser saw"),
        (SWAPPED_BEHIND_THE_FINGERPRINT, "the number doesn't fit the fingerprint"),
        (LEFT_OUT, "what your browser added isn't what the server says"),
    ],
    ids=["another number", "another number behind the fingerprint", "another addition"],
)
def test_a_server_that_cheats_is_found(tmp_path: Path, visit: Visit, trick: str, said: str) -> None:
    house = House(tmp_path, trick)
    house.start()
    try:
        page = visit(house.url)
        table = finish(page)
        assert api(page, "GET", f"tables/{table}/verify")["ok"]  # the file doesn't show it
        expect(page.get_by_role("alert")).to_contain_text(said)
    finally:
        house.stop()
