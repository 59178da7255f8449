"""What takes long is done elsewhere: nothing is compiled or described while others wait."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from cattery.server.app import create_app
from cattery.server.settings import Settings

Scene = Callable[[FastAPI, httpx.AsyncClient], Awaitable[None]]


def in_app(folder: Path, scene: Scene) -> None:
    """An application on a database of its own, without its background work: no game is ready."""
    app = create_app(Settings(database=str(folder / "tables.db")))

    async def run() -> None:
        await app.state.hall.store.open()
        await app.state.browsers.open()
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            await scene(app, client)
        await app.state.hall.store.close()

    asyncio.run(run())


@pytest.mark.parametrize("path", ["/api/verify", "/api/replay"])
@pytest.mark.parametrize("name", ["huupp", "\\u0068uupp", "h\\u0075upp"])
def test_a_strangers_file_has_no_game_compiled(tmp_path: Path, path: str, name: str) -> None:
    """However it writes the game's name: it waits until a process beside has compiled it."""

    async def scene(app: FastAPI, client: httpx.AsyncClient) -> None:
        text = f'{{"format":"cattery match 3","game":"{name}"}}'
        answer = await client.post(path, json={"text": text})
        assert (answer.status_code, answer.json()["code"]) == (503, "still_warming")

    in_app(tmp_path, scene)


def test_the_api_is_described_once_and_in_a_thread(tmp_path: Path) -> None:
    async def scene(app: FastAPI, client: httpx.AsyncClient) -> None:
        threads, describe = [], app.openapi

        def described() -> Any:
            threads.append(threading.current_thread())
            return describe()

        app.openapi = described  # type: ignore[method-assign]
        answers = await asyncio.gather(*(client.get("/api/openapi.json") for _ in range(3)))
        assert all("/api/me" in answer.json()["paths"] for answer in answers)
        assert len(threads) == 1
        assert threads[0] is not threading.main_thread()

    in_app(tmp_path, scene)
