"""The server itself: its health, the browser that asks, words, and how others reach it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

import cattery
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.api.requests import (
    NOT_READY,
    PROBLEMS,
    SVG,
    KnownDevice,
    TheHall,
    TheRates,
    in_thread,
    is_host,
    paying,
    the_device,
)
from cattery.server.net import guard
from cattery.server.net.addresses import qr_svg
from cattery.server.net.browsers import Browsers, hashed
from cattery.server.tables.hall import LOOK_SECONDS, Hall
from cattery.server.tables.live import now_ms
from cattery.server.tables.opening import phrases
from cattery.text import shared_words

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


@router.get("/api/me", tags=["server"], response_model=wire.Me)
async def me(
    request: Request, response: Response, hall: TheHall, rates: TheRates, renewed: bool = False
) -> Any:
    """This browser; sets its cookie. One that comes with a new token has what it had before."""
    browsers: Browsers = request.app.state.browsers
    async with paying(request, rates) as pay:
        pay(LOOK_SECONDS)
        if not renewed and (before := await browsers.before_tls(request.scope)):
            rates.heavy.check(guard.asker(request.scope))
            return await _renew(request, hall, before, "me?renewed=true")
        device = await the_device(request, response, rates)
        seats, others = await hall.store.standing(device, now_ms())
        if others:
            for old in await hall.take_over(device):
                browsers.forget_old(old)
            seats, _ = await hall.store.standing(device, now_ms())
        return wire.Me(
            seats=seats,
            local=guard.is_local(request.scope),
            server=wire.ServerInfo(
                version=cattery.__version__,
                open_tables=hall.settings.open_tables,
                network=request.app.state.listeners.network,
                phrases=phrases(),
            ),
        )


@router.post(
    "/api/me/token",
    tags=["server"],
    status_code=303,
    response_class=Response,
    responses={303: {"description": "A new cookie; see /api/me with it"}},
)
async def forget_other_devices(
    request: Request, hall: TheHall, rates: TheRates, device: KnownDevice
) -> Response:
    """A new token for this browser, which has all its seats and results as soon as it comes with
    it to /api/me; whoever else has the old one, on a device left behind, holds nothing then."""
    rates.heavy.check(guard.asker(request.scope))
    if device is None:
        raise no.NoDevice
    return await _renew(request, hall, [device], "../me")


async def _renew(request: Request, hall: Hall, before: list[str], to: str) -> Response:
    """Give a browser a new token and send it to `me`. Until it has come there it has the old one:
    an answer that gets lost takes nothing away."""
    browsers: Browsers = request.app.state.browsers
    token = browsers.tokens.new()
    await hall.store.renew(hashed(token), before, now_ms())
    answer = RedirectResponse(to, 303)
    browsers.give(request.scope, answer, token)
    return answer


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
