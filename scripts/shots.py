"""Screenshots of every screen, in both themes and languages, on a phone, a tablet and a laptop.

`python scripts/shots.py [--out FOLDER] [--only WORD] [--walk WORD] [--look WORD]` starts a server
of its own, plays a little, and writes PNG files named screen-size-theme-language.png.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["CATTERY_GAMES"] = str(ROOT / "tests" / "games")  # a game on the plain board

from playwright.sync_api import Browser, BrowserContext, Page  # noqa: E402

from tests.browser import hands, plain  # noqa: E402
from tests.browser.house import SIZES, TOUCHED, api, chromium, server  # noqa: E402

LOOKS = [("light", "hu"), ("dark", "en")]
NAMES = ("Panni", "Marci")
# A lively beginning of HUUupp.
OPENING = "k c3, keep, k d4, ghost W2, k d3, keep, k b5, k e4, keep, k d5".split(", ")


@dataclass(frozen=True)
class Look:
    """One size, theme and language."""

    size: str
    theme: str
    lang: str

    def __str__(self) -> str:
        return f"{self.size}-{self.theme}-{self.lang}"


class Studio:
    """A server with a few tables on it, and somebody who walks through the screens."""

    def __init__(self, url: str, browser: Browser, out: Path, only: str, walked: str) -> None:
        self.url = url
        self.browser = browser
        self.out = out
        self.only = only
        self.walked = walked

    def context(self, look: Look) -> BrowserContext:
        """A browser that looks so, with nothing moving."""
        width, height = SIZES[look.size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=look.size in TOUCHED,
            color_scheme="dark" if look.theme == "dark" else "light",
            reduced_motion="reduce",
            locale="hu-HU" if look.lang == "hu" else "en-GB",
        )
        context.add_init_script(f"localStorage['cattery.lang'] ??= '\"{look.lang}\"'")
        context.add_init_script(f"localStorage['cattery.name'] ??= '\"{NAMES[0]}\"'")
        return context

    def shoot(self, page: Page, name: str, look: Look) -> None:
        """Take one picture, if it is wanted."""
        page.wait_for_timeout(400)
        if self.only in f"{name}-{look}":
            page.screenshot(path=self.out / f"{name}-{look}.png")

    def walk(self, look: Look) -> None:
        """Every screen in one look."""
        context = self.context(look)
        context.set_default_timeout(60_000)
        page = context.new_page()
        page.on("pageerror", lambda error: print("page error:", error))
        page.goto(self.url)
        page.wait_for_selector("article svg use")
        screens: list[Callable[[Page, Look], None]] = [
            self.table,
            self.waiting,
            self.finished,
            self.hint,
            self.auction,
            self.small_game,
            self.lobby,
            self.plain,
        ]
        for screen in screens:
            if self.walked in screen.__name__:
                screen(page, look)
        context.close()

    def open_table(self, page: Page, seats: list[dict[str, str]], **options: str) -> str:
        """A table, and the page at it."""
        wish = {"game": "huupp", "seats": seats, "options": {"first": "0", **options}}
        table: str = api(page, "POST", "tables", wish)["id"]
        page.goto(f"{self.url}#/t/{table}")
        return table

    def same_device(self, page: Page, **options: str) -> str:
        """A table for two people at one screen, started."""
        seats = [{"who": "me", "name": NAMES[0]}, {"who": "device", "name": NAMES[1]}]
        table = self.open_table(page, seats, **options)
        page.wait_for_selector('[data-place="c3"]')
        return table

    def table(self, page: Page, look: Look) -> None:
        """A match: the opening, a preview, the ghost's doors, chat, menu, invitation."""
        way: hands.Way = "touch" if look.size in TOUCHED else "mouse"
        self.same_device(page)
        hands.my_turn(page)
        self.shoot(page, "table-start", look)
        for move in OPENING:
            hands.play(page, move, way)
        hands.my_turn(page)
        place = page.locator('[data-place="c4"]')
        if way == "mouse":
            place.hover()
        else:
            place.tap()
        page.wait_for_selector(".foresight", state="attached")
        self.shoot(page, "table-preview", look)
        if way == "touch":
            page.locator(".bar .do .btn").first.tap()
        hands.play(page, "k c4", way)
        page.wait_for_selector(".door")
        self.shoot(page, "table-ghost", look)
        hands.play(page, "ghost N3", way)
        self.shoot(page, "table-play", look)
        page.locator("#tab-chat").click()
        page.locator(".phrases .btn").first.click()
        page.locator("aside").scroll_into_view_if_needed()
        self.shoot(page, "table-chat", look)
        page.evaluate("scrollTo(0, 0)")
        page.locator("header .invite").click()
        page.wait_for_selector(".qr")
        self.shoot(page, "table-invite", look)
        page.keyboard.press("Escape")
        page.locator("header [aria-haspopup]").click()
        self.shoot(page, "table-menu", look)
        page.keyboard.press("Escape")

    def waiting(self, page: Page, look: Look) -> None:
        """A table that waits for a friend, and the form that opens one."""
        self.open_table(page, [{"who": "me", "name": NAMES[0]}, {"who": "open"}])
        page.wait_for_selector("select")
        self.shoot(page, "waiting", look)
        page.goto(f"{self.url}#/")
        page.wait_for_selector("article")
        page.locator("article", has_text="HUUupp").locator(".btn").nth(1).click()
        page.wait_for_selector("dialog")
        self.shoot(page, "new-table", look)
        page.keyboard.press("Escape")

    def finished(self, page: Page, look: Look) -> None:
        """A match to its end, its result and its replay."""
        table = self.same_device(page, ghosts="off")
        for move in hands.WITHOUT_GHOSTS:
            hands.play(page, move, "touch" if look.size in TOUCHED else "mouse")
        page.wait_for_selector(".result")
        self.shoot(page, "result", look)
        page.goto(f"{self.url}#/r/{table}?n=14")
        page.wait_for_selector(".controls")
        self.shoot(page, "replay", look)
        self.analysis(page, look)

    def analysis(self, page: Page, look: Look) -> None:
        """What a search thinks of the match: while it thinks, its worst mistake, a better move."""
        page.locator("aside .btn.main").click()
        page.wait_for_selector(".graph")
        self.below(page, ".analysis")
        self.shoot(page, "analysis-progress", look)
        page.wait_for_selector('[data-stand="done"]')
        page.evaluate("scrollTo(0, 0)")
        page.locator(".graph").press("Home")
        page.locator(".steps .btn").last.click()
        self.below(page, ".analysis")
        self.shoot(page, "analysis", look)
        page.locator(".choices button").first.click()
        self.shoot(page, "analysis-instead", look)
        page.locator(".analysis summary").click()
        self.below(page, ".analysis summary")
        self.shoot(page, "analysis-summary", look)

    def below(self, page: Page, selector: str) -> None:
        """Scroll until this is at the top, where the screen is too small for everything."""
        page.locator(selector).evaluate("(one) => innerWidth < 1000 && one.scrollIntoView()")

    def hint(self, page: Page, look: Look) -> None:
        """A hint against a bot, in an open game and in one with secrets."""
        me, bot = {"who": "me", "name": NAMES[0]}, {"who": "bot", "bot": "level:1"}
        self.open_table(page, [me, bot])
        hands.my_turn(page)
        self.advice(page, "hint", look)
        wish = {"game": "filou", "seats": [me, bot, bot], "options": {"first": "0"}}
        table = api(page, "POST", "tables", wish)["id"]
        page.goto(f"{self.url}#/t/{table}")
        page.wait_for_selector('.filou[data-mine="true"]')
        self.advice(page, "filou-hint", look)

    def advice(self, page: Page, name: str, look: Look) -> None:
        """Ask, and take a picture of the answer."""
        page.locator(".bar .hint").click()
        page.wait_for_selector(".advice")
        self.shoot(page, name, look)

    def auction(self, page: Page, look: Look) -> None:
        """Filou: a card chosen, the bidding, and the table after the sack is sold."""
        me, bot = {"who": "me", "name": NAMES[0]}, {"who": "bot", "bot": "greedy"}
        wish = {"game": "filou", "seats": [me, bot, bot, bot], "options": {"first": "0"}}
        table = api(page, "POST", "tables", wish)["id"]
        page.goto(f"{self.url}#/t/{table}")
        page.wait_for_selector('.filou[data-mine="true"]')
        page.locator(".filou .hand button").nth(3).click()
        self.shoot(page, "filou-lay", look)
        page.locator(".bar .btn.main").click()
        page.wait_for_selector(".bar input[type=range]")
        self.shoot(page, "filou-bid", look)
        page.locator(".bar .pass").click()
        page.locator(".bar .pass").click()
        page.wait_for_selector(".filou .hand button:nth-child(8)")
        page.wait_for_selector('main[data-n] .filou[data-mine="true"]')
        self.shoot(page, "filou-next", look)

    def small_game(self, page: Page, look: Look) -> None:
        """A game on the plain board: on one device, alone to the end, options, same dice."""
        way: hands.Way = "touch" if look.size in TOUCHED else "mouse"
        me, device = {"who": "me", "name": NAMES[0]}, {"who": "device", "name": NAMES[1]}
        self.go_to(page, plain.open_table(page, me, device, {"who": "bot", "bot": "greedy"}))
        page.locator(".curtain button").click()
        plain.my_turn(page)
        self.shoot(page, "plain-start", look)
        hands.press(page.locator("[data-move]").nth(2), way)
        if way == "touch":
            page.wait_for_selector(".bar .lines")
            self.shoot(page, "plain-preview", look)
            page.locator(".bar .btn.main").click()
        plain.play(page, "done", way)
        page.wait_for_selector(".curtain")
        self.shoot(page, "plain-curtain", look)
        page.locator(".curtain button").click()
        plain.play(page, "reach 2", way)
        plain.play(page, "done", way)
        page.wait_for_selector(".curtain, .plain[data-mine=true]")
        self.shoot(page, "plain-round", look)
        table = plain.open_table(page, me, hints=True)
        self.go_to(page, table)
        while not plain.over(page):
            options = plain.moves(page)
            plain.play(page, "pay" if "pay" in options else options[0], way)
        self.shoot(page, "plain-result", look)
        page.goto(f"{self.url}#/r/{table}?n=6")
        page.wait_for_selector(".plain img")
        self.shoot(page, "plain-replay", look)
        page.locator("aside .btn.main").click()
        page.wait_for_selector('[data-stand="done"]')
        page.locator(".graph").press("ArrowRight")
        self.below(page, ".analysis")
        self.shoot(page, "plain-analysis", look)
        page.goto(f"{self.url}#/same/{plain.GAME}?shelf=HACGE&cook=strict&dice={'ab' * 32}")
        page.wait_for_selector("main .btn.main")
        self.shoot(page, "same-dice", look)
        self.arrangement(page, look)

    def go_to(self, page: Page, table: str) -> None:
        """A table, as soon as it shows something."""
        page.goto(f"{self.url}#/t/{table}")
        page.wait_for_selector(".curtain, .plain")

    def arrangement(self, page: Page, look: Look) -> None:
        """A new table whose options have pictures, and letters in an order of one's own."""
        page.goto(f"{self.url}#/")
        page.locator("article", has_text="S").last.locator(".btn").last.click()
        page.wait_for_selector("dialog img")
        self.shoot(page, "options", look)
        page.locator("dialog input[value=own]").check(force=True)
        for place in (7, 0, 2):
            page.locator("dialog ul button").nth(place).click()
        page.locator("dialog ul").scroll_into_view_if_needed()
        self.shoot(page, "options-own", look)
        page.keyboard.press("Escape")

    def lobby(self, page: Page, look: Look) -> None:
        """The lobby with tables in it."""
        page.goto(f"{self.url}#/")
        page.wait_for_selector("article svg use")
        page.wait_for_timeout(600)
        self.shoot(page, "lobby", look)

    def plain(self, page: Page, look: Look) -> None:
        """Rules, settings, and an address that leads nowhere."""
        for name, address in (("rules", "rules/huupp"), ("settings", "settings"), ("lost", "x")):
            page.goto(f"{self.url}#/{address}")
            page.wait_for_selector("h1")
            self.shoot(page, name, look)
        for game in ("huupp", "filou"):
            page.goto(f"{self.url}#/rules/{game}")
            page.wait_for_selector("figure")
            page.locator("figure").first.scroll_into_view_if_needed()
            self.shoot(page, f"rules-{game}", look)


def arguments() -> Any:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "test-results" / "shots")
    parser.add_argument("--only", default="", help="take only pictures whose name has this word")
    parser.add_argument("--walk", default="", help="only through screens of this name")
    parser.add_argument("--look", default="", help="only looks with this word, as in laptop-dark")
    parser.add_argument("--url", default="", help="a running server, instead of one of our own")
    parser.add_argument("--all", action="store_true", help="both languages in both themes")
    return parser.parse_args()


def main() -> None:
    """Take all pictures."""
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    looks = [(t, lang) for t in ("light", "dark") for lang in ("hu", "en")] if given.all else LOOKS
    wanted = [Look(size, *look) for size in SIZES for look in looks]
    with server(given.url) as url, chromium() as browser:
        studio = Studio(url, browser, given.out, given.only, given.walk)
        for look in wanted:
            if given.look in str(look):
                studio.walk(look)
    print(f"{len(list(given.out.glob('*.png')))} pictures in {given.out}")


if __name__ == "__main__":
    main()
