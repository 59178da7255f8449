"""Screenshots of every screen in every size, by day in Hungarian and in the evening in English.

`python scripts/shots.py [--out FOLDER] [--only WORD] [--walk WORD] [--look WORD] [--all] [--axe]`
starts a server of its own, plays a little, walks through the screens once per theme and language,
and takes each in all sizes: `screen/size-theme-language.jpg`, with contact sheets in `sheets`. It
says which pages are too wide and, asked for, what axe holds against them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["CATTERY_GAMES"] = str(ROOT / "tests" / "games")  # a game on the plain board

from playwright.sync_api import Browser, BrowserContext, Error, Page  # noqa: E402

from cattery import data  # noqa: E402
from scripts.contact_sheets import Groups, sheets  # noqa: E402
from tests.browser import hands, plain  # noqa: E402
from tests.browser.boards import BOARDS, SHOWN, Chooser  # noqa: E402
from tests.browser.by_api import command, contribute, play_some, stand  # noqa: E402
from tests.browser.conftest import BOT, DEVICE, ME, OPEN  # noqa: E402
from tests.browser.house import (  # noqa: E402
    LOOKS,
    SIZES,
    Look,
    api,
    chromium,
    new_context,
    ready,
    server,
)
from tests.browser.test_breaks import offline, remember_sockets  # noqa: E402
from tests.browser.test_screens import faults, overflow  # noqa: E402

HOST, FRIEND, STRANGER = "Panni", "Marci", ""
USUAL = ("light-hu", "dark-en")
CANCEL = {"hu": "Mégse", "en": "Cancel"}  # is there while a move is shown
LAYOUT = 250  # milliseconds in which a page of another size settles
PATIENCE = 120_000  # milliseconds for everything else: enough at any load
SLOW = 300_000  # milliseconds for an analysis on a busy machine
JUDGED = ("phone", "laptop")  # by axe
# A lively beginning of HUUupp.
OPENING = "k c3, keep, k d4, ghost W2, k d3, keep, k b5, k e4, keep, k d5".split(", ")


@dataclass(frozen=True)
class Match:
    """A table of a game for pictures: who else plays, how many own decisions make its middle."""

    others: int
    middle: int  # fewer, where the match is over by then
    asked: str  # something that can be asked what it is
    options: dict[str, str] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)  # moves of a short match that the first seat wins


MATCHES = {
    "huupp": Match(1, 9, ".cell", {"first": "0"}, hands.WITHOUT_GHOSTS),
    "filou": Match(3, 12, ".hand button[tabindex='0']", {"first": "0"}),
    "csacska": Match(3, 10, ".mine [data-place][tabindex]", {"first": "0"}),
    "if_it_fits": Match(3, 6, ".hand button", {"first": "0"}),
    "macskalak": Match(1, 24, ".abilities button", {"level": "1"}),
}


class Studio:
    """A server with tables on it, and people who walk through the screens."""

    def __init__(self, url: str, browser: Browser, given: argparse.Namespace) -> None:
        self.url = url
        self.browser = browser
        self.given = given
        self.cookies: dict[str, Any] = {}  # [name] of people who come again in another look
        self.tables: dict[str, str] = {}  # [game and moment] played once for all looks
        self.wrong: list[str] = []
        self.look = LOOKS[0]
        self.contexts: list[BrowserContext] = []

    # --- people and pictures ---

    def visit(self, name: str) -> Page:
        """Somebody's page in the present look, in the lobby; they keep their tables."""
        context = new_context(self.browser, self.look)
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(f"localStorage['cattery.lang'] ??= '\"{self.look.lang}\"'")
        if name:
            context.add_init_script(f"localStorage['cattery.name'] ??= '\"{name}\"'")
            context.add_cookies(self.cookies.get(name, []))
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(f"page error: {error}"))
        page.goto(self.url)
        page.wait_for_selector("article svg use")
        while not context.cookies():
            page.wait_for_timeout(20)
        self.cookies.setdefault(name, context.cookies())
        return page

    def go(self, page: Page, address: str) -> None:
        """Another address of the page; what was there before is gone, however busy the machine."""
        if page.url.partition("#/")[2] == address:
            return
        page.evaluate("document.querySelector('main')?.setAttribute('data-left', '')")
        page.goto(f"{self.url}#/{address}")
        page.wait_for_selector("main[data-left]", state="detached")

    def shoot(self, page: Page, name: str, each: Callable[[], object] | None = None) -> None:
        """Take the screen in all sizes; `each` does what another size has undone."""
        for look in LOOKS:
            same = (look.theme, look.lang) == (self.look.theme, self.look.lang)
            path = self.given.out / name / f"{look}.jpg"
            if not same or self.given.only not in name or self.given.look not in str(look):
                continue
            width, height = SIZES[look.size]
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(LAYOUT)
            if each is not None:
                each()
            page.screenshot(path=path, type="jpeg", quality=80)
            self.judge(page, name, look)
        width, height = SIZES[self.look.size]
        page.set_viewport_size({"width": width, "height": height})

    def judge(self, page: Page, name: str, look: Look) -> None:
        """Note what is wrong with the screen."""
        found = [f"{overflow(page)} pixels too wide"] if overflow(page) else []
        if self.given.axe and look.size in JUDGED:
            found += faults(page)
        for one in found:
            print(f"{name} {look}: {one}", flush=True)
            self.wrong.append(f"{name} {look}: {one}")

    def walk(self, theme: str, lang: str) -> None:
        """Every screen in one theme and language."""
        self.look = Look("tablet", theme, lang)
        page = self.visit(HOST)
        walks: dict[str, Callable[[Page], None]] = {
            "bed": self.bed,
            "auction": self.auction,
            "together": self.together,
            "curtain": self.curtain,
            "outage": self.outage,
            "plain": self.plain,
            **{game: partial(self.game, game=game) for game in MATCHES},
            "pages": self.pages,
        }
        for name, screens in walks.items():
            if self.given.walk in name:
                print(f"{time.strftime('%H:%M:%S')} {name}, {theme}, {lang}", flush=True)
                self.attempt(screens, page, name)
        for context in self.contexts:
            context.close()
        self.contexts.clear()

    def attempt(self, screens: Callable[[Page], None], page: Page, name: str) -> None:
        """A walk; where it can't be walked to its end, that is a fault, and the next one begins."""
        try:
            screens(page)
        except Error as error:
            print(name, error, flush=True)
            self.wrong.append(f"{name} {self.look}: {str(error).splitlines()[0]}")
            page.context.set_offline(False)
            page.goto(self.url)

    # --- tables ---

    def open_table(self, page: Page, game: str, *seats: dict[str, str], **options: str) -> str:
        """A table, as somebody who sits at it."""
        ready(page, game)
        wish = {"game": game, "seats": list(seats), "options": options, "hints": True}
        return str(api(page, "POST", "tables", wish)["id"])

    def at_table(self, page: Page, game: str, *seats: dict[str, str], **options: str) -> str:
        """A table, and the page at it."""
        table = self.open_table(page, game, *seats, **options)
        self.go(page, f"t/{table}")
        page.wait_for_selector("main[data-n] [data-mine], .curtain")
        return table

    def against_bots(self, page: Page, game: str, bot: str = "greedy") -> str:
        """A table against as many bots as make it lively."""
        match = MATCHES[game]
        others = [{**BOT, "bot": bot}] * match.others
        return self.open_table(page, game, ME, *others, **match.options)

    def play_once(self, page: Page, game: str) -> None:
        """Tables of a game in the middle of a match, of one that was won, and of one lost."""
        if f"{game}-middle" in self.tables:
            return
        self.tables[f"{game}-middle"] = self.play_half(page, game)
        if MATCHES[game].won:
            self.tables[f"{game}-won"] = self.scripted(page, game, MATCHES[game].won)
        for k, bot in enumerate(("greedy", *["random"] * self.given.tries)):
            if f"{game}-won" in self.tables and f"{game}-lost" in self.tables:
                return
            table = self.against_bots(page, game, bot)
            contribute(page, table, 0)
            won = 0 in play_some(page, table, -1, seed=k)["table"]["result"]["winners"]
            self.tables[f"{game}-{'won' if won else 'lost'}"] = table

    def play_half(self, page: Page, game: str) -> str:
        """A table where the match isn't over yet."""
        for decisions in range(MATCHES[game].middle, 0, -2):
            table = self.against_bots(page, game)
            contribute(page, table, 0)
            if play_some(page, table, decisions, seed=1)["table"]["state"] != "over":
                return table
        raise Error(f"{game} is over after two decisions")

    def scripted(self, page: Page, game: str, moves: list[str]) -> str:
        """A match with a friend whose moves are known beforehand."""
        friend = self.visit(FRIEND)
        table = self.open_table(page, game, ME, OPEN, first="0", ghosts="off")
        api(friend, "POST", f"tables/{table}/join", {"name": FRIEND})
        contribute(page, table, 0)
        contribute(friend, table, 1)
        for n, move in enumerate(moves):
            seat = stand(page, table)["table"]["waiting"][0]
            command((page, friend)[seat], table, n, type="play", seat=seat, move=move)
        return table

    def finished(self, game: str) -> str:
        """A match that is over: won by day, lost in the evening, where there is one of each."""
        first, other = ("won", "lost") if self.look.theme == "light" else ("lost", "won")
        return self.tables.get(f"{game}-{first}") or self.tables[f"{game}-{other}"]

    # --- the screens of every game ---

    def game(self, page: Page, game: str) -> None:
        """All that a game has, from its card in the lobby to the analysis of a match."""
        ready(page, game)
        self.play_once(page, game)
        for part in (
            self.card,
            self.match,
            self.lesson,
            self.puzzle,
            self.reading,
            self.afterwards,
        ):
            self.attempt(partial(part, game=game), page, f"{game} {part.__name__}")

    def reading(self, page: Page, game: str) -> None:
        """The deal of the day, and the rules."""
        for name, there in (("daily", ".picture"), ("rules", "article")):
            self.go(page, f"{name}/{game}")
            page.wait_for_selector(there)
            self.shoot(page, f"{game}-{name}")
        figure = page.locator("figure").first
        self.shoot(page, f"{game}-rules-figure", figure.scroll_into_view_if_needed)

    def card(self, page: Page, game: str) -> None:
        """The lobby's card, and the form that opens a table."""
        self.go(page, "")
        card = page.locator("article", has=page.locator(f'a[href="#/rules/{game}"]'))
        card.wait_for()
        self.shoot(page, f"{game}-card", lambda: card.evaluate("(one) => one.scrollIntoView()"))
        card.locator(".row .btn").last.click()
        page.wait_for_selector("dialog")
        self.shoot(page, f"{game}-new")
        page.keyboard.press("Escape")

    def match(self, page: Page, game: str) -> None:
        """A match at its beginning, in its middle with help of all kinds, and at its end."""
        self.go(page, f"t/{self.against_bots(page, game)}")
        mine = f"main[data-n] {BOARDS[game].selector}[data-mine=true]"
        page.wait_for_selector(mine)
        self.shoot(page, f"{game}-1-beginning")
        self.go(page, f"t/{self.tables[f'{game}-middle']}")
        page.wait_for_selector(mine)
        self.shoot(page, f"{game}-2-middle")
        self.shoot(page, f"{game}-about", lambda: self.ask(page, game))
        page.keyboard.press("Escape")
        page.locator("header .help").click()
        page.wait_for_selector("dialog")
        self.shoot(page, f"{game}-help")
        page.keyboard.press("Escape")
        page.locator(".bar .hint").click()
        page.wait_for_selector(".advice")
        self.shoot(page, f"{game}-hint")
        self.go(page, f"t/{self.finished(game)}")
        page.wait_for_selector(".result")
        self.shoot(page, f"{game}-3-end")
        result = page.locator(".result")
        self.shoot(
            page, f"{game}-3-result", lambda: result.evaluate("(one) => one.scrollIntoView()")
        )

    def ask(self, page: Page, game: str) -> None:
        """What is this?"""
        page.keyboard.press("Escape")
        things = page.locator(f"{BOARDS[game].selector} {MATCHES[game].asked}").all()
        # Of squares, one with something on it has more to say.
        thing = max(things, key=lambda one: len(one.get_attribute("aria-label") or ""))
        thing.focus()
        thing.press("?")
        page.wait_for_selector("[role=status].note.on")

    def lesson(self, page: Page, game: str) -> None:
        """Its first step, one in the middle, and the last."""
        self.go(page, f"learn/{game}")
        progress = page.locator(".coach progress")
        progress.wait_for()
        steps = int(progress.get_attribute("max") or 0)
        names = {1: "1-first", steps // 2 + 1: "2-middle", steps: "3-last"}
        for n in range(1, steps + 1):
            page.wait_for_selector(f".coach:not(.busy) progress[value='{n}']")
            if n in names:
                self.shoot(page, f"{game}-lesson-{names[n]}")
            if n < steps:
                self.next_step(page)

    def next_step(self, page: Page) -> None:
        """Read on, or have the move shown and play it."""
        if page.locator(".coach.ask").count():
            page.keyboard.press("h")
            page.get_by_role("button", name=CANCEL[self.look.lang], exact=True).wait_for()
            page.locator(".bar .do .btn.main").click()
        else:
            page.keyboard.press("n")

    def puzzle(self, page: Page, game: str) -> None:
        """As it is set, missed, and solved, which tapping about does sooner or later."""
        self.go(page, f"puzzles/{game}?n=0")
        page.wait_for_selector(".coach.ask:not(.busy)")
        self.shoot(page, f"{game}-puzzle-1-open")
        self.tap_about(page, game, ".coach.astray, .coach.good")
        if page.locator(".coach.astray").count():
            self.shoot(page, f"{game}-puzzle-2-missed")
            self.tap_about(page, game, ".coach.good:not(.busy)")
        self.shoot(page, f"{game}-puzzle-3-solved")

    def tap_about(self, page: Page, game: str, until: str) -> None:
        """Tap at random on what the board offers, for a while at most; else have it shown."""
        hand = Chooser(page, touch=True)
        hand.play(game, seed=5)
        deadline = time.monotonic() + 25
        while time.monotonic() < deadline and not page.locator(until).count():
            asked, hand.asked = hand.asked, []
            for one in asked:
                if "tap" in one:
                    hand.tap()
                if "fault" not in one:
                    hand.go_on()
            page.wait_for_timeout(15)
        hand.stop()
        hands.until(page, "getComputedStyle(document.getElementById('page')).opacity === '1'")
        if not page.locator(until).count():
            page.keyboard.press("Escape")  # or what was tapped last would be played
            page.wait_for_selector(SHOWN, state="detached")
            page.keyboard.press("h")
            page.locator(SHOWN).click()
        page.wait_for_selector(".coach:not(.busy)")

    def afterwards(self, page: Page, game: str) -> None:
        """Replay and analysis."""
        table = self.finished(game)
        n = stand(page, table)["n"] // 2
        self.go(page, f"r/{table}?n={n}")
        page.wait_for_selector(".controls")
        self.shoot(page, f"{game}-replay")
        page.locator("aside .btn.main").click()
        page.wait_for_selector(".graph", timeout=SLOW)
        self.shoot(page, f"{game}-analysis-1-progress")
        page.wait_for_selector('[data-stand="done"]', timeout=SLOW)
        page.locator(".graph").press("Home")
        if page.locator(".steps .btn").last.is_enabled():
            page.locator(".steps .btn").last.click()
        below = page.locator(".analysis")
        scroll = "(one) => innerWidth < 1000 ? one.scrollIntoView() : scrollTo(0, 0)"
        self.shoot(page, f"{game}-analysis-2-mistake", lambda: below.evaluate(scroll))
        summary = page.locator(".analysis summary")
        if summary.count():
            summary.first.click()
            self.shoot(page, f"{game}-analysis-3-summary", lambda: summary.first.evaluate(scroll))

    # --- what some games have ---

    def bed(self, page: Page) -> None:
        """HUUupp: a move that is shown, the ghost's doors, and the menus of a table."""
        self.at_table(page, "huupp", ME, DEVICE, first="0")
        for move in OPENING:
            hands.play(page, move, "touch")
        hands.my_turn(page)
        page.locator('[data-place="c4"]').tap()
        page.wait_for_selector(".foresight", state="attached")
        self.shoot(page, "table-preview")
        page.locator(".bar .do .btn").first.tap()
        hands.play(page, "k c4", "touch")
        page.wait_for_selector(".door")
        self.shoot(page, "table-ghost")
        page.locator("header .invite").click()
        page.wait_for_selector(".qr")
        self.shoot(page, "table-invite")
        page.keyboard.press("Escape")
        page.locator("header [aria-haspopup]").click()
        self.shoot(page, "table-menu")
        page.keyboard.press("Escape")

    def auction(self, page: Page) -> None:
        """Filou: a card chosen, the bidding, and the table after the sack is sold."""
        self.go(page, f"t/{self.against_bots(page, 'filou')}")
        page.wait_for_selector('.filou[data-mine="true"]')
        page.locator(".filou .hand button").nth(3).click()
        self.shoot(page, "filou-lay")
        page.locator(".bar .btn.main").click()
        page.wait_for_selector(".bar input[type=range]")
        self.shoot(page, "filou-bid")
        page.locator(".bar .pass").click()
        page.locator(".bar .pass").click()
        page.wait_for_selector(".filou .hand button:nth-child(8)")
        page.wait_for_selector('main[data-n] .filou[data-mine="true"]')
        self.shoot(page, "filou-next")

    # --- what all games share ---

    def together(self, page: Page) -> None:
        """Two friends: the waiting room, the invited, an onlooker, talk, requests, a rematch."""
        friend = self.visit(FRIEND)
        table = self.open_table(page, "huupp", ME, OPEN, first="0", ghosts="off")
        self.go(page, f"t/{table}")
        page.wait_for_selector(".qr")
        self.shoot(page, "together-1-waiting")
        self.go(friend, f"t/{table}")
        friend.wait_for_selector("form .btn.main")
        self.shoot(friend, "together-2-invited")
        friend.locator("form .btn.main").click()
        half = len(hands.WITHOUT_GHOSTS) // 2
        self.play_on(page, friend, hands.WITHOUT_GHOSTS[:half])
        onlooker = self.visit(STRANGER)
        self.go(onlooker, f"t/{table}")
        onlooker.wait_for_selector("main[data-n] .huupp")
        self.shoot(onlooker, "together-3-onlooker")
        self.talk(page, friend)
        self.play_on(page, friend, hands.WITHOUT_GHOSTS[half:])
        friend.wait_for_selector(".result")
        self.shoot(friend, "together-8-lost")
        page.locator(".result .btn.main").click()
        page.wait_for_selector(".qr, .stack ul")
        self.shoot(page, "together-9-rematch-asked")
        friend.wait_for_selector(".offer")
        self.shoot(friend, "together-9-rematch-offered")

    def talk(self, page: Page, friend: Page) -> None:
        """A phrase and its bubble, the chat, notes, and a request."""
        friend.locator("#tab-chat").click()
        friend.locator(".phrases .btn").first.click()
        page.wait_for_selector(".bubble")
        self.shoot(page, "together-4-bubble", lambda: page.evaluate("scrollTo(0, 0)"))
        page.locator("#tab-chat").click()
        page.locator(".phrases .btn").nth(1).click()
        aside = page.locator("aside")
        self.shoot(page, "together-5-chat", aside.scroll_into_view_if_needed)
        page.locator("#tab-notes").click()
        page.locator("aside textarea").fill("c3!")
        self.shoot(page, "together-6-notes", aside.scroll_into_view_if_needed)
        page.locator("#tab-story").click()
        self.ask_take_back(friend)
        page.wait_for_selector("[role=alertdialog]")
        self.shoot(page, "together-7-request", lambda: page.evaluate("scrollTo(0, 0)"))
        page.locator("[role=alertdialog] .btn:not(.main)").click()

    def ask_take_back(self, friend: Page) -> None:
        """Ask for the last move back, past the menu."""
        table = friend.url.rsplit("/", 1)[1]
        now = stand(friend, table)
        command(friend, table, now["n"], type="ask_take_back", seat=now["table"]["you"][0])

    def play_on(self, page: Page, friend: Page, moves: list[str]) -> None:
        """Moves of both, each on the page of whoever is to move."""
        for move in moves:
            mine = '.huupp[data-mine="true"]'
            while not (page.locator(mine).count() or friend.locator(mine).count()):
                page.wait_for_timeout(20)
            mover = page if page.locator(mine).count() else friend
            hands.play(mover, move, "touch")

    def curtain(self, page: Page) -> None:
        """Three people at one screen: it is handed over where secrets are at stake."""
        people = [{**DEVICE, "name": name} for name in ("Marci", "Zsófi")]
        self.at_table(page, "filou", ME, *people, first="0")
        page.wait_for_selector(".curtain")
        self.shoot(page, "handover")
        page.locator(".curtain .btn").click()
        page.wait_for_selector('.filou[data-mine="true"]')
        self.shoot(page, "handover-lifted")

    def outage(self, page: Page) -> None:
        """The line is down while a move is chosen; what it would do is shown when it is back."""
        remember_sockets(page)
        self.at_table(page, "huupp", ME, DEVICE, first="0", ghosts="off")
        hands.play(page, "k c3", "touch")
        hands.my_turn(page)
        offline(page, True)
        page.locator('[data-place="d4"]').tap()
        page.wait_for_timeout(1500)
        self.shoot(page, "outage")
        offline(page, False)
        page.locator(".bar:has(.lines) .btn.main").tap()
        hands.arrived(page, 2)

    def plain(self, page: Page) -> None:
        """A game on the plain board: on one device, alone to the end, options, same dice."""
        bot = {"who": "bot", "bot": "greedy"}
        self.go(page, f"t/{plain.open_table(page, ME, DEVICE, bot)}")
        page.locator(".curtain button").click()
        plain.my_turn(page)
        self.shoot(page, "plain-1-beginning")
        page.locator("[data-move]").nth(2).tap()
        page.wait_for_selector(".bar .lines")
        self.shoot(page, "plain-2-preview")
        page.locator(".bar .btn.main").click()
        plain.play(page, "done", "touch")
        page.wait_for_selector(".curtain")
        self.shoot(page, "plain-3-handover")
        table = plain.open_table(page, ME, hints=True)
        self.go(page, f"t/{table}")
        while not plain.over(page):
            options = plain.moves(page)
            plain.play(page, "pay" if "pay" in options else options[0], "touch")
        self.shoot(page, "plain-4-result")
        self.go(page, f"same/{plain.GAME}?shelf=HACGE&cook=strict&dice={'ab' * 32}")
        page.wait_for_selector("main .btn.main")
        self.shoot(page, "plain-5-same-dice")
        self.go(page, "")
        card = page.locator("article", has=page.locator(f'a[href="#/rules/{plain.GAME}"]'))
        card.locator(".row .btn").last.click()
        page.wait_for_selector("dialog img")
        page.locator("dialog input[value=own]").check(force=True)
        for place in (7, 0, 2):
            page.locator("dialog ul button").nth(place).click()
        letters = page.locator("dialog ul")
        self.shoot(page, "plain-6-options", letters.scroll_into_view_if_needed)
        page.keyboard.press("Escape")

    def pages(self, page: Page) -> None:
        """The lobby with tables in it, settings, where saved matches are checked, an address that
        leads nowhere, all about me."""
        addresses = {"lobby": "", "settings": "settings", "check": "check", "lost": "x", "me": "me"}
        for name, address in addresses.items():
            self.go(page, address)
            page.wait_for_selector("h1, article svg use")
            page.wait_for_timeout(600)
            self.shoot(page, f"pages-{name}", lambda: page.evaluate("scrollTo(0, 0)"))
        for heading in (2, 3):
            where = page.locator("main section").nth(
                -min(heading, page.locator("main section").count())
            )
            self.shoot(page, f"pages-me-{heading}", where.scroll_into_view_if_needed)
        page.locator("main .btn.no").click()
        page.wait_for_selector("dialog")
        self.shoot(page, "pages-me-delete")
        page.keyboard.press("Escape")


def pictures(folder: Path) -> Groups:
    """All pictures that there are, by size; a game's and those of all games apart."""
    groups: Groups = {}
    for look in LOOKS:
        for path in sorted(folder.glob(f"*/{look}.jpg")):
            screen = path.parent.name
            game = next((name for name in data.packaged() if screen.startswith(name)), "shared")
            group = groups.setdefault((f"{game}-{look.size}", look.size), [])
            group.append((f"{screen} {look.theme} {look.lang}", path))
    return groups


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "test-results" / "shots")
    parser.add_argument("--only", default="", help="take only pictures whose name has this word")
    parser.add_argument("--walk", default="", help="only through screens of this name, or game")
    parser.add_argument("--look", default="", help="only looks with this word, as in laptop-dark")
    parser.add_argument("--url", default="", help="a running server, instead of one of our own")
    parser.add_argument("--all", action="store_true", help="both languages in both themes")
    parser.add_argument("--tries", type=int, default=1, help="matches played for one that is won")
    parser.add_argument("--axe", action="store_true", help="let axe judge the screens, too")
    parser.add_argument("--sheets", action="store_true", help="only make the contact sheets anew")
    return parser.parse_args()


def main() -> None:
    """Take all pictures, and put them onto sheets."""
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with chromium() as browser:
        if not given.sheets:
            if not given.url:  # or a busy machine would compile while pages wait
                subprocess.run([sys.executable, "-m", "cattery.warm"], check=True)
            with server(given.url) as url:
                studio = Studio(url, browser, given)
                asked = [look for look in LOOKS if given.look in str(look)]
                for theme, lang in dict.fromkeys((look.theme, look.lang) for look in asked):
                    if given.all or f"{theme}-{lang}" in USUAL:
                        studio.walk(theme, lang)
                wrong = studio.wrong
        sheets(browser, given.out / "sheets", pictures(given.out))
    print(f"{len(list(given.out.glob('*/*.jpg')))} pictures and sheets in {given.out}")
    if wrong:
        sys.exit("\n".join([f"{len(wrong)} faults", *dict.fromkeys(wrong)]))


if __name__ == "__main__":
    main()
