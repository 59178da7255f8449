"""Hidden hands on the wire: three browsers and an onlooker play a whole game of If It Fits.

Every frame that each of them is sent is read. None may name a card that its receiver can't know:
one that was never in the own hand, nor offered as a starting box, nor shown to everybody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cattery
from cattery import Match
from cattery.games.if_it_fits.moves import CARDS, Discard, Lay, Princess, Toy
from cattery.games.if_it_fits.rules.state import PLAIN, STARTERS
from tests.browser.boards import Chooser, play_out
from tests.browser.conftest import ME, OPEN, Visit, go
from tests.browser.house import House, api, ready
from tests.browser.test_boards import SECONDS
from tests.browser.test_secrets import Frames, listen

GAME = cattery.game("if_it_fits")
PEOPLE = ("Panni", "Marci", "Ági")
STARTING = frozenset(CARDS[pattern * 5 + PLAIN] for pattern, n in enumerate(STARTERS) if n)
# A card as moves and views write it, and as stories tell it.
WRITTEN = re.compile(
    r"\b(?:open|[NESW]{1,3}) (?:ball|mouse|feather|spray|plain)\b|\btoy (?:ball|mouse|feather)\b"
)
TOLD = {GAME.words("en").word("card", card): card for card in CARDS}

LEAKS = {
    "the onlooker is shown a hand": """
import dataclasses, importlib
module = importlib.import_module("cattery.games.if_it_fits.view")
honest = module.view
def view(states, i, seat):
    seen = honest(states, i, seat)
    return dataclasses.replace(seen, hand=honest(states, i, 0).hand) if seat is None else seen
module.view = view
""",
    "everybody is told what was drawn": """
import importlib
module = importlib.import_module("cattery.games.if_it_fits.story")
honest = module.story
def story(before, action, after, seat):
    return honest(before, action, after, int(before["actor"][0]))
module.story = story
""",
}


def cards_in(value: Any) -> Iterator[str]:
    """All cards that a message names, wherever it does."""
    if isinstance(value, dict):
        for each in value.values():
            yield from cards_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from cards_in(each)
    elif isinstance(value, str):
        yield from WRITTEN.findall(value)
        yield from (card for words, card in TOLD.items() if words in value)
        if value == "princess":
            yield value


def played(move: Any) -> str | None:
    """The card that a move shows to everybody."""
    match move:
        case Lay(card) | Discard(card):
            return str(card)
        case Toy(toy):
            return f"toy {toy}"
        case Princess():
            return "princess"
    return None


def known(match: Match, seat: int | None) -> list[frozenset[str]]:
    """What a seat, or an onlooker, may know after each entry: cards seen by then."""
    cards, found = set(STARTING), []
    for step in match.steps:
        cards.update(GAME.view(step.before, seat).hand)
        found.append(frozenset(cards))
        shown = played(GAME.move(step.action))
        cards.update([shown] if shown else [])
    cards.update(GAME.view(match.state(), seat).hand)
    return [*found, frozenset(cards)]


def strangers(frames: Frames, match: Match, seat: int | None) -> list[tuple[int, str]]:
    """Cards that were named to a receiver who couldn't know them, each with the last entry."""
    may, n, found = known(match, seat), 0, []
    for frame in frames:
        n = max(n, frame.get("n", 0)) if frame["type"] in ("snapshot", "entry") else n
        found += [(n, card) for card in cards_in(frame) if card not in may[n]]
        for side in frame.get("sides", []):
            assert side["seat"] == seat
            named = (played(GAME.move(action)) for action in side["legal"])
            found += [(n, card) for card in named if card and card not in may[n]]
    return found


def sit_three(house: House, visit: Visit) -> tuple[list[Page], list[Frames], str]:
    """Three people and an onlooker at a table, each with a browser whose frames are kept."""
    pages = [visit(house.url, name=name) for name in (*PEOPLE, "")]
    ready(pages[0], GAME.name)
    wish = {"game": GAME.name, "seats": [{**ME, "name": PEOPLE[0]}, OPEN, OPEN]}
    table = str(api(pages[0], "POST", "tables", wish)["id"])
    for page, name in zip(pages[1:3], PEOPLE[1:], strict=True):
        api(page, "POST", f"tables/{table}/join", {"name": name})
    frames = [listen(page) for page in pages]
    for page in pages:
        go(page, f"#/t/{table}")
    return pages, frames, table


def play(pages: list[Page]) -> None:
    """Let three browsers click, each for itself, until the match is over."""
    hands = [Chooser(page, touch=False) for page in pages[:3]]
    for number, hand in enumerate(hands):
        hand.page.wait_for_selector(".fits", timeout=60_000)
        hand.play(GAME.name, number + 4)
    play_out(hands, SECONDS)
    expect(pages[3].locator('main[data-state="over"]')).to_be_visible(timeout=60_000)


def whole_game(house: House, visit: Visit) -> tuple[Match, dict[int | None, Frames]]:
    """A match played to its end, and what each seat and the onlooker (None) were sent."""
    pages, frames, table = sit_three(house, visit)
    play(pages)
    match = Match.load(json.dumps(api(pages[0], "GET", f"tables/{table}/match")))
    return match, dict(zip((0, 1, 2, None), frames, strict=True))


def test_no_frame_names_a_card_that_its_receiver_cannot_know(house: House, visit: Visit):
    match, received = whole_game(house, visit)
    for seat, frames in received.items():
        entries = [frame["n"] for frame in frames if frame["type"] == "entry"]
        assert entries[-1] == match.n
        assert strangers(frames, match, seat) == []
    for seat in range(3):  # each has read of its own hand, of which the others knew nothing yet
        secret = known(match, seat)[-1] - known(match, None)[0]
        assert secret <= set(cards_in(received[seat]))


@pytest.mark.parametrize("leak", LEAKS)
def test_a_server_that_leaks_is_caught(tmp_path: Path, visit: Visit, leak: str):
    """The test above can fail: it finds a server out that was broken on purpose."""
    broken = House(tmp_path, before=LEAKS[leak])
    broken.start()
    try:
        match, received = whole_game(broken, visit)
    finally:
        broken.stop()
    assert strangers(received[None], match, None) != []
