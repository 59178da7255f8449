"""What requests bring along and what answers are made of: browser, language, refusals, JSON."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, TypeVar

import orjson
from fastapi import Depends, Path, Query, Request, Response

from cattery.game import Game
from cattery.game import game as find_game
from cattery.server import refusals as no
from cattery.server import wire
from cattery.server.net import guard
from cattery.server.net.browsers import Browsers
from cattery.server.net.rates import DEPOSIT, Rates
from cattery.server.tables.hall import Hall, Pay
from cattery.text import LANGUAGES

T = TypeVar("T")

# By reference, since FastAPI would make a field of each for each address, at every start; what is
# referred to comes from `NOT_READY`, which one address has.
PROBLEM = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"content": PROBLEM, "description": words}
    for status, words in (
        (401, "The browser sent no cookie"),
        (403, "Not allowed"),
        (404, "Not found"),
        (409, "Not possible now"),
        (413, "Too long"),
        (422, "Can't be read"),
        (429, "Too fast"),
        (503, "Not ready"),
    )
}
NOT_READY: dict[int | str, dict[str, Any]] = {
    503: {"model": wire.Problem, "description": PROBLEMS[503]["description"]}
}
SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}}, "description": "A picture"}
}

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{6,24}$")]
GameName = Annotated[str, Path(pattern=r"^[a-z0-9_]{1,32}$")]


class Json(Response):
    """JSON by orjson, dataclasses included."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, **more: Any) -> None:
        super().__init__(orjson.dumps(content), status_code, **more)
        self.headers.setdefault("cache-control", "no-store")


# Asynchronous, though they wait for nothing: FastAPI would take a thread for each otherwise.


async def the_hall(request: Request) -> Hall:
    """The tables."""
    hall: Hall = request.app.state.hall
    return hall


async def the_rates(request: Request) -> Rates:
    """The rate limits."""
    rates: Rates = request.app.state.rates
    return rates


def is_host(request: Request, hall: Hall) -> bool:
    """Whether whoever runs the server asks: at its own machine, or with the host's token."""
    token = hall.settings.host_token
    return guard.is_local(request.scope) or guard.has_token(request.scope, token)


async def the_language(request: Request, lang: Annotated[wire.Lang | None, Query()] = None) -> str:
    """The language asked for, or the browser's."""
    return lang or language_of(request)


def language_of(request: Request) -> str:
    """Hungarian if the browser prefers it, else English."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    return guard.language(request.scope)


TheHall = Annotated[Hall, Depends(the_hall)]
TheRates = Annotated[Rates, Depends(the_rates)]


async def the_device(request: Request, response: Response, rates: TheRates) -> str:
    """The browser, known by its cookie; a new one gets a cookie with the answer, but an address
    only so many: each has a share of its own."""
    browsers: Browsers = request.app.state.browsers
    if guard.asker(request.scope).browser is None and await browsers.device(request.scope) is None:
        rates.newcomers.check_one(guard.address(request.scope))
    return await browsers.welcome(request.scope, response)


async def known_device(request: Request) -> str | None:
    """The browser, if it has a cookie."""
    browsers: Browsers = request.app.state.browsers
    return await browsers.device(request.scope)


Language = Annotated[str, Depends(the_language)]
Device = Annotated[str, Depends(the_device)]
KnownDevice = Annotated[str | None, Depends(known_device)]


@contextlib.asynccontextmanager
async def paying(request: Request, rates: Rates) -> AsyncIterator[Pay]:
    """Wait for what the asker owes, if it isn't too much; what is told meanwhile of seconds of the
    loop is owed next."""
    account = rates.work.account(guard.asker(request.scope))
    if (owed := account.owed(DEPOSIT)) > 0:
        await account.put_off(owed, DEPOSIT)
    account.spend(-DEPOSIT)
    yield account.spend


async def in_thread(work: Callable[..., T], *args: Any) -> T:
    """Do something slow beside the event loop."""
    return await asyncio.get_running_loop().run_in_executor(None, work, *args)


def ready_game(hall: Hall, name: str) -> Game:
    """A game that can be used at once, or a refusal that says to wait."""
    game = find_game(name)
    if not hall.compiler.ready(name):
        failed = hall.compiler.state(name) == "failed"
        hall.compiler.want(name)
        raise no.WarmingFailed if failed else no.StillWarming
    return game
