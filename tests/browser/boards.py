"""What the boards of the games offer to a finger, and somebody who taps on it at random."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

CHOOSE = Path(__file__).parent / "choose.js"
MAKE = "(asked) => (({source})({{...asked, half: {half}}}))"
TOLD = "chooser: "  # begins its messages on the console
REAL_EVERY = 8  # taps; the others are clicks within the page


@dataclass(frozen=True)
class Offer:
    """Something that can be tapped on, how much it is liked, and what must not be there then."""

    tap: str  # selector
    weight: float = 1
    unless: str = ""


@dataclass(frozen=True)
class Board:
    """The board of a game, what it offers, and a JavaScript test of whether half is played."""

    selector: str
    offers: tuple[Offer, ...]
    half: str


SHOWN = ".bar:has(.lines) .do .btn.main"  # plays the move that is shown
BOARDS = {
    "huupp": Board(
        ".huupp",
        (
            Offer(SHOWN, 30),
            Offer(".huupp g.cell.can:not([aria-selected=true])", 6),
            Offer(".huupp g.door:not(.chosen)", 1),
            Offer(".bar .do > .btn", 2, unless=SHOWN),
        ),
        "(one) => Number(one('main').dataset.n) >= 16",
    ),
    "filou": Board(
        ".filou",
        (
            Offer(".bar .do > .btn.main:not([data-do])", 30),
            Offer(".filou .hand button:not([aria-disabled=true], .chosen)", 4),
            Offer('.bar .do [data-do="bid"]', 1),
            Offer('.bar .do [data-do]:not([data-do="bid"])', 2),
        ),
        "(one) => Number(/\\d+/.exec(one('.filou .facts')?.textContent)?.[0] ?? 0) >= 5",
    ),
    "csacska": Board(
        ".csacska",
        (
            Offer(SHOWN, 30),
            Offer(".csacska .others .open:not(.chosen)", 4),
            Offer(".csacska .drawn .open", 3),
            Offer(".csacska .deck.open", 3),
            Offer(".csacska .pile.open", 1),
            Offer(".csacska .mine .open:not(.chosen)", 3),
            Offer('.bar .do [data-do="go_on"]', 1),
            Offer(".bar .do [data-do]:not([data-do=go_on])", 4),
        ),
        "(one) => Number(one('.csacska .deck .count')?.textContent ?? 99) < 22",
    ),
    "if_it_fits": Board(
        ".fits",
        (
            Offer(SHOWN, 30),
            Offer(".fits g.target:not(.chosen)", 6),
            Offer(".fits .hand .open:not(.chosen)", 4, unless=".fits .hand .chosen"),
            Offer(".fits .hand .open:not(.chosen)", 0.5),
            Offer('.bar .do [data-do="draw"]', 6),
            Offer('.bar .do [data-do="no_cat"]', 2),
            Offer('.bar .do [data-do="turn"], .bar .do [data-do="sleep"]', 0.7),
        ),
        "(one) => Number(/\\d+/.exec(one('.fits .facts')?.textContent)?.[0] ?? 99) < 36",
    ),
    "macskalak": Board(
        ".macskalak",
        (
            Offer(".macskalak g.cell.can:not([aria-selected=true])", 6, unless="[data-do=room]"),
            Offer(".macskalak g.cell.can:not([aria-selected=true])", 1),
            Offer(".dice .open:not(.chosen)", 5, unless=".dice .chosen, .macskalak .armed"),
            Offer(".dice .open:not(.chosen)", 0.4, unless="[data-do=room]"),
            Offer(".abilities .open:not(.armed)", 0.8),
            Offer('.bar .do .sign:not([aria-pressed="true"])', 4),
            Offer('.bar .do [data-do="another"], .bar .do [data-do="enough"]', 1),
            Offer('.bar .do [data-do]:not([data-do="another"], [data-do="enough"])', 6),
        ),
        "(one) => Number(one('.macskalak')?.dataset.round ?? 0) >= 4",
    ),
}


class Chooser:
    """Somebody who plays a seat through its page, choosing at random what to tap on.

    The page plays by itself and asks for what it can't do: `asked` has its messages, each of which
    is a `fault`, or a `tap` or `picture` that is to be followed by `go_on`.
    """

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.touch = touch
        self.asked: list[dict[str, Any]] = []
        self.devtools = page.context.new_cdp_session(page)
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text.startswith(TOLD):
            self.asked.append(json.loads(message.text.removeprefix(TOLD)))

    def play(self, game: str, seed: int) -> None:
        """Begin with the match that the page shows."""
        board = BOARDS[game]
        asked = {
            "board": board.selector,
            "offers": [asdict(offer) for offer in board.offers],
            "seed": 1 + seed % 2147483646,
            "hand": "touch" if self.touch else "mouse",
            "realEvery": REAL_EVERY,
            "told": TOLD,
        }
        source = CHOOSE.read_text(encoding="utf-8").strip()
        self.page.evaluate(MAKE.format(source=source, half=board.half), asked)

    def faults(self) -> list[str]:
        """What is wrong with the page as it stands: too wide, a word missing."""
        found: list[str] = self.page.evaluate("chooser.faults()")
        return found

    def stands(self) -> str:
        """What the page says, for whoever wonders why nothing goes on."""
        said = "document.querySelector('main').innerText.replace(/\\s+/g, ' ').slice(0, 400)"
        return str(self.page.evaluate(f"chooser.doing() + ' ' + {said}"))

    def go_on(self) -> None:
        """What was asked for is done."""
        self.page.evaluate("chooser.go()")

    def stop(self) -> None:
        """Give the match up."""
        self.page.evaluate("chooser.stopped = true, chooser.go()")

    def tap(self) -> None:
        """A finger or the mouse, as the page's device has it, on what the page has chosen."""
        where: dict[str, float] | None = self.page.evaluate("chooser.where()")
        if where is None:  # gone meanwhile
            return
        if self.touch:
            self.page.touchscreen.tap(**where)
            return
        for event in ("mousePressed", "mouseReleased"):
            button = {"type": event, "button": "left", "clickCount": 1, **where}
            self.devtools.send("Input.dispatchMouseEvent", button)


def play_out(
    hands: Sequence[Chooser], seconds: float, enough: Callable[[], bool] = lambda: False
) -> int:
    """Let all of them play until the match is over, or it is enough; how often they have tapped.

    What the pages hold against themselves fails it.
    """
    deadline = time.monotonic() + seconds
    taps = dict.fromkeys(hands, 0)
    left = set(hands)
    while left and not enough():
        assert time.monotonic() < deadline, f"no end: {[hand.stands() for hand in left]}"
        hands[0].page.wait_for_timeout(15)
        for hand in list(left):
            asked, hand.asked = hand.asked, []
            for one in asked:
                taps[hand] = one.get("taps", taps[hand])
                assert "fault" not in one, one["fault"]
                if "tap" in one:
                    hand.tap()
                elif one["picture"] == "end":
                    left.discard(hand)
                hand.go_on()
    return sum(taps.values())
