"""Games with secrets on the wire: several browsers, a bot and an onlooker, to the end."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

import cattery
from server.running import Browser, Line, Server, ready

SECRETIVE = [name for name in cattery.games() if cattery.game(name).hidden]
Told = dict[int, dict[int | None, dict[str, Any]]]  # [n][viewer]


@pytest.mark.parametrize("game", SECRETIVE)
def test_a_secret_move_is_told_to_its_mover_alone(server: Server, game: str) -> None:
    """Over a whole match: whoever may not know a move gets neither its notation nor its id."""

    ready(server, game)

    async def scene() -> None:
        people = cattery.game(game).seats[0]
        browsers = [Browser(server) for _ in range(people)]
        table = await _open(browsers, game)
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(one.at(table)) for one in browsers]
            onlooker = await stack.enter_async_context(Browser(server).at(table))
            for seat, line in enumerate(lines):
                await line.do("contribute", seat=seat)
            await asyncio.gather(_watch(onlooker), *map(_play, range(people), lines))
            _check(_told([*lines, onlooker]))
        assert (await browsers[0].get(f"/api/tables/{table}/verify"))["ok"]

    asyncio.run(scene())


async def _open(browsers: list[Browser], game: str) -> str:
    """A table with a seat for each browser, the last one for a bot where the game has room."""
    room = (
        len(browsers) in cattery.game(game).seats and len(browsers) + 1 in cattery.game(game).seats
    )
    seats = [{"who": "me"}, *[{"who": "open"}] * (len(browsers) - 1)]
    seats += [{"who": "bot", "bot": "random"}] if room else []
    made = await browsers[0].post("/api/tables", {"game": game, "seats": seats})
    for browser in browsers[1:]:
        await browser.post(f"/api/tables/{made['id']}/join")
    return str(made["id"])


async def _watch(line: Line) -> None:
    while line.table["state"] != "over":
        await line.next()


async def _play(seat: int, line: Line) -> None:
    rng = random.Random(seat)
    while line.table["state"] != "over":
        if seat in line.sides and line.legal(seat):
            await line.do("play", seat=seat, move=rng.choice(line.legal(seat)))
        else:
            await line.next()


def _told(lines: list[Line]) -> Told:
    told: Told = {}
    for line in lines:
        for message in line.heard:
            if message["type"] == "entry":
                for side in message["sides"]:
                    told.setdefault(message["n"], {})[side["seat"]] = side["told"]
    return told


def _check(told: Told) -> None:
    hidden = 0
    for viewers in told.values():
        mover = viewers[None]["seat"]
        for viewer, seen in viewers.items():
            if viewer == mover:
                assert seen["move"] is not None
            elif seen["move"] is None:
                hidden += 1
                if mover in viewers:  # the mover's own words say more
                    assert seen["events"] != viewers[mover]["events"]
    assert hidden, "the game has secrets, but nothing was hidden"
