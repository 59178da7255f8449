"""Pictures of a running and of a finished match, for boards that draw nothing themselves."""

from __future__ import annotations

import asyncio
import random

from server.running import Browser, Server, match_of_two, play_on


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
