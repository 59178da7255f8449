"""Tables of the small game that is played at once, for the tests."""

from __future__ import annotations

import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

from server.running import Browser, Line, Server

GAME = "sardines"  # reach 1 ... reach 5, done; who is caught: pay, run
SHELF = {"shelf": "ABCDE"}


async def open_table(browsers: list[Browser], bots: int = 0, **more: Any) -> str:
    """A table with a seat for each browser, then bots."""
    seats: list[dict[str, str]] = [{"who": "me"}, *[{"who": "open"}] * (len(browsers) - 1)]
    seats += [{"who": "bot", "bot": "random"}] * bots
    made = await browsers[0].post("/api/tables", {"game": GAME, "seats": seats, **more})
    for browser in browsers[1:]:
        await browser.post(f"/api/tables/{made['id']}/join")
    return str(made["id"])


@contextlib.asynccontextmanager
async def round_of(
    server: Server, people: int, bots: int = 0, **more: Any
) -> AsyncIterator[tuple[str, list[Line]]]:
    """A started match with a browser per person, at its first round."""
    browsers = [Browser(server) for _ in range(people)]
    table = await open_table(browsers, bots, **{"options": SHELF, **more})
    async with contextlib.AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(one.at(table)) for one in browsers]
        await begin(lines)
        yield table, lines


async def begin(lines: list[Line]) -> None:
    """Everybody is ready."""
    for seat, line in enumerate(lines):
        await line.do("contribute", seat=seat, text=f"from{seat}")
    for line in lines:
        await line.until_table(state="playing")


async def heard(lines: list[Line]) -> None:
    """Let every line know of the same entries."""
    newest = max(line.n for line in lines)
    for line in lines:
        while line.n < newest:
            await line.next()


async def play(line: Line, seat: int, *moves: str) -> None:
    """Steps of one turn."""
    for move in moves:
        await line.do("play", seat=seat, move=move)


async def play_to_the_end(line: Line, seat: int, rng: random.Random) -> None:
    """Random moves of one seat, whenever it may."""
    while line.table["state"] != "over":
        if seat in line.sides and line.legal(seat):
            await line.do("play", seat=seat, move=rng.choice(line.legal(seat)))
        else:
            await line.next()


def entries(line: Line, seat: int | None) -> list[dict[str, Any]]:
    """What a line was told of every entry, on one side."""
    return [
        {**side, "n": message["n"], "waiting": message["waiting"]}
        for message in line.heard
        if message["type"] == "entry"
        for side in message["sides"]
        if side["seat"] == seat
    ]
