"""Macskalak in two browsers at one table: both draw at once, and neither sees the other's turn."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.boards import Chooser, play_out
from tests.browser.by_api import command, contribute, play_some
from tests.browser.conftest import ME, OPEN, Visit, go
from tests.browser.hands import PATIENCE, until
from tests.browser.house import House, api, ready
from tests.browser.test_boards import SECONDS
from tests.browser.test_screens import faults

BOARD = ".macskalak"
MINE = f'{BOARD}[data-mine="true"]'
DIE = ".dice .open"
CELL = f"{BOARD} g.cell.can"

# With these dice, and any symbol to be written as soon as an ability is won, the sheet gets full.
DICE = "60941091f5d227e5ae727471c110ccc45e861dcd4c7b43f01e31ac66e56c00be"
FULL = """
4 f1, 3 f2, 4 e1, done, 2 e2, 3 e3, cat, done, 5 c2, 3 c1, 5 d2, done, 5 b1, cat, 2 e4, mouse b2,
done, 3 c3, 2 b3, 5 c4, done, mouse d5, cat, 2 d4, mouse a1, done, mouse d6, 5 c6, 3 c5, done, 2 e6,
3 e5, 3 f6, done, mouse d1, done, 5 f5, cat, 3 a6, 4 f4, done, 2 d3, cat, done, 2 f3, cat, 4 a5,
done, 4 a2, 4 a3, mouse a4, done, mouse b5, 5 b6, 2 b4
"""


@dataclass
class Player:
    """Somebody's page, and every frame that the server has sent to it."""

    seat: int
    page: Page
    frames: list[dict[str, Any]] = field(default_factory=list)

    def listen(self) -> None:
        """Keep what arrives from now on."""
        self.page.on(
            "websocket",
            lambda socket: socket.on(
                "framereceived", lambda text: self.frames.append(json.loads(text))
            ),
        )

    def sides(self) -> Iterator[dict[str, Any]]:
        """All that was shown to this page, in the order in which it came."""
        for frame in self.frames:
            yield from frame.get("sides") or ()

    def views(self) -> Iterator[dict[str, Any]]:
        """Every picture of the table that it was sent."""
        yield from (side["view"] for side in self.sides() if side["view"])


@pytest.fixture
def two(house: House, visit: Visit) -> tuple[Player, Player]:
    """Two people who have sat down at a table of level 1, each with a browser."""
    host = Player(0, visit(house.url, lang="en", name="Panni"))
    ready(host.page, "macskalak")
    wish = {"game": "macskalak", "seats": [ME, OPEN], "options": {"level": "1"}}
    table = api(host.page, "POST", "tables", wish)["id"]
    guest = Player(1, visit(house.url, size="phone", lang="hu", name="Marci"))
    api(guest.page, "POST", f"tables/{table}/join", {"name": "Marci"})
    for player in (host, guest):
        player.listen()
        go(player.page, f"#/t/{table}")
    for player in (host, guest):
        player.page.wait_for_selector(MINE, timeout=PATIENCE)
    return host, guest


# What a step offers, what is tapped first before all: read at one moment, as the page goes on.
OFFERED = f"""[
  ['done', '.bar [data-do="done"]'], ['room', '.bar [data-do="room"]'],
  ['cell', '{CELL}'], ['die', '{DIE}, .bar .sign'],
].find(([, each]) => document.querySelector('{MINE}') && document.querySelector(each))"""


def play_a_turn(page: Page, finish: bool = True) -> None:
    """The first thing that each step offers, until *done* is."""
    for _ in range(40):
        until(page, f"{OFFERED} !== undefined")
        before = entries(page)
        kind, what = page.evaluate(f"{OFFERED} ?? ['', '']")
        if kind == "done":
            break
        if kind == "":
            continue
        page.locator(what).first.click()
        chosen = f"document.querySelectorAll('{CELL}').length > 0" if kind == "die" else "false"
        until(page, f"{chosen} || document.querySelector('main').dataset.n !== '{before}'")
    if finish:
        page.locator('.bar [data-do="done"]').click()


def entries(page: Page) -> int:
    """How many entries of the log have arrived."""
    return int(page.locator("main").get_attribute("data-n") or 0)


def test_neither_sees_the_others_unfinished_turn(two: tuple[Player, Player]) -> None:
    """A whole game by clicks in both browsers at the same time, and every frame read."""
    hands = [Chooser(player.page, touch=player.seat == 1) for player in two]
    for player, hand in zip(two, hands, strict=True):
        hand.play("macskalak", 5 + player.seat)
    play_out(hands, SECONDS)
    for player in two:
        expect(player.page.locator(".result")).to_be_visible(timeout=PATIENCE)
        assert faults(player.page) == []
    for player, other in (two, two[::-1]):
        saw_nothing_unfinished(player, other)
        heard_nothing_unfinished(player, other)


def saw_nothing_unfinished(player: Player, other: Player) -> None:
    """M-20: in all of a round the other's sheet is as its owner had it when the round began."""
    begun: dict[int, Any] = {}
    for view in other.views():
        if view["own"] and not view["own"]["fresh"] and view["own"]["used"] == 0:
            begun.setdefault(view["round"], view["sheets"][other.seat])
    open_rounds = [view for view in player.views() if view["phase"] != "over"]
    assert len(open_rounds) > 30
    for view in open_rounds:
        assert view["seat"] == player.seat
        assert view["sheets"][other.seat] == begun[view["round"]]


def heard_nothing_unfinished(player: Player, other: Player) -> None:
    """Of the other's steps nothing is told but that there was one, until the round closes."""
    unseen = 0
    for frame in player.frames:
        for side in frame.get("sides") or ():
            assert side["seat"] == player.seat
            if frame["type"] != "entry":
                continue
            told = side["told"]
            if told["kind"] == "unseen":
                unseen += 1
                assert told["seat"] == other.seat
                assert (told["move"], told["events"], told["lines"]) == (None, [], [])
                assert (side["view"], side["legal"]) == (None, [])
            elif any(event.get("seat") == other.seat for event in told["events"]):
                closing = {"rolled", "ended"} & {event["type"] for event in told["events"]}
                assert closing, "the other's steps are told when the round closes"
    assert unseen > 30


def test_one_hand_does_not_disturb_the_other(two: tuple[Player, Player]) -> None:
    """A die in the hand stays there, and so do the lit cells, while the other plays and undoes."""
    host, guest = (player.page for player in two)
    number = host.locator(f"{DIE}:not([data-die=cat])").first
    number.click()
    expect(number).to_have_attribute("aria-pressed", "true")
    until(host, f"document.querySelectorAll('{CELL}').length === 36")
    before = host.locator(BOARD).inner_html()
    seen = entries(host)
    play_a_turn(guest)
    expect(host.locator('.others [data-seat="1"]')).to_have_class(re.compile("done"))
    guest.get_by_role("button", name="Visszavonom").first.tap()
    until(host, f"Number(document.querySelector('main').dataset.n) >= {seen + 5}")
    expect(host.locator('.others [data-seat="1"]')).not_to_have_class(re.compile("done"))
    expect(number).to_have_attribute("aria-pressed", "true")
    assert host.locator(BOARD).inner_html() == before
    host.locator(CELL).nth(7).click()
    expect(host.locator(".dice .used")).to_have_count(1)
    play_a_turn(guest)
    play_a_turn(host)
    for page in (host, guest):
        page.wait_for_selector(f'{BOARD}[data-round="2"]', timeout=PATIENCE)
    expect(guest.locator(".bar .lately")).to_contain_text("1. kör: Panni")
    expect(guest.locator(".bar .lately")).not_to_contain_text("kockák")


def test_the_largest_sheet_has_cells_for_fingers_on_a_phone_on_its_side(
    house: House, visit: Visit
) -> None:
    page = visit(house.url, size="sideways", lang="hu")
    ready(page, "macskalak")
    wish = {"game": "macskalak", "seats": [ME], "options": {"level": "4"}}
    go(page, f"#/t/{api(page, 'POST', 'tables', wish)['id']}")
    page.wait_for_selector("main[data-n] .macskalak g.cell")
    cell = page.locator(".macskalak g.cell").first.bounding_box()
    paper = page.locator(".macskalak .paper").bounding_box()
    assert cell is not None
    assert paper is not None
    assert cell["width"] >= 40
    assert paper["y"] + paper["height"] <= 360


@pytest.mark.parametrize("level", ["1", "4"])
def test_the_end_alone_says_what_was_missed(house: House, visit: Visit, level: str) -> None:
    """All that a sheet of the level can score, how it compares, and a face that fits."""
    page = visit(house.url, size="phone")
    ready(page, "macskalak")
    wish = {"game": "macskalak", "seats": [ME], "options": {"level": level}}
    table = api(page, "POST", "tables", wish)["id"]
    contribute(page, table, 0)
    points = play_some(page, table, 2000, 7)["table"]["result"]["scores"][0]
    go(page, f"#/t/{table}")
    parts = {"1": ["Rooms", "Cats", "Cheese", "Empty cells"], "4": ["Rooms", "Cheese", "Mice"]}
    expect(page.locator(".result tbody th")).to_have_text([*parts[level], "Total"])
    expect(page.locator(".result .record")).to_contain_text("Your first result of this kind")
    mood = "happy" if points > 0 else "sulky"
    expect(page.locator(f".result .portrait.{mood}")).to_be_visible()
    expect(page.locator(".result .same .btn")).to_have_count(2)


MOVES = [move.strip() for move in FULL.split(",")]
STUCK = MOVES.index("mouse d1") + 1  # two more are to be written, and all cells beside it are full


def after(page: Page, moves: list[str]) -> None:
    """Go to a table of one's own where these moves were made."""
    ready(page, "macskalak")
    options = {"level": "1", "abilities": "KBEJ"}
    wish = {"game": "macskalak", "seats": [ME], "options": options, "dice": DICE}
    table = api(page, "POST", "tables", wish)["id"]
    contribute(page, table, 0)
    for n, move in enumerate(moves):
        command(page, table, n, type="play", seat=0, move=move)
    go(page, f"#/t/{table}")
    page.wait_for_selector(MINE)


def test_a_cat_can_be_chosen_where_no_cell_is_left(house: House, visit: Visit) -> None:
    """M-50: of any symbol, a cat alone needs no cell."""
    page = visit(house.url, size="phone")
    after(page, MOVES)
    page.locator('.bar [data-symbol="cat"]').tap()
    expect(page.locator(f'main[data-n="{len(MOVES) + 1}"]')).to_be_visible()


def test_dice_that_have_no_place_are_told_of_before_they_are_lost(
    house: House, visit: Visit
) -> None:
    """M-21: in the bar, and by a die that is tapped on."""
    page = visit(house.url, size="phone")
    after(page, MOVES[:STUCK])
    said = page.locator(".bar .say")
    expect(said).to_contain_text("2 dice have no place any more: they are lost.")
    page.locator('.dice [data-die="5"]').first.tap(force=True)
    expect(page.get_by_text("No empty cell touches").first).to_be_visible()
