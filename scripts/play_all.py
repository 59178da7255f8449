"""Every combination of a game's seats and options with every look of the page, played to the end.

`python scripts/play_all.py [--game NAME] [--only WORD] [--jobs N] [--out FOLDER]` starts a server
and plays whole matches on real pages with real taps: each seat has a page of its own in another
look (size, theme, language), so that every look plays a seat at every kind of table. Pictures of
beginning, middle and end are kept, and contact sheets made of them. What was played is not played
again. It ends with an error if anything went wrong on a page: an error, a refused move, a page that
is too wide or stuck, a control that can't be tapped, a word that is missing.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, BrowserContext, Error, Page  # noqa: E402

from scripts.contact_sheets import Groups, sheets  # noqa: E402
from tests.browser.boards import BOARDS, Chooser  # noqa: E402
from tests.browser.house import (  # noqa: E402
    LOOKS,
    TOUCHED,
    Look,
    api,
    chromium,
    new_context,
    ready,
    server,
)

MOMENTS = {"beginning": "1-beginning", "middle": "2-middle", "end": "3-end"}
PATIENCE = 60  # seconds in which something must happen at a table
STOPPING = 1500  # milliseconds until a stopped page is seen again
LISTEN = 15  # milliseconds between two looks at what the pages ask for
PAGES_AT_ONCE = 10
BOT = {"who": "bot", "bot": "greedy"}
# Short and long ones, as people have them.
NAMES = (
    *("Panni", "Marci", "Zsófi", "Bence", "Oszkár", "Bernadett", "Ida", "Maximilián", "Lili"),
    *("Ödön", "Emma", "Oliver", "Charlotte", "Theo", "Alexandra", "Max", "Josephine", "Amy"),
    *("Christopher", "Noah"),
)


@dataclass(frozen=True)
class Kind:
    """A kind of table: a game, how many play, how many of them are bots, and the options."""

    game: str
    seats: int
    bots: int = 0
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, f"{self.seats}p", *(f"{key}_{it}" for key, it in self.options)])

    @property
    def people(self) -> int:
        """How many seats can be played on pages."""
        return self.seats - self.bots


def kinds() -> Iterator[Kind]:
    """All kinds of tables; where all play at once, a bot plays with them."""
    yield from (Kind("csacska", seats) for seats in (3, 4, 5))
    for hard, seats in product(("off", "on"), (2, 3, 4, 5)):
        yield Kind("if_it_fits", seats, options=(("hard", hard),))
    for level, seats in product("1234", (1, 2, 3, 4, 5, 6)):
        yield Kind("macskalak", seats, bots=min(1, seats - 1), options=(("level", level),))


@dataclass(frozen=True)
class Album:
    """Where the pictures are."""

    folder: Path

    def picture(self, kind: Kind, look: Look, moment: str) -> Path:
        """The file of one."""
        return self.folder / str(kind) / f"{look}-{moment}.jpg"

    def played(self, kind: Kind, look: Look) -> bool:
        """Whether the combination has come to its end before."""
        return self.picture(kind, look, MOMENTS["end"]).exists()


# --- the pages -----------------------------------------------------------------------------------


@dataclass
class Visitor:
    """Somebody with a page of one look, who sits down at one table after the other."""

    look: Look
    context: BrowserContext
    page: Page
    hand: Chooser
    wrong: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What they are called, everywhere."""
        return NAMES[LOOKS.index(self.look)]


def visitor(browser: Browser, url: str, look: Look) -> Visitor:
    """Open the page as somebody new."""
    context = new_context(browser, look)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    one = Visitor(look, context, page, Chooser(page, look.size in TOUCHED))
    page.on("pageerror", lambda error: one.wrong.append(f"page error: {error}"))
    page.on(
        "console",
        lambda said: one.wrong.append(f"console: {said.text}") if said.type == "error" else None,
    )
    page.goto(url)
    page.wait_for_selector("article svg use")
    return one


@dataclass
class Player:
    """A visitor at a table, until the match is over on their page."""

    visitor: Visitor
    kind: Kind
    album: Album
    over: bool = False
    taps: int = 0
    scrolls: int = 0

    def shoot(self, moment: str) -> None:
        """Take a picture, and say what is wrong with it."""
        path = self.album.picture(self.kind, self.visitor.look, moment)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.visitor.wrong += self.visitor.hand.faults()
        self.visitor.page.screenshot(path=path, type="jpeg", quality=80)

    def step(self) -> bool:
        """Do what the page has asked for; whether there was anything."""
        hand = self.visitor.hand
        asked, hand.asked = hand.asked, []
        for one in asked:
            self.taps, self.scrolls = one.get("taps", self.taps), one.get("scrolls", self.scrolls)
            if "fault" in one:
                self.visitor.wrong.append(one["fault"])
                continue
            if "tap" in one:
                hand.tap()
            else:
                self.shoot(MOMENTS[one["picture"]])
                self.over = one["picture"] == "end"
            hand.go_on()
        return asked != []


@dataclass
class Match:
    """A table at which every player has a page of their own."""

    kind: Kind
    players: list[Player]
    moved: float = field(default_factory=time.monotonic)

    def step(self) -> None:
        """Do what is asked for."""
        if any([player.step() for player in self.players if not player.over]):  # noqa: C419
            self.moved = time.monotonic()
        elif time.monotonic() - self.moved > PATIENCE:
            self.give_up()

    def give_up(self) -> None:
        """Nothing has happened for long: that is a fault of every page that should go on."""
        for player in self.players:
            if not player.over:
                player.visitor.wrong.append(f"stuck after {player.taps} taps")
                player.visitor.hand.stop()
                player.visitor.page.wait_for_timeout(STOPPING)
                player.shoot("stuck")
                player.over = True

    @property
    def over(self) -> bool:
        """Everybody has seen the end."""
        return all(player.over for player in self.players)


# --- playing -------------------------------------------------------------------------------------


class Club:
    """One browser whose pages play matches at the same time."""

    def __init__(self, browser: Browser, url: str, album: Album) -> None:
        self.browser = browser
        self.url = url
        self.album = album
        self.visitors: dict[Look, Visitor] = {}
        self.wrong: list[str] = []
        self.done = 0

    def visitor(self, look: Look) -> Visitor:
        """Whoever has this look; they stay for all their matches."""
        if look not in self.visitors:
            self.visitors[look] = visitor(self.browser, self.url, look)
        return self.visitors[look]

    def play(self, tables: list[tuple[Kind, list[Look]]]) -> None:
        """Play them all, several at once."""
        waiting, playing = list(tables), list[Match]()
        total, began = sum(len(looks) for _, looks in tables), time.monotonic()
        while waiting or playing:
            busy_looks = {player.visitor.look for match in playing for player in match.players}
            for table in [each for each in waiting if busy_looks.isdisjoint(each[1])][:1]:
                if len(busy_looks) + len(table[1]) <= max(PAGES_AT_ONCE, len(table[1])):
                    waiting.remove(table)
                    playing.append(self.sit_down(*table))
            for match in playing:
                match.step()
            playing[0].players[0].visitor.page.wait_for_timeout(LISTEN)
            for match in [each for each in playing if each.over]:
                playing.remove(match)
                self.report(match, total, time.monotonic() - began)

    def sit_down(self, kind: Kind, looks: list[Look]) -> Match:
        """Open a table, and let everybody come to it; seats that no look needs are bots'."""
        guests = [self.visitor(look) for look in looks]
        host = guests[0]
        ready(host.page, kind.game)
        seats = [
            {"who": "me", "name": host.name},
            *[{"who": "open"}] * (len(guests) - 1),
            *[BOT] * (kind.seats - len(guests)),
        ]
        wish = {"game": kind.game, "seats": seats, "options": dict(kind.options)}
        table = api(host.page, "POST", "tables", wish)["id"]
        for guest in guests[1:]:
            api(guest.page, "POST", f"tables/{table}/join", {"name": guest.name})
        for guest in guests:
            guest.page.goto(f"{self.url}#/t/{table}")
        return Match(kind, [self.player(guest, kind) for guest in guests])

    def player(self, guest: Visitor, kind: Kind) -> Player:
        """Somebody who sees the board."""
        guest.page.wait_for_selector(f"main[data-n] {BOARDS[kind.game].selector}")
        self.album.picture(kind, guest.look, MOMENTS["middle"]).unlink(missing_ok=True)
        guest.hand.asked.clear()
        guest.hand.play(kind.game, zlib.crc32(f"{kind} {guest.look}".encode()))
        return Player(guest, kind, self.album)

    def report(self, match: Match, total: int, seconds: float) -> None:
        """Say how far it has come, and what was wrong at this table."""
        self.done += len(match.players)
        taps = sum(player.taps for player in match.players)
        scrolls = sum(player.scrolls for player in match.players)
        print(
            f"{self.done:4}/{total} {seconds / 60:5.1f} min  {match.kind}: {taps} taps,"
            f" {scrolls} after scrolling",
            flush=True,
        )
        for player in match.players:
            for what in dict.fromkeys(player.visitor.wrong):
                self.wrong.append(f"{match.kind} {player.visitor.look}: {what}")
                print(f"  {player.visitor.look}: {what}", flush=True)
            player.visitor.wrong.clear()


def tables(wanted: list[Kind], album: Album, looks: list[Look], only: str) -> list[Any]:
    """The matches that are left to be played by pages of these looks."""
    found: list[tuple[Kind, list[Look]]] = []
    for kind in wanted:
        left = [look for look in looks if only in f"{kind}-{look}" and not album.played(kind, look)]
        found += [(kind, left[k : k + kind.people]) for k in range(0, len(left), kind.people)]
    # In no order, so that what has been played at any time tells something about the whole.
    return sorted(found, key=lambda table: zlib.crc32(str(table).encode()))


def work(part: int, given: argparse.Namespace, url: str) -> None:
    """One process: every n-th look, at all kinds of tables."""
    album = Album(given.out)
    wanted = [kind for kind in kinds() if given.game in kind.game]
    left = tables(wanted, album, LOOKS[part :: given.jobs], given.only)
    with chromium() as browser:
        club = Club(browser, url, album)
        try:
            club.play(left)
        except Error as error:
            club.wrong.append(str(error))
    if club.wrong:
        sys.exit("\n".join([f"{len(club.wrong)} faults", *club.wrong]))


# --- contact sheets ------------------------------------------------------------------------------


def kept(album: Album, wanted: list[Kind]) -> Groups:
    """The pictures of each game, size and moment that there are."""
    groups: Groups = {}
    for kind, look, moment in product(wanted, LOOKS, MOMENTS.values()):
        path = album.picture(kind, look, moment)
        if path.exists():
            words = f"{str(kind).partition('-')[2]} {str(look).partition('-')[2]}"
            group = groups.setdefault((f"{kind.game}-{look.size}-{moment}", look.size), [])
            group.append((words, path))
    return groups


# --- the whole -----------------------------------------------------------------------------------


def arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--only", default="", help="only combinations with this word in their name")
    parser.add_argument("--jobs", type=int, default=2, help="browsers at the same time")
    parser.add_argument("--out", type=Path, default=ROOT / "test-results" / "played")
    parser.add_argument("--url", default="", help="a running server, instead of one of our own")
    parser.add_argument("--sheets", action="store_true", help="only make the contact sheets anew")
    return parser.parse_args()


def main() -> None:
    """Play what is left, and make the sheets."""
    given = arguments()
    given.out = given.out.absolute()
    failed = 0
    if not given.sheets:
        spawn = multiprocessing.get_context("spawn")
        with server(given.url) as url:
            parts = [spawn.Process(target=work, args=(k, given, url)) for k in range(given.jobs)]
            for part in parts:
                part.start()
            for part in parts:
                part.join()
        failed = sum(part.exitcode != 0 for part in parts)
    with chromium() as browser:
        wanted = [kind for kind in kinds() if given.game in kind.game]
        sheets(browser, given.out / "sheets", kept(Album(given.out), wanted))
    print(f"pictures and sheets in {os.path.relpath(given.out)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
