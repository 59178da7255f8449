"""Games for one: results, own bests, and known dice that others can have too."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from server.running import Browser, Line, Server, ready
from server.together import GAME, SHELF, play_to_the_end, round_of

DICE = "5a" * 32
LAZY = ("reach 1", "done")  # the same in every round; whoever is caught pays


@pytest.fixture(scope="module", autouse=True)
def _game_is_ready(server: Server) -> None:
    ready(server, GAME)


async def play_alone(
    browser: Browser, moves: tuple[str, ...] = LAZY, **more: Any
) -> tuple[str, Line]:
    """A whole game for one; its table, and all that was heard."""
    asked = {"game": GAME, "seats": 1, "name": "Mici", "options": SHELF, **more}
    table = str((await browser.post("/api/quick", asked))["id"])
    async with browser.at(table) as line:
        await line.do("contribute", seat=0, text="mine")
        while line.table["state"] != "over":
            for move in moves if len(line.legal(0)) > 2 else ("pay",):
                await line.do("play", seat=0, move=move)
            while not line.legal(0) and line.table["state"] != "over":
                await line.next()
    return table, line


async def bests(browser: Browser, query: str = f"?game={GAME}") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await browser.get(f"/api/bests{query}"))["bests"]
    return found


def test_a_game_for_one_is_played_to_its_points(server: Server) -> None:
    """One seat, no opponents: who plays to the end has a result, who gives up has none."""

    async def scene() -> None:
        browser = Browser(server)
        table, line = await play_alone(browser)
        result = line.table["result"]
        assert (result["winners"], result["resigned"]) == ([0], [])
        assert result["payoffs"] == [pytest.approx(result["scores"][0] / 100)]
        assert (await browser.get(f"/api/tables/{table}/verify"))["ok"]
        async with round_of(server, 1) as (_, (other,)):
            await other.do("resign", seat=0)
            assert other.table["state"] == "over"
            assert other.table["result"]["winners"] == []
            assert (await other.do("rematch"))["table"]

    asyncio.run(scene())


def test_own_bests_are_listed_by_points(server: Server) -> None:
    """For the browser that played, by game and options, without what was given up or played with
    others."""

    async def scene() -> None:
        browser = Browser(server)
        points = []
        for moves in (LAZY, ("reach 5", "reach 4", "done"), ("done",)):
            table, line = await play_alone(browser, moves)
            points.append((line.table["result"]["scores"][0], table))
        strict = {**SHELF, "cook": "strict"}
        await play_alone(browser, ("reach 2", "done"), options=strict)
        found = await bests(browser)
        same = [best for best in found if best["options"]["cook"] == "kind"]
        ordered = sorted(points, key=lambda one: -one[0])
        assert [best["points"] for best in same] == [one[0] for one in ordered]
        assert {best["table"] for best in same} == {one[1] for one in points}
        assert len(found) == 4
        assert {best["game"] for best in found} == {GAME}
        assert all(best["name"] == "Mici" and best["at"] for best in found)
        assert not any(best["known_dice"] for best in found)
        assert await bests(browser, "") == found
        assert await bests(browser, "?game=huupp") == []
        assert await bests(Browser(server)) == []

    asyncio.run(scene())


def test_what_was_given_up_or_played_with_others_is_no_best(server: Server) -> None:
    async def scene() -> None:
        browser = Browser(server)
        table = (await browser.post("/api/quick", {"game": GAME, "seats": 1}))["id"]
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            await line.do("play", seat=0, move="done")
            await line.do("resign", seat=0)
        table = (await browser.post("/api/quick", {"game": GAME, "seats": 2, "bot": "random"}))[
            "id"
        ]
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            await play_to_the_end(line, 0, random.Random(1))
        assert await bests(browser) == []

    asyncio.run(scene())


def test_at_most_ten_bests_of_a_kind_are_shown(server: Server) -> None:
    async def scene() -> None:
        browser = Browser(server)
        for _ in range(11):
            await play_alone(browser, ("done",))
        assert len(await bests(browser)) == 10

    asyncio.run(scene())


def test_known_dice_are_known_and_the_same_for_everybody(server: Server) -> None:
    """Whoever has the link has the same rolls; nobody adds to the seed; all of it is marked."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        table, line = await play_alone(one, dice=DICE)
        assert line.table["known_dice"]
        assert line.table["dice"] == line.table["fairness"]["seed"] == DICE
        assert line.table["fairness"]["contributions"] == [""]
        begun = next(m["table"] for m in line.heard if m["type"] == "snapshot" and m["sides"])
        assert begun["fairness"]["seed"] == DICE, "from the start"
        _, again = await play_alone(other, dice=line.table["dice"])
        assert again.table["result"] == line.table["result"]
        assert [side["view"] for side in _sides(again)] == [side["view"] for side in _sides(line)]
        (best,) = await bests(one)
        assert (best["known_dice"], best["dice"]) == (True, DICE)
        mine = (await one.get("/api/tables/mine"))["tables"]
        assert [card["known_dice"] for card in mine] == [True]
        assert (await one.get(f"/api/tables/{table}/verify"))["ok"]
        replay = await one.get(f"/api/tables/{table}/replay")
        assert replay["known_dice"]

    asyncio.run(scene())


def _sides(line: Line) -> list[dict[str, Any]]:
    return [m["sides"][0] for m in line.heard if m["type"] == "entry"]


def test_the_dice_of_any_finished_match_can_be_given_to_others(server: Server) -> None:
    """Though they were secret, and somebody had added to them; not before the end."""

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        table, line = await play_alone(one)
        assert not line.table["known_dice"]
        assert all(m["table"]["dice"] is None for m in line.heard if m["type"] == "snapshot")
        dice = line.table["dice"]
        assert dice not in (None, line.table["fairness"]["seed"])
        _, again = await play_alone(other, dice=dice)
        assert again.table["result"] == line.table["result"]
        seen = await Browser(server).get(f"/api/tables/{table}/compare")
        assert [(one["points"], one["known_dice"]) for one in seen["results"]] == [
            (line.table["result"]["scores"][0], False),
            (line.table["result"]["scores"][0], True),
        ]

    asyncio.run(scene())


def test_new_dice_can_be_known_dice_from_the_beginning(server: Server) -> None:
    async def scene() -> None:
        drawn = [(await play_alone(Browser(server), dice="new"))[1].table for _ in range(2)]
        assert all(table["known_dice"] for table in drawn)
        assert drawn[0]["dice"] != drawn[1]["dice"]

    asyncio.run(scene())


def test_results_with_the_same_dice_are_compared(server: Server) -> None:
    """The best first; a name can be hidden, a table's id is nobody else's."""
    dice = "77" * 32

    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        first, line = await play_alone(one, ("reach 5", "done"), dice=dice, name="Anna")
        second, _ = await play_alone(other, ("done",), dice=dice, name="Bence")
        await play_alone(other, dice="78" * 32)
        await play_alone(other, dice=dice, options={"shelf": "HGFED"})
        seen = await one.get(f"/api/tables/{second}/compare")
        assert (seen["game"], seen["dice"]) == (GAME, dice)
        found = [(each["name"], each["you"], each["table"]) for each in seen["results"]]
        assert found == [("Anna", True, first), ("Bence", False, None)]
        assert seen["results"][0]["points"] == line.table["result"]["scores"][0]
        await one.http.put(f"/api/bests/{first}", json={"hidden": True})
        assert (await bests(one))[0]["hidden"]
        results = (await other.get(f"/api/tables/{second}/compare"))["results"]
        assert [each["name"] for each in results] == [None, "Bence"]
        assert (
            await one.http.put(f"/api/bests/{second}", json={"hidden": True})
        ).status_code == 404
        assert (await one.http.delete(f"/api/bests/{second}")).status_code == 404
        assert (await one.http.delete(f"/api/bests/{first}")).status_code == 204
        assert await bests(one) == []
        results = (await other.get(f"/api/tables/{second}/compare"))["results"]
        assert [each["name"] for each in results] == ["Bence"]
        assert (await other.http.delete(f"/api/bests?game={GAME}")).status_code == 204
        assert await bests(other) == []

    asyncio.run(scene())


def test_people_at_one_table_are_compared_too(server: Server) -> None:
    """Those who played to the end themselves."""
    dice = "79" * 32

    async def scene() -> None:
        async with round_of(server, 3, bots=1, dice=dice) as (table, lines):
            await lines[2].do("resign", seat=2)
            await asyncio.gather(
                *(play_to_the_end(lines[seat], seat, random.Random(seat)) for seat in (0, 1))
            )
            await lines[0].until_table(state="over")
            scores = lines[0].table["result"]["scores"]
        results = (await Browser(server).get(f"/api/tables/{table}/compare"))["results"]
        found = sorted((each["seat"], each["points"]) for each in results)
        assert found == [(0, scores[0]), (1, scores[1])]
        assert {each["seats"] for each in results} == {4}

    asyncio.run(scene())


def test_known_dice_need_a_game_whose_chance_goes_by_moments(server: Server) -> None:
    """Elsewhere an undo would shift them, or they would tell what is in a hand."""

    async def scene() -> None:
        browser = Browser(server)
        seats = [{"who": "me"}, {"who": "bot"}]
        asked = {"game": "huupp", "seats": seats, "dice": DICE}
        assert (await browser.post("/api/tables", asked, status=409))["code"] == "no_known_dice"
        quick = {"game": "huupp", "dice": "new"}
        assert (await browser.post("/api/quick", quick, status=409))["code"] == "no_known_dice"
        for wrong in ("", "5a", "G" * 64, "5A" * 32):
            body = {"game": GAME, "seats": [{"who": "me"}], "dice": wrong}
            await browser.post("/api/tables", body, status=422)
        table = await browser.new_table()
        assert (await browser.get(f"/api/tables/{table}/compare", status=409))["code"] == "not_over"
        info = {game["name"]: game for game in (await browser.get("/api/games"))["games"]}
        assert (info["huupp"]["by_moment"], info[GAME]["by_moment"]) == (False, True)
        assert (info["huupp"]["at_once"], info[GAME]["at_once"]) == (False, True)

    asyncio.run(scene())


def test_an_arrangement_and_its_pictures_are_described(server: Server) -> None:
    """What the page needs for options of thousands of values, and for those with a picture."""

    async def scene() -> None:
        browser = Browser(server)
        info = await browser.get(f"/api/games/{GAME}?lang=en")
        shelf, cook = info["options"]
        assert (shelf["kind"], shelf["choose"], shelf["pictures"]) == ("arrangement", 5, False)
        assert "".join(letter["value"] for letter in shelf["letters"]) == "ABCDEFGH"
        assert [value["value"] for value in shelf["values"]] == ["random", "ABCDE", "HGFED"]
        assert (cook["kind"], cook["letters"], cook["pictures"]) == ("values", [], True)
        assert [value["about"] for value in cook["values"]] == [
            "Who is caught pays two points.",
            "Who is caught pays four points.",
        ]
        pictures = [
            (await browser.http.get(f"/api/games/{GAME}/picture.svg?shelf={shelf}")).text
            for shelf in ("ABCDE", "EDCBA")
        ]
        assert pictures[0] != pictures[1]
        bad = await browser.http.get(f"/api/games/{GAME}/picture.svg?shelf=AABCD")
        assert bad.status_code == 422

    asyncio.run(scene())


def test_hints_and_analysis_of_a_game_for_one_are_in_points(server: Server) -> None:
    """Nobody is there to be ahead of."""

    async def scene() -> None:
        browser = Browser(server)
        table = (await browser.post("/api/quick", {"game": GAME, "seats": 1}))["id"]
        async with browser.at(table) as line:
            await line.do("contribute", seat=0)
            hint = await browser.post(f"/api/tables/{table}/seats/0/hint?lang=en")
            assert hint["best"]["points"] > 0
            assert "point" in hint["worth"]
            await play_to_the_end(line, 0, random.Random(3))
        path = f"/api/tables/{table}/analysis"
        async with browser.http.stream("POST", path, timeout=120) as answer:
            news = [json.loads(line) async for line in answer.aiter_lines()]
        judged = [each["judgement"] for each in news if each["type"] == "judged"]
        assert judged
        assert all(each["points_cost"] >= 0 for each in judged)
        assert all(each["played"]["points"] is not None for each in judged)
        assert news[-1]["type"] == "done"
        assert news[-1]["summaries"][0]["mean_points"] >= 0

    asyncio.run(scene())
