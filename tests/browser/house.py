"""A real server process and a real Chromium, for the browser's tests and for screenshots."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SERVE = "from cattery.terminal.cli import main; main()"
START_SECONDS = 180
GAME = "huupp"  # what the tests play

SIZES = {
    "phone": (360, 740),
    "sideways": (740, 360),
    "tablet": (768, 1024),
    "laptop": (1366, 768),
    "desktop": (1920, 1080),
}
TOUCHED = ("phone", "sideways", "tablet")


@dataclass(frozen=True)
class Look:
    """One size, theme and language of the page."""

    size: str
    theme: str
    lang: str

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.lang}"


LOOKS = [Look(*each) for each in product(SIZES, ("light", "dark"), ("hu", "en"))]


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class House:
    """A server on a database of its own, that can be killed and started again."""

    def __init__(self, folder: Path, before: str = "") -> None:
        """`before` is Python that runs in the server's process first, to break it on purpose."""
        self.folder = folder
        self.before = before
        self.port = free_port()
        self.url = f"http://localhost:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        database = self.folder / "tables.db"
        program = f"{self.before}\n{SERVE}"
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--database", str(database)],
                stdout=log,
                stderr=log,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
            )
        self._wait()

    def _wait(self) -> None:
        """Wait until the game can be played at once: compiling is not what is tested here."""
        assert self.process is not None
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            if self._ready():
                return
            time.sleep(0.1)
        self.stop()
        raise RuntimeError((self.folder / "server.log").read_text(errors="replace"))

    def _ready(self) -> bool:
        """Whether the game's moves are there; who asks for them has the game compiled first."""
        try:
            with urllib.request.urlopen(f"{self.url}api/games/{GAME}/moves", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it in good order."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


def chromium_path() -> str | None:
    """The Chromium of this machine, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    given = os.environ.get("CHROMIUM")
    return given or next((path for name in names if (path := shutil.which(name))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium that calls nobody."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


TOO_FAST = 429  # a script asks sooner than a person
# A page that isn't of the server has no storage.
AT_ONCE = """try { localStorage['cattery.pace'] ??= '"at_once"' } catch {}"""


def new_context(browser: Browser, look: Look, *, moving: bool = False) -> BrowserContext:
    """A browser of its own, of somebody new, whose pages look so.

    Where nothing moves, all happens at once: a script taps sooner than a person who means it.
    """
    width, height = SIZES[look.size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=look.size in TOUCHED,
        color_scheme="dark" if look.theme == "dark" else "light",
        reduced_motion="no-preference" if moving else "reduce",
        locale="hu-HU" if look.lang == "hu" else "en-GB",
    )
    if not moving:
        context.add_init_script(AT_ONCE)
    return context


def api(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server's API with the page's cookie, once the page has got it."""
    while not page.context.cookies():
        page.wait_for_timeout(20)
    address = page.url.split("#")[0] + f"api/{path}"
    while (answer := page.request.fetch(address, method=method, data=body)).status == TOO_FAST:
        page.wait_for_timeout(250)
    assert answer.ok, f"{path}: {answer.status} {answer.text()}"
    return answer.json()


def ready(page: Page, game: str) -> None:
    """Wait until a game can be played: compiling is not what is tested here."""
    deadline = time.monotonic() + 2 * START_SECONDS
    while True:
        games: list[dict[str, Any]] = api(page, "GET", "games")["games"]
        if all(one["state"] == "ready" for one in games if one["name"] == game):
            return
        assert time.monotonic() < deadline, f"{game} was never ready"
        page.wait_for_timeout(200)


@contextmanager
def server(url: str) -> Iterator[str]:
    """The address of the server that was named, or of one of our own."""
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        house.start()
        try:
            yield house.url
        finally:
            house.stop()
