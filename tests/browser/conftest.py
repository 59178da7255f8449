"""A server for all tests of a worker, a browser, and people who sit down at its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.hands import PATIENCE
from tests.browser.house import House, Look, api, chromium, chromium_path, new_context

Visit = Callable[..., Page]
expect.set_options(timeout=PATIENCE)  # it comes at once, unless others need the cores


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here drives a real Chromium."""
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    """A headless Chromium, gone before another module's test wants an event loop of its own."""
    if chromium_path() is None:
        pytest.skip("no Chromium on PATH: scripts/prepare says how to get one")
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A running server."""
    one = House(tmp_path_factory.mktemp("house"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def fragile_house(tmp_path: Path) -> Iterator[House]:
    """A server that the test may kill."""
    one = House(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def visit(chrome: Browser) -> Iterator[Visit]:
    """Opens an address as somebody new: a browser of its own, with its own cookies.

    Whatever goes wrong inside the page fails the test.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(
        address: str,
        *,
        size: str = "laptop",
        theme: str = "light",
        lang: str = "en",
        moving: bool = False,
        name: str = "",
    ) -> Page:
        context = new_context(chrome, Look(size, theme, lang), moving=moving)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        if name:
            context.add_init_script(f"localStorage['cattery.name'] ??= '\"{name}\"'")
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: _note(message, wrong))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def _note(message: Any, wrong: list[str]) -> None:
    """Broken connections are what some tests are about; everything else is a mistake."""
    expected = ("WebSocket connection", "Failed to load resource")
    if message.type == "error" and not any(words in message.text for words in expected):
        wrong.append(message.text)


def new_table(page: Page, *seats: dict[str, str], **options: str) -> str:
    """Open a HUUupp table as the browser of `page`; the first seat begins."""
    wish = {"game": "huupp", "seats": list(seats), "options": {"first": "0", **options}}
    table: str = api(page, "POST", "tables", wish)["id"]
    return table


def go(page: Page, hash_address: str) -> None:
    """Go to another address of the page."""
    page.goto(page.url.split("#")[0] + hash_address)


ME = {"who": "me", "name": "Panni"}
DEVICE = {"who": "device", "name": "Marci"}
OPEN = {"who": "open"}
BOT = {"who": "bot", "bot": "greedy"}
