"""Characters, bots with a style of their own: chosen from a group, explained, seated and met."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from cattery.cats import names_by_kind
from tests.browser import hands
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.test_screens import faults


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_character_is_chosen_by_its_sentence_and_plays(
    house: House, visit: Visit, size: str
) -> None:
    page = visit(house.url, size=size)
    page.locator("article", has_text="HUUupp").get_by_role("button", name="With friends").click()
    dialog = page.get_by_role("dialog")
    other = dialog.locator(".seat select").nth(1)
    expect(other.locator("optgroup[label=Characters] option")).to_have_count(11)
    about = dialog.get_by_text("Answers on the very square that mirrors yours.")
    expect(about).to_have_count(0)
    other.select_option("bot:style:mirror")
    expect(about).to_be_visible()
    assert faults(page) == []
    dialog.get_by_role("button", name="Open the table").click()
    hands.my_turn(page)
    face = page.locator("[data-cat]").first
    assert face.get_attribute("data-cat") in names_by_kind()["style"]
    expect(page.get_by_text("Mirror").first).to_be_attached()
    assert faults(page) == []
