"""Pictures of a running and of a finished match, for boards that draw nothing themselves."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi import FastAPI, Request

from cattery.match import Match
from cattery.server import wire
from cattery.server.api import pictures
from cattery.server.api.long_work import LongWork
from cattery.server.net.rates import Rates
from cattery.server.settings import RequestLimits
from cattery.server.tables.hall import Hall
from cattery.server.tables.live import now_ms
from cattery.server.tables.opening import open_table
from server.running import Browser, Server, match_of_two, play_on
from server.test_clock_jumps import in_hall


def test_a_seat_gets_its_own_side_and_a_stranger_the_onlookers(server: Server) -> None:
    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0"}) as (table, _):
            path = f"/api/tables/{table}/picture?seat=0&lang=en"
            mine = await one.get(path)
            assert mine["seat"] == 0
            assert mine["svg"].startswith("<svg")
            assert any("Other" in line for line in mine["spoken"])
            assert (await other.get(path))["seat"] is None
            assert (await Browser(server).get(path))["seat"] is None

    asyncio.run(scene())


def test_a_move_can_be_seen_before_it_is_made(server: Server) -> None:
    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0"}) as (table, lines):
            path = f"/api/tables/{table}/picture?seat=0&lang=en"
            after = await one.get(f"{path}&move=k c3")
            assert "c3" in " ".join(after["spoken"])
            assert after["svg"] != (await one.get(path))["svg"]
            assert (await one.get(f"{path}&move=k j9", status=422))["code"] == "notation"
            assert lines[0].n == 0

    asyncio.run(scene())


def test_only_a_finished_match_shows_its_past(server: Server) -> None:
    async def scene() -> None:
        one, other = Browser(server), Browser(server)
        async with match_of_two(one, other, options={"first": "0"}) as (table, lines):
            path = f"/api/tables/{table}/picture?lang=en"
            start = await one.get(path)
            await play_on(lines, 2, random.Random(1))
            assert (await one.get(f"{path}&n=0", status=409))["code"] == "not_over"
            await lines[0].do("resign", seat=0)
            assert (await Browser(server).get(f"{path}&n=0"))["svg"] == start["svg"]
            assert (await one.get(path))["n"] == 3

    asyncio.run(scene())


def test_the_past_is_drawn_one_by_one_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for many moments of long matches holds nobody up: nothing is written or read,
    the moments are played again in the line of long work, and each once."""
    again: list[int] = []
    until = Match.until

    def counted(match: Match, n: int) -> Match:
        assert threading.current_thread().name.startswith("long work")
        again.append(n)
        return until(match, n)

    async def scene(hall: Hall) -> None:
        hall.compiler.ready = lambda game: True  # type: ignore[method-assign]
        seats = [wire.SeatWish(who="me"), wire.SeatWish(who="device")]
        live = await hall.create(
            open_table(wire.NewTable(game="huupp", seats=seats), "me", now_ms())
        )
        for n, what in ((0, wire.Start(type="start")), (0, wire.Resign(type="resign", seat=0))):
            command = wire.Command(type="command", id=what.type, n=n, do=what)
            await hall.command(live, "me", command)
        app = FastAPI()
        app.state.long_work = work = LongWork()
        request = Request({"type": "http", "client": ("192.0.2.1", 1), "headers": [], "app": app})
        monkeypatch.setattr(Match, "until", counted)
        monkeypatch.setattr(Match, "save", None)

        async def look(n: int) -> Any:
            rates, table = Rates(RequestLimits()), live.table.id
            answer = await pictures.picture_of_table(
                request, hall, rates, table, None, "en", None, n, None
            )
            return orjson.loads(bytes(answer.body))

        assert [(await look(n))["n"] for n in (0, 1, 0, 1, 99)] == [0, 1, 0, 1, 1]
        assert again == [0, 1]
        work.close()

    in_hall(tmp_path, scene)
