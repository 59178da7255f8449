"""A database that an older server wrote is opened, brought up to date, and played on.

`tests/fixtures/make_old_tables.py` says how it was made.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import cattery
from cattery.server.settings import Settings
from server.running import GENEROUS, Browser, Line, Server, ready

FIXTURES = Path(__file__).parent.parent / "fixtures"
OLD: list[dict[str, Any]] = json.loads((FIXTURES / "old_tables.json").read_text("utf-8"))
TOKENS = [letter * 43 for letter in "ABCDEFG"]
MOVES = 6  # of people, after the server was replaced by a newer one


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Today's server on yesterday's database."""
    folder = tmp_path_factory.mktemp("old")
    with sqlite3.connect(folder / "tables.db") as database:
        database.executescript((FIXTURES / "old_tables.sql").read_text("utf-8"))
    settings = Settings(port=0, database=str(folder / "tables.db"), limits=GENEROUS, bot_delay=0)
    server = Server(folder, settings).start()
    for game in {table["game"] for table in OLD}:
        ready(server, game)
    yield server
    server.stop()
    assert "Traceback" not in server.log(), server.log()


@pytest.mark.parametrize("old", OLD, ids=lambda old: f"{old['game']}: {old['what']}")
def test_an_old_table_opens_as_it_was_and_goes_on(newer: Server, old: dict[str, Any]) -> None:
    """Seats, log, chat and result are there; an open table starts, a match is played on."""

    async def scene() -> None:
        seen = await Browser(newer, TOKENS[0]).get(f"/api/tables/{old['id']}")
        table = seen["table"]
        assert (table["state"], seen["n"]) == (old["state"], old["n"])
        assert [line["text"] or line["phrase"] for line in seen["chat"]] == old["chat"]
        assert table["result"] == old["result"]
        for now, then in zip(table["seats"], old["seats"], strict=True):
            assert {key: now[key] for key in then} == then
        people = [seat for seat, one in enumerate(old["seats"]) if one["who"] == "person"]
        async with AsyncExitStack() as stack:
            lines = {
                seat: await stack.enter_async_context(Browser(newer, TOKENS[seat]).at(old["id"]))
                for seat in people
            }
            if old["state"] == "open":
                people = await _fill(newer, old["id"], lines, stack)
            if old["state"] != "over":
                await _play_on(lines, random.Random(1))
                await _give_up(lines)
        verdict = await Browser(newer).get(f"/api/tables/{old['id']}/verify")
        assert (verdict["ok"], verdict["text"]) == (True, "")

    asyncio.run(scene())


async def _fill(
    server: Server, table: str, lines: dict[int, Line], stack: AsyncExitStack
) -> list[int]:
    """The last one joins, and the match begins."""
    seat = len(lines)
    browser = Browser(server, TOKENS[seat])
    await browser.post(f"/api/tables/{table}/join")
    lines[seat] = await stack.enter_async_context(browser.at(table))
    for number in range(1, seat + 1):  # the first has added to the seed before
        await lines[number].do("contribute", seat=number, text="new")
    for line in lines.values():
        await line.until_table(state="playing")
    return list(lines)


async def _play_on(lines: dict[int, Line], rng: random.Random) -> None:
    for _ in range(MOVES):
        while True:
            newest = max(line.n for line in lines.values())
            for line in lines.values():
                while line.n < newest:
                    await line.next()
            turn = [seat for seat, line in lines.items() if line.legal(seat)]
            if turn:
                break
            await next(iter(lines.values())).next()
        line = lines[turn[0]]
        await line.do("play", seat=turn[0], move=rng.choice(line.legal(turn[0])))


async def _give_up(lines: dict[int, Line]) -> None:
    """Everybody but one, and then the bots play on, or the match is over."""
    for seat, line in lines.items():
        if line.table["state"] == "over":
            break
        answer = await line.ask({"type": "resign", "seat": seat})
        assert answer["type"] == "ack" or answer["code"] == "match_over"
    for line in lines.values():
        await line.until_table(state="over")


def test_the_fixture_holds_every_game_of_its_day() -> None:
    """And every state."""
    assert {table["game"] for table in OLD} <= set(cattery.games())
    assert {table["state"] for table in OLD} == {"open", "playing", "over"}
