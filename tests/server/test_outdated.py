"""Matches of other rules than those in force: seen, replayed and downloaded, but not played on.

What was told is kept while the rules are in force. Then the rules change: here by changing what the
database says a match was begun under, so that nothing but what was kept can be shown.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cattery.server import wire
from cattery.server.tables.hall import Hall
from cattery.server.tables.past import Past
from cattery.server.thinking import recorder
from cattery.server.thinking.recorder import Recorder
from server.running import Browser, Line, Server, match_of_two, play_on, ready
from server.test_catching_up import Onlooker
from server.test_clock_jumps import in_hall, new_table

StartServer = Callable[..., Server]


def change_rules(database: str) -> None:
    """All matches were begun under rules of another day."""
    with sqlite3.connect(database) as connection:
        for table, text in connection.execute("SELECT id, head FROM tables").fetchall():
            head = json.loads(text)
            if head["started"] is not None:
                head["rules"] = "0:ancient"
                connection.execute(
                    "UPDATE tables SET head = ? WHERE id = ?", (json.dumps(head), table)
                )


def wait_for_record(database: str, table: str, n: int) -> None:
    """Until the match is written down, up to entry n."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        with sqlite3.connect(database) as connection:
            if connection.execute(
                "SELECT 1 FROM records WHERE table_id = ? AND n = ?", (table, n)
            ).fetchone():
                return
        time.sleep(0.2)
    pytest.fail("not written down")


def again(server: Server, other_rules: bool = True) -> None:
    """Start again, by other rules."""
    server.kill()
    if other_rules:
        change_rules(server.settings.database)
    server.start()


async def seen(server: Server, table: str, tokens: list[str]) -> dict[str, Any]:
    """All that people and strangers see of a match."""
    found: dict[str, Any] = {}
    for lang in ("en", "hu"):
        for who, browser in enumerate([*(Browser(server, token) for token in tokens), None]):
            asking = browser or Browser(server)
            found[f"table {lang} {who}"] = await asking.get(f"/api/tables/{table}?lang={lang}")
        for seat in ("", "&seat=0", "&seat=1"):
            answer = await Browser(server).http.get(f"/api/tables/{table}/replay?lang={lang}{seat}")
            found[f"replay {lang}{seat}"] = answer.status_code, answer.json()
    answer = await Browser(server).http.get(f"/api/tables/{table}/match")
    found["file"] = answer.status_code, answer.text
    return found


VOLATILE = ("now", "outdated", "version", "clock", "hints")
PASSING = ("here", "away_since", "replaceable")


def lasting(one: Any) -> Any:
    """Without what differs from moment to moment, and what can be played now."""
    if isinstance(one, dict):
        left_out = {*VOLATILE, *PASSING, "legal", "can", "waiting", "onlookers"}
        return {key: lasting(value) for key, value in one.items() if key not in left_out}
    return [lasting(each) for each in one] if isinstance(one, list) else one


def test_a_finished_match_is_seen_replayed_and_downloaded_as_before(start: StartServer) -> None:
    server = start()

    async def play() -> tuple[str, list[str], int]:
        browsers = [Browser(server), Browser(server)]
        async with match_of_two(*browsers) as (table, lines):
            await play_on(lines, 1000, random.Random(3))
            for line in lines:
                await line.until_table(state="over")
            return table, [browser.token for browser in browsers], lines[0].n

    table, tokens, n = asyncio.run(play())
    before = asyncio.run(seen(server, table, tokens))
    wait_for_record(server.settings.database, table, n)
    again(server)
    after = asyncio.run(seen(server, table, tokens))
    for what, value in before.items():
        assert lasting(after[what]) == lasting(value), what
    assert after["table en 0"]["table"]["outdated"]

    async def refused() -> None:
        browser = Browser(server, tokens[0])
        async with browser.at(table) as line:
            assert await line.refused("resign", seat=0) == "outdated"
            await line.do("say", phrase="hello")
            answer = await line.ask({"type": "rematch"})  # by the rules of today
            assert (answer["type"], bool(answer["table"])) == ("ack", True)
        problem = await browser.post(f"/api/tables/{table}/analysis", status=410)
        assert problem["code"] == "outdated"

    asyncio.run(refused())
    assert "Traceback" not in server.log()


def test_a_match_that_was_left_is_seen_and_not_played_on(
    start: StartServer,
) -> None:
    """Written down after the start, as it wasn't before; each sees what was theirs to see."""
    server = start(record_seconds=1)
    ready(server, "filou")

    async def play() -> tuple[str, list[str], list[Any], int]:
        browsers = [Browser(server) for _ in range(3)]
        seats = [{"who": "me"}, {"who": "open"}, {"who": "open"}]
        made = await browsers[0].post("/api/tables", {"game": "filou", "seats": seats})
        table = str(made["id"])
        for browser in browsers[1:]:
            await browser.post(f"/api/tables/{table}/join")
        lines: list[Line] = []
        for seat, browser in enumerate(browsers):
            socket = await browser.raw(table)
            lines.append(Line(socket))
            await lines[-1].hello()
            await lines[-1].do("contribute", seat=seat)
        for line in lines:
            await line.until_table(state="playing")
            while not line.sides:
                await line.next()
        await play_on(lines, 5, random.Random(4))
        told = [await browser.get(f"/api/tables/{table}?lang=en") for browser in browsers]
        for line in lines:
            await line.socket.close()
        return table, [browser.token for browser in browsers], told, told[0]["n"]

    table, tokens, told, n = asyncio.run(play())
    again(server, other_rules=False)
    wait_for_record(server.settings.database, table, n)
    again(server)

    async def look() -> None:
        stranger = await Browser(server).get(f"/api/tables/{table}?lang=en")
        assert [side["seat"] for side in stranger["sides"]] == [None]
        for seat, (token, before) in enumerate(zip(tokens, told, strict=True)):
            browser = Browser(server, token)
            now = await browser.get(f"/api/tables/{table}?lang=en")
            assert lasting(now) == lasting(before)
            assert now["sides"][0]["view"] != stranger["sides"][0]["view"], "own cards"
            async with browser.at(table) as line:
                assert line.legal(seat) == []
                assert await line.refused("play", seat=seat, move=0) == "outdated"
        assert (await browser.get(f"/api/tables/{table}/replay", status=409))["code"] == "not_over"
        assert (await browser.get(f"/api/tables/{table}/match", status=410))["code"] == "outdated"

    asyncio.run(look())
    assert "Traceback" not in server.log()


def test_a_match_that_nobody_wrote_down_hurts_nothing(start: StartServer) -> None:
    """Its table is there, with names and chat; the rest says why it can't be seen."""
    server = start()

    async def play() -> tuple[str, str]:
        browser = Browser(server)
        table = await browser.new_table("me", "device")
        async with browser.at(table) as line:
            for seat in range(2):
                await line.do("contribute", seat=seat)
            await line.do("say", phrase="hello")
            await line.do("resign", seat=0)
            await line.until_table(state="over")
        return table, browser.token

    table, token = asyncio.run(play())
    server.kill()
    with sqlite3.connect(server.settings.database) as connection:
        connection.execute("DELETE FROM records")
    again(server)

    async def look() -> None:
        browser = Browser(server, token)
        found = await browser.get(f"/api/tables/{table}")
        assert (found["table"]["state"], found["sides"], found["n"]) == ("over", [], 1)
        assert found["chat"][0]["phrase"] == "hello"
        for path in ("replay", "match", "verify"):
            assert (await browser.get(f"/api/tables/{table}/{path}", status=410))[
                "code"
            ] == "outdated"
        mine = (await browser.get("/api/tables/mine"))["tables"]
        assert [one["id"] for one in mine] == [table]

    asyncio.run(look())
    assert "Traceback" not in server.log()


def test_a_record_comes_back_as_it_was_kept() -> None:
    told = {"n": 0, "lines": {"en": ["so"], "hu": ["úgy"]}}
    replay = {"names": {"en": ["You"], "hu": ["Te"]}, "frames": [{"told": None}, {"told": told}]}
    past = Past(1, True, {"winners": [0]}, "00", "{}")
    past.keep(0, {"cards": 5}, replay, replay)
    back = Past.from_json(past.to_json())
    assert back == past
    assert (back.side(0, "hu")["view"], back.side(0, "hu")["story"]) == (
        {"cards": 5},
        [{"n": 0, "lines": ["úgy"]}],
    )
    assert back.replay(0, "en")["names"] == ["You"]


class Written(Recorder):
    """A recorder that only says what it would write down, and how long that takes."""

    def __init__(self, takes: dict[str, float]) -> None:
        super().__init__(None, bool, 0.0)  # type: ignore[arg-type]
        self.takes, self.written = takes, list[str]()

    async def _record(self, table_id: str) -> None:
        self.written.append(table_id)
        await asyncio.sleep(self.takes.get(table_id, 0.0))

    async def write(self, times: int) -> None:
        """So many of those that are due."""
        for _ in range(times):
            table_id = self._next(time.monotonic())
            assert table_id is not None
            await self._record_next(table_id)


def test_matches_of_addresses_are_written_down_in_turn() -> None:
    async def scene() -> None:
        written = Written({f"many {k}": 0.01 for k in range(20)})
        for k in range(20):
            written.entered(f"many {k}", True, "greedy")
        await written.write(3)
        written.entered("single", True, "modest")
        await written.write(1)
        assert written.written == ["many 0", "many 1", "many 2", "single"]
        await written.write(17)
        assert written._next(time.monotonic()) is None

    asyncio.run(scene())


def test_a_match_that_takes_long_is_not_written_down_all_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recorder, "SLOW_SECONDS", 0.05)

    async def scene() -> None:
        written = Written({"long": 0.1})
        written.entered("long", True, "somebody")
        await written.write(1)
        written.entered("long", True, "somebody")
        written.entered("short", True, "somebody")
        await written.write(1)
        assert written.written == ["long", "short"]
        assert written._next(time.monotonic()) is None
        assert written._next(time.monotonic() + recorder.REST * 0.15) == "long"

    asyncio.run(scene())


def test_a_match_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one is written down by another process."""
    monkeypatch.setattr(recorder, "LONGEST_SECONDS", 0.05)
    ended: list[bool] = []

    class Store:
        async def load(self, table_id: str) -> Any:
            return table_id

    class Stuck(Recorder):
        def _can_be_read(self, stored: Any) -> bool:
            return True

        async def _made(self, stored: Any) -> bytes:
            await asyncio.sleep(60)
            return b""

        async def _end_process(self) -> None:
            ended.append(True)

    async def scene() -> None:
        stuck = Stuck(Store(), bool, 0.0)  # type: ignore[arg-type]
        await asyncio.wait_for(stuck._record("table"), 5)
        assert ended == [True]

    asyncio.run(scene())


def test_what_was_kept_is_unpacked_once_and_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked: list[threading.Thread] = []
    side = Past.side

    def counted(past: Past, seat: int | None, lang: str) -> dict[str, Any]:
        unpacked.append(threading.current_thread())
        return side(past, seat, lang)

    monkeypatch.setattr(Past, "side", counted)

    async def scene(hall: Hall) -> None:
        live = await new_table(hall)
        past = Past(0, True)
        past.keep(None, None, {"frames": []}, {"frames": []})
        live.table.past = past
        for _ in range(3):
            onlooker = Onlooker()
            await hall.greet(live, onlooker, wire.Hello(type="hello"))
            assert onlooker.heard[-1]["sides"][0]["story"] == []
        assert len(unpacked) == 1
        assert unpacked[0] is not threading.main_thread()

    in_hall(tmp_path, scene)
