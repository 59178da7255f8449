"""Matches of other rules than those in force, on the page: looked at, replayed, not played on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.test_outdated import change_rules
from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, Visit, go, new_table
from tests.browser.house import House
from tests.browser.test_analysis import finished

# What was told is written down at once instead of when it has been quiet for a minute.
AT_ONCE = """
from cattery.server.thinking import recorder
recorder.QUIET_SECONDS = recorder.PACE_SECONDS = 0.3
"""


@pytest.fixture
def old_house(tmp_path: Path) -> Iterator[House]:
    """A server whose rules will change."""
    house = House(tmp_path, AT_ONCE)
    house.start()
    yield house
    house.stop()


def wait_for_records(house: House, *tables: str) -> None:
    """Until all of these matches are written down to their last entry."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with sqlite3.connect(house.folder / "tables.db") as database:
            found = database.execute(
                "SELECT table_id FROM records"
                " WHERE n = (SELECT count(*) FROM entries WHERE table_id = records.table_id)"
            ).fetchall()
        if {(table,) for table in tables} <= set(found):
            return
        time.sleep(0.3)
    pytest.fail("not written down")


def test_a_match_of_other_rules_is_looked_at_and_not_played_on(
    old_house: House, visit: Visit
) -> None:
    page = visit(old_house.url)
    over = finished(page, *hands.WITHOUT_GHOSTS)
    left = new_table(page, ME, DEVICE, ghosts="off")
    go(page, f"#/t/{left}")
    for move in ("k c3", "k f6"):
        hands.play(page, move)
    hands.my_turn(page)
    go(page, "#/")
    wait_for_records(old_house, over, left)
    old_house.kill()
    change_rules(str(old_house.folder / "tables.db"))
    old_house.start()

    go(page, f"#/t/{left}")
    page.reload()
    expect(page.get_by_text("started under older rules")).to_be_visible()
    expect(page.locator('[data-place="c3"]')).to_have_accessible_name("c3: your kitten")
    page.locator('[data-place="e5"]').click()
    page.wait_for_timeout(500)
    assert hands.entries(page) == 2

    go(page, f"#/t/{over}")
    expect(page.get_by_role("heading", name="Panni wins")).to_be_visible()
    go(page, f"#/r/{over}")
    page.wait_for_selector(".controls")
    page.wait_for_selector(".huupp")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".count")).to_contain_text("1")
