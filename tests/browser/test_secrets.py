"""Who holds no seat can look on, and no more; asserted on the wire."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import hands
from tests.browser.conftest import DEVICE, ME, OPEN, Visit, go, new_table
from tests.browser.house import House

Frames = list[dict[str, Any]]


def listen(page: Page) -> Frames:
    """Everything the server sends to this page from now on."""
    frames: Frames = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))),
    )
    return frames


def ask(page: Page, table: str, action: dict[str, Any]) -> dict[str, Any]:
    """Send a command over a socket of the page's own browser, past the page's buttons."""
    answer: dict[str, Any] = page.evaluate(
        """([table, action]) => new Promise((done) => {
             const line = new WebSocket(
               new URL(`api/tables/${table}/socket`, document.baseURI).href.replace('http', 'ws'));
             line.onopen = () => {
               line.send(JSON.stringify({type: 'hello', since: null, lang: 'en'}));
               line.send(JSON.stringify({type: 'command', id: 'x1', n: 0, do: action}));
             };
             line.onmessage = ({data}) => {
               const message = JSON.parse(data);
               if (!['ack', 'nack'].includes(message.type)) return;
               line.close();
               done(message);
             };
           })""",
        [table, action],
    )
    return answer


COMMANDS: list[dict[str, Any]] = [
    {"type": "play", "seat": 0, "move": "k a1"},
    {"type": "preview", "seat": 0, "move": "k a1"},
    {"type": "undo", "seat": 0},
    {"type": "ask_take_back", "seat": 0},
    {"type": "answer_take_back", "seat": 0, "grant": True},
    {"type": "resign", "seat": 0},
    {"type": "leave", "seat": 0},
    {"type": "set_seat", "seat": 1, "who": "bot", "bot": "greedy"},
    {"type": "forfeit", "seat": 0},
    {"type": "say", "text": "let me in"},
]


@pytest.fixture
def at_table(house: House, visit: Visit) -> tuple[Page, Page, str, Frames]:
    """A player, an onlooker, their table, and what the onlooker is sent."""
    player = visit(house.url)
    table = new_table(player, ME, DEVICE, ghosts="off")
    go(player, f"#/t/{table}")
    hands.arrived(player, 0)
    onlooker = visit(house.url)
    frames = listen(onlooker)
    go(onlooker, f"#/t/{table}")
    hands.arrived(onlooker, 0)
    return player, onlooker, table, frames


def test_an_onlooker_sees_the_match_and_nothing_more(at_table: Any) -> None:
    player, onlooker, _, frames = at_table
    for move in hands.WITHOUT_GHOSTS[:4]:
        hands.play(player, move)
    hands.arrived(onlooker, 4)
    sides = [side for frame in frames for side in frame.get("sides", [])]
    assert len(sides) >= 5
    assert all(side["seat"] is None and side["legal"] == [] for side in sides)
    tables = [frame["table"] for frame in frames if frame.get("table")]
    assert all(table["you"] == [] and table["fairness"]["seed"] is None for table in tables)
    assert not any(seat["mine"] for table in tables for seat in table["seats"])
    text = json.dumps(frames)
    assert "token" not in text
    assert "device" not in text


def test_an_onlooker_cannot_move(at_table: Any) -> None:
    _, onlooker, _, _ = at_table
    assert onlooker.locator(".cell.can").count() == 0
    onlooker.locator('[data-place="c3"]').click()
    onlooker.wait_for_timeout(300)
    assert hands.entries(onlooker) == 0


@pytest.mark.parametrize("action", COMMANDS, ids=lambda action: action["type"])
def test_a_stranger_is_refused_on_the_wire(at_table: Any, action: dict[str, Any]) -> None:
    player, onlooker, table, _ = at_table
    answer = ask(onlooker, table, action)
    assert answer["type"] == "nack", answer
    assert hands.entries(player) == 0


def test_the_seed_is_told_only_at_the_end(at_table: Any) -> None:
    player, onlooker, _, frames = at_table
    for move in hands.WITHOUT_GHOSTS:
        hands.play(player, move)
    expect(onlooker.get_by_role("heading", name="Panni wins")).to_be_visible()
    last = [frame["table"] for frame in frames if frame.get("table")][-1]
    assert last["fairness"]["seed"]


def test_a_seat_moves_to_another_device_once(house: House, visit: Visit) -> None:
    phone = visit(house.url, size="phone")
    table = new_table(phone, ME, OPEN, ghosts="off")
    go(phone, f"#/t/{table}")
    phone.get_by_role("button", name="Invite").first.tap()
    phone.get_by_text("Continue on another device").tap()
    phone.get_by_role("button", name="Panni").tap()
    field = phone.get_by_role("dialog").get_by_label("Link")
    expect(field).to_have_value(re.compile("#/seat/"))
    link = field.input_value()
    laptop = visit(house.url + link[link.index("#") :])
    laptop.get_by_role("button", name="Take the seat").click()
    expect(laptop.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(laptop.locator("li", has_text="Panni")).to_contain_text("you")
    thief = visit(house.url + link[link.index("#") :])
    thief.get_by_role("button", name="Take the seat").click()
    expect(thief.get_by_role("alert")).to_be_visible()
