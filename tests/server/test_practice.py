"""Lessons, puzzles and the deal of the day over HTTP."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from cattery import lessons, puzzles
from cattery.diagrams import diagrams
from cattery.match import Match
from cattery.server.tables.table import made_of
from server.running import Browser, Line, Server, ready
from server.together import GAME

TAUGHT = "huupp"
LAZY = ("reach 1", "done")
SAVED = Path(__file__).parents[1] / "fixtures" / "saved"


@pytest.fixture(scope="module", autouse=True)
def _games_are_ready(server: Server) -> None:
    ready(server, GAME)
    ready(server, TAUGHT)


def ask(server: Server, path: str, body: dict[str, Any], lang: str = "en") -> httpx.Response:
    return httpx.post(f"{server.base}/api/games/{path}?lang={lang}", json=body)


def test_a_lesson_goes_on_with_the_moves_that_it_asks_for(server: Server) -> None:
    """What was played comes back as scenes; other moves and steps are refused."""
    first = ask(server, f"{TAUGHT}/lesson", {"step": 1}, "hu").json()
    assert first["step"] == 1
    assert first["steps"] == len(lessons.lesson(TAUGHT).steps)
    assert "c3" in first["say"]
    (move,) = first["at"]["expected"]
    assert move in first["at"]["legal"]
    again = ask(server, f"{TAUGHT}/lesson", {"step": 2, "played": [move], "name": "Mici"}).json()
    assert again["at"]["names"][0] == "Mici"
    assert [scene["told"]["move"] for scene in again["at"]["scenes"]] == ["k c3", "k d4"]
    other = next(one for one in first["at"]["legal"] if one != move)
    for wrong in ({"step": 2, "played": [other]}, {"step": 2}, {"step": 150}):
        refused = ask(server, f"{TAUGHT}/lesson", wrong)
        assert (refused.status_code, refused.json()["code"]) == (422, "off_lesson")
    assert ask(server, f"{GAME}/lesson", {"step": 0}).status_code == 404


def test_a_lesson_previews_by_the_real_rules(server: Server) -> None:
    """A legal move is shown, an illegal one refused with its rule."""
    path = f"{TAUGHT}/lesson/preview"
    seen = ask(server, path, {"step": 1, "move": "k a1"}).json()["preview"]
    assert seen["events"][0]["type"] == "placed"
    refused = ask(server, path, {"step": 1, "move": "c a1"})
    assert refused.status_code == 422
    assert refused.json()["rule"]


def test_a_puzzle_is_set_and_solved(server: Server) -> None:
    """The right move brings what follows it, any other is refused."""
    listed = httpx.get(f"{server.base}/api/games/{TAUGHT}/puzzles").json()
    assert listed["count"] == len(puzzles.puzzles(TAUGHT)) > listed["today"]
    puzzle = ask(server, f"{TAUGHT}/puzzles/0", {}).json()
    right = puzzle["at"]["expected"]
    assert (puzzle["goal"], puzzle["turns"]) == ("win", 1)
    assert set(right) < set(puzzle["at"]["legal"])
    solved = ask(server, f"{TAUGHT}/puzzles/0", {"played": right[:1]}).json()
    assert solved["at"]["over"]
    wrong = next(one for one in puzzle["at"]["legal"] if one not in right)
    assert ask(server, f"{TAUGHT}/puzzles/0", {"played": [wrong]}).status_code == 422
    assert ask(server, f"{TAUGHT}/puzzles/0/preview", {"move": wrong}).json()["preview"]
    assert ask(server, f"{TAUGHT}/puzzles/9999", {}).status_code == 404
    assert httpx.get(f"{server.base}/api/games/{GAME}/puzzles").status_code == 404


def test_a_move_that_isnt_right_is_answered(server: Server) -> None:
    """The other's win is played to its end, and told in the language asked for."""
    number, puzzle = next(
        (n, one) for n, one in enumerate(puzzles.puzzles(TAUGHT)) if one.goal == "hold"
    )
    path = f"{TAUGHT}/puzzles/{number}"
    at = ask(server, path, {}).json()["at"]
    wrong = next(one for one in at["legal"] if one not in at["expected"])
    answer = ask(server, f"{path}/answer", {"move": wrong}, "hu").json()
    assert (answer["verdict"], answer["turns"]) == ("loses", 1)
    scenes = answer["at"]["scenes"]
    assert scenes[0]["told"]["seat"] == at["seat"]
    assert answer["told"][0] in [line for scene in scenes[1:] for line in scene["told"]["lines"]]
    assert answer["told"][0].startswith(answer["at"]["names"][1 - at["seat"]])
    assert answer["at"]["over"]
    for move, status in ((puzzle.right[0], 422), ("k a9", 422)):
        assert ask(server, f"{path}/answer", {"move": move}).status_code == status
    assert len(ask(server, path, {}).json()["why"]) == len(puzzle.right)


def test_diagrams_come_with_every_frame(server: Server) -> None:
    """What each move did is told in the language asked for; pictures come where they are wanted."""
    path = f"{server.base}/api/games/{TAUGHT}/diagrams"
    listed = httpx.get(f"{path}?lang=hu").json()["diagrams"]
    assert [one["text"] for one in listed] == [each.text for each in diagrams(TAUGHT, "hu")]
    first = listed[0]
    assert [frame["told"] and frame["told"]["move"] for frame in first["frames"]] == [None, "k c3"]
    assert first["names"] == ["Narancs", "Szürke"]
    assert first["frames"][1]["told"]["lines"][0] == "Narancs cicát tesz ide: c3"
    assert first["frames"][0]["view"] != first["frames"][1]["view"]
    assert first["frames"][0]["waiting"] == [0]
    assert first["frames"][0]["picture"] is None
    (drawn,) = httpx.get(f"{server.base}/api/games/{GAME}/diagrams?drawn=true").json()["diagrams"]
    assert (drawn["seat"], len(drawn["frames"])) == (1, 3)
    assert all("<svg" in frame["picture"]["svg"] for frame in drawn["frames"])
    assert httpx.get(f"{server.base}/api/games/nothing/diagrams").status_code == 404


async def play_daily(browser: Browser, name: str) -> dict[str, Any]:
    """Today's deal to its end; the table as it was then."""
    table = (await browser.post(f"/api/games/{GAME}/daily", {"name": name}))["id"]
    line: Line
    async with browser.at(table) as line:
        await line.do("contribute", seat=0, text="mine")
        while line.table["state"] != "over":
            for move in LAZY if len(line.legal(0)) > 2 else ("pay",):
                await line.do("play", seat=0, move=move)
            while not line.legal(0) and line.table["state"] != "over":
                await line.next()
        return dict(line.table)


def test_the_deal_of_the_day_is_the_same_for_all(server: Server) -> None:
    """Of each browser the first result is listed, for everybody to see."""

    async def scene() -> None:
        anna, mici = Browser(server), Browser(server)
        tables = [await play_daily(anna, "Anna"), await play_daily(mici, "Mici")]
        again = await play_daily(anna, "Anna")
        assert len({table["dice"] for table in (*tables, again)}) == 1
        assert all(table["known_dice"] for table in tables)
        found = (await mici.get(f"/api/games/{GAME}/daily"))["results"]
        assert sorted(one["name"] for one in found) == ["Anna", "Mici"]
        assert [one["name"] for one in found if one["you"]] == ["Mici"]
        assert found == sorted(found, key=lambda one: -one["points"])

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("saved", "made"),
    [
        ("huupp-draw", [0.5, 0.5]),
        ("huupp-on-whole", [1, 0]),
        ("huupp-on-resigned", [1, 0]),
        ("filou-3-whole", [82, 31, 15]),
    ],
)
def test_a_draw_is_no_defeat_where_nobody_counts_points(saved: str, made: list[float]) -> None:
    match = Match.load((SAVED / f"{saved}.json").read_text())
    found = [made_of(match, seat) for seat in range(match.seats)]
    if not match.game.points:
        found.sort(reverse=True)
    assert found == made


def test_a_game_without_rolls_has_a_deal_too(server: Server) -> None:
    """Its table has known dice, though nobody may ask for them otherwise."""

    async def scene() -> None:
        browser = Browser(server)
        table = (await browser.post(f"/api/games/{TAUGHT}/daily", {}))["id"]
        snapshot = await browser.get(f"/api/tables/{table}")
        assert snapshot["table"]["known_dice"]
        assert (await browser.get(f"/api/games/{TAUGHT}/daily"))["results"] == []

    asyncio.run(scene())
