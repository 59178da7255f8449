"""The server itself: its health, the browser that asks, words, and how others reach it."""

from __future__ import annotations

import contextlib
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

import cattery
from cattery.errors import CatteryError
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import (
    NOT_READY,
    PROBLEMS,
    SVG,
    Device,
    KnownDevice,
    TheHall,
    TheRates,
    in_thread,
    is_host,
    paying,
)
from cattery.server.api.tables import LISTED, held_seats
from cattery.server.net import guard
from cattery.server.net.addresses import qr_svg
from cattery.server.net.browsers import Browsers, hashed
from cattery.server.tables.commands import change_device
from cattery.server.tables.hall import Hall, Pay
from cattery.server.tables.opening import phrases
from cattery.text import shared_words

MOST_TABLES = 10_000  # of one browser, that a new token takes along

router = APIRouter(responses=PROBLEMS)


@router.get("/healthz", tags=["server"], responses=NOT_READY)
async def health(hall: TheHall) -> wire.Health:
    """Whether server and database answer, and whether the database takes what is written."""
    return wire.Health(
        ok=True,
        version=cattery.__version__,
        tables=await hall.check_database(),
        sockets=hall.sockets,
    )


@router.get("/api/me", tags=["server"])
async def me(request: Request, hall: TheHall, device: Device) -> wire.Me:
    """This browser; sets its cookie."""
    mine = await hall.store.tables_of(device, LISTED)
    return wire.Me(
        seats=sum(len(held_seats(row, device)) for row in mine),
        local=guard.is_local(request.scope),
        server=wire.ServerInfo(
            version=cattery.__version__,
            open_tables=hall.settings.open_tables,
            network=request.app.state.listeners.network,
            phrases=phrases(),
        ),
    )


@router.post("/api/me/token", tags=["server"], status_code=204)
async def forget_other_devices(
    request: Request, response: Response, hall: TheHall, rates: TheRates, device: KnownDevice
) -> None:
    """A new token for this browser, which takes all its seats and results along; whoever else has
    the old one, on a device left behind, holds nothing any more."""
    rates.heavy.check(guard.asker(request.scope))
    if device is None:
        raise no.NoDevice
    browsers: Browsers = request.app.state.browsers
    token = browsers.tokens.new()
    async with paying(request, rates) as pay:
        await move_device(hall, device, hashed(token), pay)
    browsers.forget_old(device)
    browsers.give(request.scope, response, token)


async def move_device(hall: Hall, old: str, new: str, pay: Pay) -> None:
    """Give all that a browser has to another; all of it, or nothing."""
    moved: list[str] = []
    try:
        for row in await hall.store.tables_of(old, MOST_TABLES):
            live = await hall.get(row["id"], pay)
            await hall.act(live, lambda table, now: change_device(table, old, new), pay=pay)
            moved.append(row["id"])
        await hall.store.move_results(old, new)
    except CatteryError:
        for table_id in moved:
            with contextlib.suppress(CatteryError):
                live = await hall.get(table_id)
                await hall.act(live, lambda table, now: change_device(table, new, old))
        raise


@router.get("/api/words/{lang}", tags=["words"])
async def words(lang: wire.Lang) -> wire.WordList:
    """The words of the shared layers."""
    return wire.WordList(lang=lang, words=dict(shared_words(lang).templates))


@router.get("/api/invite", tags=["seats"])
async def addresses(request: Request) -> wire.Invitation:
    """Addresses of this server that work from other machines."""
    listeners = request.app.state.listeners
    return wire.Invitation(addresses=listeners.addresses(request), network=listeners.network)


@router.post("/api/invite", tags=["seats"])
async def open_to_network(request: Request, hall: TheHall) -> wire.Invitation:
    """Open a server that only this machine reaches to its network; for those who sit at it."""
    listeners = request.app.state.listeners
    if not listeners.network:
        if not is_host(request, hall):
            raise no.NotHere
        await listeners.open()
    return wire.Invitation(addresses=listeners.addresses(request), network=listeners.network)


@router.get("/api/qr.svg", tags=["seats"], response_class=Response, responses=SVG)
async def qr(
    request: Request, rates: TheRates, text: Annotated[str, Query(min_length=1, max_length=300)]
) -> Response:
    """A text, most often a link, as a QR code."""
    rates.pictures.check(guard.asker(request.scope))
    return Response(
        await in_thread(qr_svg, text),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store"},
    )
