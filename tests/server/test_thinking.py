"""Bots think beside the server's loop: whoever plays at another table doesn't notice."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cattery
from cattery.server.app import create_app
from cattery.server.settings import Settings
from cattery.server.thinking import bots
from server.conftest import StartServer
from server.running import Browser, Line

HELD_UP = 0.050  # seconds: as long as a thought may hold up somebody else
PATIENCE = 60.0  # seconds, in which the bots move at all
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
    bots = next(game for game in games["games"] if game["name"] == "huupp")["bots"]
    strongest = [bot["name"] for bot in bots if bot["name"].startswith("level:")][-1]
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
            if not moved:
                await asyncio.wait_for(thinking.until("entry"), PATIENCE)
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


def test_only_so_many_bots_keep_their_thoughts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Matches against bots that are never finished must not fill the memory."""
    monkeypatch.setattr(bots, "MINDS", 2)

    async def scene() -> None:
        settings = Settings(database=str(tmp_path / "cats.db"))
        minds = bots.Bots(create_app(settings).state.hall)
        game = cattery.game("huupp")
        first = minds._mind(("one", 0), "level:1", game)
        minds._mind(("two", 0), "level:1", game)
        assert minds._mind(("one", 0), "level:1", game) is first
        minds._mind(("three", 0), "level:1", game)
        assert list(minds._minds) == [("one", 0), ("three", 0)]
        assert minds._mind(("one", 0), "level:2", game) is not first
        minds.close()

    asyncio.run(scene())


WARM = """
import sys, cattery
from cattery.analysis import hint
from cattery.players import Seat
from cattery.server.compiling import load
from numba.core.registry import CPUDispatcher

def compiled():
    modules = [module for name, module in sys.modules.items() if name.startswith("cattery")]
    kernels = {id(one): one for module in modules for one in vars(module).values()}
    found = [one for one in kernels.values() if isinstance(one, CPUDispatcher)]
    return {one.py_func.__qualname__: len(one.nopython_signatures) for one in found}

name = sys.argv[1]
load(name)
game = cattery.game(name)
assert game.hidden or game.chance or compiled()["transplant"], "bots keep their trees"
before = compiled()
match = cattery.Match.new(name, seats=cattery.game(name).seats[0], seed=1)
hint(Seat.of(match, match.waiting[0]), iterations=100)
assert compiled() == before, {key: n for key, n in compiled().items() if before.get(key) != n}
"""


@pytest.mark.parametrize("name", cattery.games())
def test_nothing_is_left_to_compile_for_hints(name: str) -> None:
    """Compiling in the server's own process would hold up everybody."""
    subprocess.run([sys.executable, "-c", WARM, name], check=True)
