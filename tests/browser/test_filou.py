"""Filou in real browsers: a whole game whose every message is read for secrets, and one device."""

from __future__ import annotations

import json
import random
import re
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

import cattery
from tests.browser.conftest import DEVICE, ME, OPEN, Visit, go
from tests.browser.hands import Way, entries
from tests.browser.house import START_SECONDS, House, api
from tests.browser.test_screens import faults, overflow, small_targets

Json = dict[str, Any]

SET = ("-8", "-5", "3", "5", "8", "11", "15", "rabbit", "big_dog", "small_dog")
SEATS = 4
ROUNDS = 9
PATIENCE = 20  # seconds for a page to take the next move
LOOKED_AT = (0, 1)  # by axe, which takes its time: a laptop by day, a phone in the evening
BY_HAND = (1, 2, 9)  # rounds that are played on the pages
UNWANTED = (2, 5)  # rounds in which nobody bids
NAMES = ("Panni", "Marci", "Zita", "Bence")

# Every field of a view, so that a new one can't carry secrets past this test unnoticed.
PUBLIC = {
    *("seat", "turn", "actor", "phase", "round", "rounds", "opener", "open_mice", "row_length"),
    *("worth", "mouse_cards", "empty_because", "bank", "high", "leader", "pile", "winners", "type"),
}
WATCHED = {"players", "hand", "row", "removed", "gone", "sacks"}
PLAYER = {
    *("mice", "bid", "passed", "took", "cards", "laid", "missing", "won", "points", "total"),
}
TOLD = {"n", "seat", "kind", "move", "events", "lines"}
SIDE = {"seat", "view", "legal", "can", "told", "story"}


# --- what was true, computed from the saved match alone ------------------------------------------


@dataclass
class Truth:
    """The table after so many entries of the log, with all its secrets; four players."""

    hands: list[set[str]]
    row: list[tuple[int, str]] = field(default_factory=list)  # owner, card
    open: int = 0  # cards of the row that lie face up
    passes: int = 0
    bid: bool = False
    sacks: list[list[tuple[int, str]]] = field(default_factory=list)  # finished ones

    @property
    def over(self) -> bool:
        """The ninth sack is gone."""
        return len(self.sacks) == ROUNDS

    def after(self, seat: int, move: str) -> Truth:
        """The table one entry later."""
        next_one = Truth(
            [set(hand) for hand in self.hands], [*self.row], self.open, self.passes, self.bid
        )
        next_one.sacks = [*self.sacks]
        verb, _, rest = move.partition(" ")
        if verb == "lay":
            card = rest.replace(" ", "_")
            next_one.hands[seat].remove(card)
            next_one.row.append((seat, card))
            next_one.open = 1 if len(next_one.row) == SEATS else 0
        elif verb == "bid":
            next_one.bid = True
        elif verb == "pass":
            next_one.passes += 1
            next_one.open = 1 + next_one.passes
        if verb in ("buy", "decline") or (next_one.bid and next_one.passes == SEATS - 1):
            next_one.sacks.append(next_one.row)
            next_one.row, next_one.open, next_one.passes, next_one.bid = [], 0, 0, False
        return next_one

    def seen(self, seat: int) -> list[str]:
        """The cards of a set that have lain face up."""
        rows = [*self.sacks, self.row[: self.open]]
        return [card for row in rows for owner, card in row if owner == seat]


@dataclass
class History:
    """The saved match: its log, and the truth before and after every entry."""

    log: list[Json]
    truths: list[Truth]
    missing: list[str]
    seed: str


def history(saved: Json) -> History:
    """Nine of ten cards were laid by everybody; the tenth was missing from the start."""
    log = saved["log"]
    laid: list[set[str]] = [set() for _ in range(SEATS)]
    for entry in log:
        if entry["move"].startswith("lay "):
            laid[entry["seat"]].add(entry["move"][4:].replace(" ", "_"))
    missing = [(set(SET) - cards).pop() for cards in laid]
    truths = [Truth([set(cards) for cards in laid])]
    for entry in log:
        truths.append(truths[-1].after(entry["seat"], entry["move"]))
    assert truths[-1].over
    assert all(len(cards) == ROUNDS for cards in laid)
    return History(log, truths, missing, saved["seed"])


# --- what was sent -------------------------------------------------------------------------------


@dataclass
class Post:
    """Everything that one browser was sent."""

    seat: int | None
    lang: str
    frames: list[str] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)  # address, text
    responses: list[Response] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Read along from now on."""
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda text: self.frames.append(str(text))),
        )
        page.on("response", lambda answer: self.responses.append(answer))

    def message(self, page: Page, n: int) -> Json:
        """The message that told of the n-th entry, or of the start."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for text in reversed(self.frames[-12:]):
                message: Json = json.loads(text)
                told = message["type"] in ("entry", "snapshot") and message["n"] == n
                if told and message["sides"]:
                    return message
            page.wait_for_timeout(10)
        raise AssertionError(f"nothing is heard of entry {n}: {page.locator('main').inner_text()}")

    def waiting(self, page: Page, n: int) -> list[int]:
        """Who may act after n entries."""
        message = self.message(page, n)
        seats: list[int] = (
            message["waiting"] if "waiting" in message else message["table"]["waiting"]
        )
        return seats

    def view(self, page: Page, n: int) -> Json:
        """What this browser's seat sees after n entries."""
        view: Json = self.message(page, n)["sides"][0]["view"]
        return view

    def ask(self, page: Page, path: str) -> None:
        """What the API says to this browser when it asks by itself."""
        answer = page.request.get(page.url.split("#")[0] + f"api/{path}")
        self.answers.append((path, answer.text()))

    def collect(self) -> None:
        """The texts of the answers to the page's own requests; a reload would lose them."""
        for answer in self.responses:
            if "/api/" in answer.url and not answer.url.endswith("/socket"):
                self.answers.append((answer.url, answer.text()))
        self.responses.clear()


class Reader:
    """Reads one browser's post, and fails at the first secret."""

    def __init__(self, post: Post, past: History, moves: list[Json]) -> None:
        self.me = post.seat
        self.past = past
        self.moves = [one["move"] for one in moves]  # by action id
        self.views = 0

    def frame(self, text: str) -> None:
        """One message of the socket."""
        message = json.loads(text)
        kind = message["type"]
        assert kind in ("snapshot", "entry", "table", "ack", "chat", "pong"), message
        if kind in ("snapshot", "entry"):
            self.sides(message["sides"], message["n"])
        if kind == "ack" and message["preview"] is not None:
            self.preview(message["preview"])
        table = message.get("table")
        state = table["state"] if isinstance(table, dict) else None
        if not (state == "over" or (kind == "entry" and message["over"])):
            assert self.past.seed not in text

    def sides(self, sides: list[Json], n: int) -> None:
        """The match as one message shows it: from the own seat, or from none."""
        for side in sides:
            assert side["seat"] == self.me
            assert set(side) <= SIDE
            if side["view"] is not None:
                self.view(side["view"], self.past.truths[n])
            self.legal(side["legal"], n)
            for told in [*side.get("story", ()), *([side["told"]] if "told" in side else ())]:
                self.told(told)

    def legal(self, legal: list[int], n: int) -> None:
        """What could be played: by the own hand alone."""
        entry = self.past.log[n] if n < len(self.past.log) else None
        if entry is None or entry["seat"] != self.me:
            assert legal == []
            return
        cards = {self.moves[action]["card"] for action in legal if "card" in self.moves[action]}
        assert cards <= self.past.truths[n].hands[self.me]

    def view(self, view: Json, truth: Truth) -> None:
        """A view, with the truth beside it."""
        self.views += 1
        assert set(view) == PUBLIC | WATCHED
        assert view["seat"] == self.me
        mine = set() if self.me is None else truth.hands[self.me]
        assert sorted(view["hand"]) == sorted(mine)
        if not truth.over:
            self.row(view["row"], truth)
            assert view["removed"] is None
        finished = [card for sack in truth.sacks for _, card in sack]
        told = [one["card"] for sack in view["sacks"] for one in sack["cards"]]
        assert told == finished
        won = [card for player in view["players"] for card in player["won"]]
        assert sorted([*view["gone"], *won]) == sorted(finished)
        for seat, player in enumerate(view["players"]):
            self.player(player, seat, truth)

    def row(self, row: list[Json], truth: Truth) -> None:
        """The sack of this auction: face up, or the own card, or unknown."""
        assert len(row) == len(truth.row)
        for at, (one, (owner, card)) in enumerate(zip(row, truth.row, strict=True)):
            known = at < truth.open or owner == self.me
            expected = {"owner": owner, "card": card if known else None, "open": at < truth.open}
            assert one == expected

    def player(self, player: Json, seat: int, truth: Truth) -> None:
        """What is told of a player."""
        assert set(player) == PLAYER
        assert player["laid"] == truth.seen(seat)
        assert player["cards"] == len(truth.hands[seat])
        if truth.over or seat == self.me:
            assert player["missing"] == self.past.missing[seat]
        else:
            assert (player["missing"], player["mice"], player["total"]) == (None, None, None)

    def told(self, told: Json) -> None:
        """An entry of the log, as it was told."""
        assert set(told) == TOLD
        entry = self.past.log[told["n"]]
        before, after = self.past.truths[told["n"]], self.past.truths[told["n"] + 1]
        hidden = entry["move"].startswith("lay ") and entry["seat"] != self.me
        assert told["move"] == (None if hidden else entry["move"])
        if hidden:
            assert told["lines"][0] in face_down(NAMES[entry["seat"]])
        for event in told["events"]:
            self.event(event, entry, before, after)

    def event(self, event: Json, entry: Json, before: Truth, after: Truth) -> None:
        """One thing that happened: no card in it lies face down."""
        kind = event["type"]
        ended = len(after.sacks) > len(before.sacks)
        row = after.sacks[-1] if ended else after.row
        if kind == "laid":
            owner, card = (before.row + after.row)[-1]
            assert owner == entry["seat"] == event["seat"]
            assert event["card"] == (card if owner == self.me else None)
        elif kind == "turned":
            assert ended or event["place"] <= after.open
            assert (event["owner"], event["card"]) == row[event["place"] - 1]
        elif kind in ("chased", "fought", "bought", "declined"):
            assert ended
            cards = [*event.get("cards", ()), *event.get("dogs", ())]
            assert set(cards) <= {card for _, card in row}
        elif kind in ("uncovered", "counted", "won"):
            assert after.over
        else:
            assert kind in ("raised", "passed", "offered", "began")
            assert not {"card", "cards", "hand"} & set(event)

    def preview(self, preview: Json) -> None:
        """The own move, before it is made: nobody else's card is turned by it."""
        assert preview["seat"] == self.me
        for one in preview["view"]["row"]:
            assert one["card"] is None or one["open"] or one["owner"] == self.me
        for seat, player in enumerate(preview["view"]["players"]):
            assert seat == self.me or (player["missing"], player["mice"]) == (None, None)

    def answer(self, address: str, text: str) -> None:
        """An answer of the API, before the end: the own snapshot, or nothing of the match."""
        assert self.past.seed not in text, address
        message = json.loads(text) if text.startswith("{") else {}
        if message.get("type") == "snapshot":
            self.frame(text)
        elif not address.endswith("/moves"):
            assert not {"sides", "view", "hand", "log", "frames"} & keys(message), address


def face_down(name: str) -> set[str]:
    """How a card that nobody else may know is told, in either language."""
    game = cattery.game("filou")
    return {game.words(lang).text("event.laid.hidden", seat=name) for lang in ("hu", "en")}


def keys(value: Any) -> set[str]:
    """Every key in a JSON value, however deep."""
    if isinstance(value, list):
        return {key for one in value for key in keys(one)}
    if isinstance(value, dict):
        return set(value) | {key for one in value.values() for key in keys(one)}
    return set()


# --- people at the table -------------------------------------------------------------------------


@dataclass
class Person:
    """A browser at the table, and how its person plays."""

    page: Page
    way: Way
    post: Post
    checked: set[str] = field(default_factory=set)

    def check(self, where: str) -> None:
        """A screen that fits, and that axe likes; once each."""
        if where in self.checked:
            return
        self.checked.add(where)
        assert overflow(self.page) == 0, where
        if self.post.seat in LOOKED_AT:
            assert faults(self.page) == [], where
        resting = 'aria-disabled="true"'  # to look at, not to press
        if self.way == "touch":
            small = [one for one in small_targets(self.page) if resting not in one]
            assert small == [], where

    def press(self, selector: str) -> None:
        """Press a button with what is at hand."""
        button = self.page.locator(selector)
        if self.way == "keys":
            tab_to(self.page, selector)
            self.page.keyboard.press("Enter")
        elif self.way == "touch":
            button.tap()
        else:
            button.click()

    def lay(self, at: int) -> None:
        """Lift a card of the hand, then lay it."""
        page = self.page
        if self.way == "keys":
            tab_to(page, ".hand button")
            for _ in range(at):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            page.wait_for_selector(".hand .chosen:focus")
            page.keyboard.press("Enter")
            return
        card = f'.hand button[data-card="{self.cards()[at]}"]'
        self.press(card)
        page.wait_for_selector(".hand .chosen")
        self.press(card if self.way == "touch" else ".bar .do .btn.main")

    def cards(self) -> list[str]:
        """The hand on the screen."""
        found: list[str] = self.page.locator(".hand button").evaluate_all(
            "(all) => all.map((one) => one.dataset.card)"
        )
        return found

    def raise_to(self, more: int) -> None:
        """Push the slider, then bid."""
        if self.way == "keys":
            tab_to(self.page, ".bidding input")
            for _ in range(more):
                self.page.keyboard.press("ArrowRight")
        self.press("[data-do=bid]")

    def leave(self) -> None:
        """Pass: asked once more, unless nothing else is left."""
        self.press("[data-do=pass]")
        if self.page.locator("[data-do=pass].no").count():
            self.press("[data-do=pass]")


def tab_to(page: Page, selector: str) -> None:
    """Walk there with the tab key alone."""
    for _ in range(60):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard doesn't reach {selector}")


def decide(person: Person, view: Json, chance: random.Random) -> None:
    """Make a move on the page."""
    page, phase = person.page, view["phase"]
    n = entries(page)
    page.wait_for_selector(f'.filou[data-mine="true"][data-phase="{phase}"]')
    person.check(phase)
    if phase == "lay":
        person.lay(chance.randrange(len(person.cards())))
    elif phase == "buy":
        person.press("[data-do=buy]")
    elif wants_more(view, chance):
        person.raise_to(chance.randrange(2))
    else:
        person.leave()
    page.wait_for_selector(f'main:not([data-n="{n}"])')


def wants_more(view: Json, chance: random.Random) -> bool:
    """Two sacks find no bidder; the others go cheaply."""
    affordable = view["players"][view["seat"]]["mice"] > view["high"]
    return affordable and view["round"] not in UNWANTED and chance.random() < 0.3


def command(person: Person, table: str, n: int, view: Json, chance: random.Random) -> None:
    """Make a move past the page, which is quicker; the pages are told of it all the same."""
    move = "pass"
    if view["phase"] == "lay":
        move = "lay " + chance.choice(view["hand"]).replace("_", " ")
    elif view["phase"] == "buy":
        move = "decline"
    elif wants_more(view, chance):
        move = f"bid {view['high'] + 1}"
    play = {"type": "play", "seat": view["seat"], "move": move}
    body = {"type": "command", "id": f"move-{n}", "n": n, "do": play}
    api(person.page, "POST", f"tables/{table}/commands", body)


def ready(house: House, page: Page) -> None:
    """Wait until Filou can be played."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        games = api(page, "GET", "games")["games"]
        if all(game["state"] == "ready" for game in games if game["name"] == "filou"):
            return
        page.wait_for_timeout(200)
    raise AssertionError("filou isn't ready")


def open_table(page: Page, *seats: Json, **options: str) -> str:
    """A new table of Filou; the first seat begins."""
    wish = {"game": "filou", "seats": list(seats), "options": {"first": "0", **options}}
    table: str = api(page, "POST", "tables", wish)["id"]
    return table


LOOKS: tuple[tuple[str, str, str, Way], ...] = (
    ("laptop", "en", "light", "keys"),
    ("phone", "hu", "dark", "touch"),
    ("tablet", "en", "dark", "touch"),
    ("laptop", "hu", "light", "mouse"),
)


@pytest.fixture
def people(house: House, visit: Visit) -> list[Person]:
    """Four people at one table and somebody who looks on, each with a browser of their own."""
    everybody = []
    table = ""
    for seat, (size, lang, theme, way) in enumerate(LOOKS):
        page = visit(house.url, size=size, lang=lang, theme=theme)
        post = Post(seat, lang)
        post.listen(page)
        page.wait_for_selector("article svg use")  # by then the server knows this browser
        if seat == 0:
            ready(house, page)
            table = open_table(page, ME, *[OPEN] * (SEATS - 1))
        else:
            api(page, "POST", f"tables/{table}/join", {"seat": seat, "name": NAMES[seat]})
        go(page, f"#/t/{table}")
        everybody.append(Person(page, way, post))
    page = visit(house.url, size="tablet")
    post = Post(None, "en")
    post.listen(page)
    go(page, f"#/t/{table}")
    return [*everybody, Person(page, "mouse", post)]


def test_no_message_carries_a_hidden_card(people: list[Person]) -> None:
    players, onlooker = people[:SEATS], people[SEATS]
    table = players[0].page.url.rsplit("/", 1)[1]
    chance = random.Random(7)
    n = 0
    while waiting := players[0].post.waiting(players[0].page, n):
        actor = players[waiting[0]]
        view = actor.post.view(actor.page, n)
        if view["round"] in BY_HAND:
            decide(actor, view, chance)
        else:
            command(actor, table, n, view, chance)
        n += 1
        if n in (6, 30):  # in the middle of the laying, and of an auction
            for person in people:
                person.post.ask(person.page, f"tables/{table}")
                person.post.ask(person.page, f"tables/{table}/match")
                person.post.ask(person.page, f"tables/{table}/replay")
            for person in (players[1], onlooker):
                person.post.collect()
                person.page.reload()
    for person in people:
        person.post.collect()
    ending(people)
    past = history(api(players[0].page, "GET", f"tables/{table}/match"))
    moves = api(players[0].page, "GET", "games/filou/moves")["moves"]
    assert len(past.log) == n
    for person in people:
        reader = Reader(person.post, past, moves)
        for text in person.post.frames:
            reader.frame(text)
        for address, text in person.post.answers:
            reader.answer(address, text)
        assert reader.views >= n


def ending(people: list[Person]) -> None:
    """The end is told to everybody, in their language."""
    for person in people:
        total = "Összesen" if person.post.lang == "hu" else "Total"
        counted = person.page.locator(".result table")
        expect(counted.get_by_role("columnheader", name=total)).to_be_visible()
    for person in people[:2]:
        person.check("end")


def test_a_lifted_card_is_clear_of_the_bar(house: House, visit: Visit) -> None:
    """On a phone the bar lies over the end of the screen, not over the card that it asks about."""
    page = visit(house.url, size="phone", lang="hu")
    ready(house, page)
    bots = [{"who": "bot", "bot": "greedy"}] * 4
    go(page, f"#/t/{open_table(page, ME, *bots)}")
    page.wait_for_selector('.filou[data-mine="true"]')
    for card in (page.locator(".hand button").last, page.locator(".hand button").first):
        card.evaluate("(one) => one.click()")  # without the scrolling that a press brings along
        expect(card).to_have_class(re.compile("chosen"))
        page.wait_for_timeout(300)
        lifted, bar = card.bounding_box(), page.locator(".bar").bounding_box()
        assert lifted is not None
        assert bar is not None
        assert lifted["y"] >= 0
        assert lifted["y"] + lifted["height"] <= bar["y"]


# --- one device ----------------------------------------------------------------------------------


def lift(page: Page, name: str) -> None:
    """The next player takes the device."""
    expect(page.locator(".curtain")).to_contain_text(name)
    assert page.locator(".filou").count() == 0
    page.wait_for_selector(".dock:not(.handed)", state="attached")  # else it is taken for a slip
    page.locator(".curtain .btn").tap()
    page.wait_for_selector('.filou[data-mine="true"]')


def test_one_device_hides_the_hand_between_players(house: House, visit: Visit) -> None:
    page = visit(house.url, size="phone", moving=True)
    ready(house, page)
    others = [{**DEVICE, "name": "Marci"}, {**DEVICE, "name": "Zita"}]
    go(page, f"#/t/{open_table(page, ME, *others)}")
    trio = ["Panni", "Marci", "Zita"]
    for name in trio:
        lift(page, name)
        person = Person(page, "touch", Post(None, "en"))
        card = person.cards()[0]
        secret = f"{name}: {card}, face down"
        person.lay(0)
        assert secret not in page.locator("body").inner_text()
    for name in trio:  # the bidding needs no secrets: nobody hands the device over
        expect(page.locator(".asked")).to_contain_text(name)
        page.wait_for_selector('.filou[data-mine="true"]')
        assert page.locator("[data-card], .peek, .purse:not(:has-text('?'))").count() == 0
        if name == "Marci":  # who wants to see the own cards asks for them
            page.get_by_role("button", name="Show my cards").tap()
            page.wait_for_selector(".hand [data-card]")
            assert page.locator(".row li .peek").count() == 1  # the own card, and no other's
        page.wait_for_selector(".dock:not(.handed)")  # no tap is taken for the last one's second
        page.locator("[data-do=bid]").tap()
    expect(page.locator(".asked")).to_contain_text("Panni")
    assert page.locator("[data-card]").count() == 0
