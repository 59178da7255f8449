"""Own bests in games for one, and what others made of the same dice."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request, Response

from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import (
    PROBLEMS,
    Device,
    KnownDevice,
    TableId,
    TheHall,
    TheRates,
    paying,
)
from cattery.server.storage.store import Row
from cattery.server.storage.writing import Conflict
from cattery.server.tables.head import options_key
from cattery.server.tables.versions import rules_in_force

router = APIRouter(responses=PROBLEMS, tags=["bests"])

SHOWN = 10  # bests per game and options
LOOKED_AT = 2000  # results of a browser that are looked through for them
COMPARED = 100  # results of the same dice
ROW_SECONDS = 0.00002  # of the loop, for each result that is read and told

SomeGame = Annotated[str | None, Query(pattern=r"^[a-z0-9_]{1,32}$")]


@router.get("/api/bests")
async def bests(
    request: Request, hall: TheHall, rates: TheRates, device: Device, game: SomeGame = None
) -> wire.BestList:
    """This browser's bests in games for one, the best first."""
    async with paying(request, rates) as pay:
        rows = await hall.store.bests(device, game, LOOKED_AT)
        pay(len(rows) * ROW_SECONDS)
    count: Counter[tuple[str, str]] = Counter()
    shown = []
    for row in rows:
        kind = row["game"], row["options"]
        count[kind] += 1
        if count[kind] <= SHOWN:
            shown.append(_best(row))
    return wire.BestList(bests=shown)


def _best(row: Row) -> wire.Best:
    return wire.Best(
        table=row["table_id"],
        game=row["game"],
        options=orjson.loads(row["options"]),
        points=row["points"],
        at=row["at"],
        known_dice=row["known_dice"],
        dice=row["dice"],
        name=row["name"],
        hidden=row["hidden"],
    )


@router.delete("/api/bests", status_code=204)
async def forget_all(hall: TheHall, device: Device, game: SomeGame = None) -> Response:
    """Forget all results of this browser, or those of a game."""
    await hall.store.drop_results(device, game)
    return Response(status_code=204)


@router.put("/api/bests/{table_id}", status_code=204)
async def change(
    hall: TheHall, device: Device, table_id: TableId, wish: wire.ChangeBest
) -> Response:
    """Hide the name of an own result from those who compare, or show it."""
    try:
        await hall.store.hide_result(device, table_id, wish.hidden)
    except Conflict:
        raise no.NoResult from None
    return Response(status_code=204)


@router.delete("/api/bests/{table_id}", status_code=204)
async def forget(hall: TheHall, device: Device, table_id: TableId) -> Response:
    """Forget an own result."""
    try:
        await hall.store.drop_result(device, table_id)
    except Conflict:
        raise no.NoResult from None
    return Response(status_code=204)


@router.get("/api/tables/{table_id}/compare")
async def compare(
    request: Request, hall: TheHall, rates: TheRates, device: KnownDevice, table_id: TableId
) -> wire.Comparison:
    """What people on this server made of the same game, options and dice."""
    async with paying(request, rates) as pay:
        live = await hall.get(table_id, pay)
        async with hall.fresh(live) as table:
            dice, head = table.dice, table.head
            if dice is None:
                raise no.NoKnownDice if table.state == "over" else no.NotOver
        rows = await hall.store.same_dice(
            table.game,
            head.rules or rules_in_force(table.game),
            options_key(head.options),
            dice,
            COMPARED,
        )
        pay(len(rows) * ROW_SECONDS)
    return wire.Comparison(
        game=table.game,
        options=head.options,
        dice=dice,
        results=[compared(row, device) for row in rows],
    )


def compared(row: Row, device: str | None) -> wire.ComparedResult:
    """A result as somebody may see it who played with the same dice."""
    own = device is not None and row["device"] == device
    return wire.ComparedResult(
        table=row["table_id"] if own else None,
        seat=row["seat"],
        seats=row["seats"],
        name=None if row["hidden"] and not own else row["name"] or None,
        you=own,
        points=row["points"],
        at=row["at"],
        known_dice=row["known_dice"],
    )
