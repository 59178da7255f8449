"""The application: the hall behind an HTTP API, a socket, and the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

import cattery
from cattery import signatures
from cattery.errors import CatteryError, UnknownGame
from cattery.server import page
from cattery.server import refusals as no
from cattery.server.api import (
    analysis,
    bests,
    daily,
    description,
    diagrams,
    games,
    keys,
    lessons,
    matches,
    metrics,
    moves,
    pictures,
    puzzles,
    server,
    tables,
)
from cattery.server.api.long_work import LongWork
from cattery.server.api.open_list import OpenList
from cattery.server.api.requests import Json, language_of
from cattery.server.net.addresses import is_loopback
from cattery.server.net.browsers import Browsers
from cattery.server.net.compression import Compression
from cattery.server.net.guard import Guard
from cattery.server.net.hosts import Hosts
from cattery.server.net.listeners import Listeners
from cattery.server.net.rates import Rates
from cattery.server.net.socket import TableSocket
from cattery.server.settings import Settings
from cattery.server.storage.bus import bus_for
from cattery.server.storage.signing_keys import SigningKeys
from cattery.server.storage.store import Store
from cattery.server.tables.hall import Hall
from cattery.server.thinking.analysis_jobs import AnalysisJobs
from cattery.server.thinking.bots import Bots
from cattery.server.thinking.hints import Hints
from cattery.server.thinking.recorder import Recorder

log = logging.getLogger("cattery.app")

LOOP_WAITS = 0.001  # seconds for which a thread may keep Python's lock from the loop


def create_app(settings: Settings) -> FastAPI:
    """The whole server for one process."""
    store = Store(settings.url(), settings.database_patience)
    hall = Hall(settings, store, bus_for(settings.url()))
    rates = Rates(settings.limits)
    app = FastAPI(
        title="Cattery",
        version=cattery.__version__,
        openapi_url=None,  # `description` has it
        docs_url=None,
        redoc_url=None,
        lifespan=_life(hall),
    )
    app.state.hall = hall
    app.state.browsers = browsers = Browsers(hall.store)
    app.state.signing_keys = SigningKeys(hall.store)
    app.state.rates = rates
    app.state.open_list = OpenList(hall)
    hosts = Hosts(settings.host, settings.hosts, network=not is_loopback(settings.host))
    app.state.listeners = Listeners(settings.host, settings.port, hosts)
    app.state.description = None
    subjects = (
        server,
        description,
        games,
        diagrams,
        lessons,
        puzzles,
        daily,
        moves,
        tables,
        matches,
        keys,
        pictures,
        analysis,
        bests,
        metrics,
    )
    for subject in subjects:
        app.include_router(subject.router)
    app.router.routes.append(Route("/api/{path:path}", _nothing_here))
    app.router.routes.append(Route("/{path:path}", page.serve_page, methods=["GET", "HEAD"]))
    app.add_exception_handler(CatteryError, _refuse)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(Compression)
    app.add_middleware(
        Guard,
        settings=settings,
        rates=rates,
        hosts=hosts,
        known=browsers.known,
        socket=TableSocket(hall, rates, browsers),
    )
    return app


def _life(hall: Hall) -> Any:
    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(LOOP_WAITS)
        await hall.store.open()
        await app.state.browsers.open()
        await _make_keys(app.state.signing_keys)
        app.state.bots = bots = Bots(hall)
        app.state.hints = hints = Hints(hall)
        app.state.long_work = long_work = LongWork()
        app.state.analysis_jobs = analysis_jobs = AnalysisJobs(hall.settings)
        recorder = Recorder(hall.store, hall.compiler.ready, hall.settings.record_seconds)
        hall.on_entry = recorder.entered
        recorder.start()
        await hall.bus.open(hall.hear)
        hall.compiler.start()
        sweeping = asyncio.create_task(hall.sweep_forever())
        try:
            yield
        finally:
            sweeping.cancel()
            await hall.compiler.stop()
            await analysis_jobs.close()
            await recorder.close()
            hints.close()
            long_work.close()
            await hall.close()
            bots.close()
            await hall.bus.close()
            await hall.store.close()

    return life


async def _make_keys(signing_keys: SigningKeys) -> None:
    """See to it at the first start that there is a key to sign matches with."""
    if signatures.available():
        await signing_keys.ring()
    else:
        log.warning("matches won't be signed: the package cryptography is missing")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, CatteryError)
    request.app.state.hall.refused[error.code] += 1
    status = getattr(error, "status", 404 if isinstance(error, UnknownGame) else 422)
    return _problem(error.code, error.rule, error.text(language_of(request)), status)


async def _unreadable(request: Request, error: Exception) -> Response:
    refusal = no.BadMessage()
    return _problem(refusal.code, None, refusal.text(language_of(request)), refusal.status)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, no.Refusal):  # raised while the body was read
        return await _refuse(request, error.__cause__)
    refusal = no.NotFound() if error.status_code == 404 else no.BadMessage()
    text = refusal.text(language_of(request))
    answer = _problem(refusal.code, None, text, error.status_code)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


async def _nothing_here(request: Request) -> Response:
    return await _refuse(request, no.NotFound())


async def _failed(request: Request, error: Exception) -> Response:
    refusal = no.Refusal()
    return _problem("failed", None, refusal.text(language_of(request)), 500)


def _problem(code: str, rule: str | None, text: str, status: int) -> Response:
    return Json({"code": code, "rule": rule, "text": text}, status)
