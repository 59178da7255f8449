"""Bots think beside the server's loop: whoever plays at another table doesn't notice."""

from __future__ import annotations

import asyncio
import contextlib
import time

from server.conftest import StartServer
from server.running import Browser, Line

HELD_UP = 0.050  # seconds: as long as a thought may hold up somebody else
LISTENING = 3.0  # seconds, in which a bot of the highest level thinks three times
NOISE = 4  # a busy machine may be so many times slower with a thinker than without


async def round_trips(line: Line, seconds: float) -> list[float]:
    """How long the server's loop takes to answer, over and over, from the shortest."""
    found: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.monotonic()
        await line.send({"type": "ping", "t": len(found)})
        await line.until("pong", t=len(found))
        found.append(time.monotonic() - began)
        await asyncio.sleep(0.005)
    return sorted(found)


def most(found: list[float]) -> float:
    """What nine of ten stayed under."""
    return found[len(found) * 9 // 10]


async def bots_alone(browser: Browser) -> str:
    """A table at which two of the strongest bots play."""
    games = await browser.get("/api/games")
    strongest = next(game for game in games["games"] if game["name"] == "huupp")["bots"][-1]["name"]
    seats = [{"who": "bot", "bot": strongest}] * 2
    made = await browser.post("/api/tables", {"game": "huupp", "seats": seats})
    return str(made["id"])


def test_a_thinking_bot_holds_up_nobody_else(start: StartServer) -> None:
    """If thoughts ran in the loop, every answer would come a thought later: up to a second."""

    async def scene() -> None:
        server = start()
        guest, host = Browser(server), Browser(server)
        table, others = await guest.new_table("me", "open"), await bots_alone(host)
        async with guest.at(table) as line, host.at(others) as thinking:
            alone = await round_trips(line, LISTENING / 2)
            await thinking.do("start")
            await thinking.until("entry")
            beside, moved = await asyncio.gather(
                round_trips(line, LISTENING), moves_in(thinking, LISTENING)
            )
        assert moved, "the bots didn't move"
        assert most(beside) < max(HELD_UP, NOISE * most(alone)), (most(alone), most(beside))

    asyncio.run(scene())


async def moves_in(line: Line, seconds: float) -> int:
    """How many entries come in that time."""
    before = line.n
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await line.next()
    return line.n - before
