"""Figures and logs for the host: true, for nobody else, and without anything secret in them."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import sys

import httpx

from cattery.server.logs import JsonLines
from server.conftest import StartServer
from server.running import Browser, Server, match_of_two, play_on, whose_turn

LINE = re.compile(r'([a-z_]+)(?:\{[a-z]+="([a-z_]+)"\})? ([0-9.e+-]+)')


def _figures(server: Server) -> dict[str, float]:
    answer = httpx.get(f"{server.base}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found: dict[str, float] = {}
    for line in answer.text.splitlines():
        if line.startswith("#"):
            continue
        parts = LINE.fullmatch(line)
        assert parts is not None, line
        name, label, value = parts.groups()
        found[f"{name} {label}" if label else name] = float(value)
    return found


def test_figures_follow_what_happens(start: StartServer) -> None:
    server = start(metrics=True)
    before, refused = _figures(server), list[str]()

    async def scene() -> None:
        async with match_of_two(Browser(server), Browser(server)) as (_, lines):
            await play_on(lines, 6, random.Random(1))
            seat = await whose_turn(lines)
            assert seat is not None
            code = await lines[seat].refused("play", seat=seat, move="no such move")
            refused.append(code)
            during = _figures(server)
            assert during["cattery_sockets"] == 2
            assert during["cattery_tables"] == before["cattery_tables"] + 1

    asyncio.run(scene())
    after = _figures(server)
    assert after["cattery_moves_total"] - before["cattery_moves_total"] == 6
    assert after[f"cattery_refusals_total {refused[0]}"] == 1
    assert after["cattery_writes_total"] >= before["cattery_writes_total"] + 6
    assert after["cattery_commit_seconds_total"] > before["cattery_commit_seconds_total"]
    assert after["process_cpu_seconds_total"] > before["process_cpu_seconds_total"]


def test_figures_of_thinking(start: StartServer) -> None:
    server = start(metrics=True)

    async def scene() -> None:
        browser = Browser(server)
        async with browser.at(await browser.new_table("me", "bot", options={"first": "0"})) as line:
            await line.do("start")
            for _ in range(2):
                await line.do("play", seat=0, move=(await line.my_turn(0))[0])
            await line.my_turn(0)

    asyncio.run(scene())
    found = _figures(server)
    assert found["cattery_thoughts_total"] >= 1
    assert found["cattery_thinking_seconds_total"] > 0


def test_nobody_is_told_unless_the_host_wants_it(server: Server) -> None:
    assert not server.settings.metrics
    assert httpx.get(f"{server.base}/metrics").status_code == 404


def test_only_the_host_is_told(start: StartServer) -> None:
    server = start(metrics=True, host_token="of the house")
    address, passed_on = f"{server.base}/metrics", {"X-Forwarded-For": "192.0.2.1"}
    assert httpx.get(address, headers=passed_on).status_code == 403
    wrong = {**passed_on, "Authorization": "Bearer of the neighbours"}
    assert httpx.get(address, headers=wrong).status_code == 403
    right = {**passed_on, "Authorization": "Bearer of the house"}
    assert httpx.get(address, headers=right).status_code == 200


def test_json_logs_are_lines_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        problem = logging.LogRecord("cattery.x", logging.ERROR, "", 0, "a %s", ("cat",), None)
        problem.exc_info = sys.exc_info()
    line = JsonLines().format(problem)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["source"], told["message"]) == ("error", "cattery.x", "a cat")
    assert told["error"] == "ValueError"
    assert "two" in told["traceback"]
