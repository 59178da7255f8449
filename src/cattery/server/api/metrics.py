"""`/metrics`: what this process has done and holds, as Prometheus reads it.

Off by default, and for the host alone. Numbers only: no table, name or address is in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from cattery.server import refusals as no
from cattery.server.api.requests import PROBLEMS, TheHall, is_host
from cattery.server.net.protocol import Http
from cattery.server.tables.hall import Hall
from cattery.server.thinking.bots import Bots

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
TEXT: dict[int | str, dict[str, object]] = {200: {"content": {"text/plain": {}}}}

router = APIRouter(responses=PROBLEMS)


@dataclass(frozen=True)
class Metric:
    """A number, or several told apart by one label."""

    name: str
    kind: str  # counter or gauge
    about: str
    value: float | Mapping[str, float]
    label: str = ""

    def lines(self) -> Iterator[str]:
        """The metric in Prometheus' text format.

        >>> print(*Metric("cats", "gauge", "Cats at home.", {"Mici": 1}, "name").lines(), sep="\\n")
        # HELP cats Cats at home.
        # TYPE cats gauge
        cats{name="Mici"} 1
        """
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} {self.kind}"
        if isinstance(self.value, Mapping):
            for key in sorted(self.value):
                yield f'{self.name}{{{self.label}="{key}"}} {self.value[key]}'
        else:
            yield f"{self.name} {self.value}"


@router.get("/metrics", tags=["server"], response_class=Response, responses=TEXT)
async def metrics(request: Request, hall: TheHall) -> Response:
    """Figures of the process that answers; with several workers each has its own."""
    if not hall.settings.metrics:
        raise no.NotFound
    if not is_host(request, hall):
        raise no.NotHere
    found = _figures(hall, request.app.state.bots)
    text = "".join(f"{line}\n" for metric in found for line in metric.lines())
    return Response(text, media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


def _figures(hall: Hall, bots: Bots) -> Iterator[Metric]:
    store, room = hall.store, Http.room
    yield Metric("cattery_moves_total", "counter", "Entries added to logs.", hall.entered)
    yield Metric(
        "cattery_refusals_total",
        "counter",
        "Commands and requests refused, by reason.",
        dict(hall.refused),
        "code",
    )
    yield Metric("cattery_sockets", "gauge", "Open sockets at tables.", hall.sockets)
    yield Metric("cattery_tables", "gauge", "Tables in memory.", hall.tables)
    yield Metric("cattery_writes_total", "counter", "Changes written to disk.", store.written)
    yield Metric("cattery_commits_total", "counter", "Transactions they shared.", store.commits)
    yield Metric(
        "cattery_commit_seconds_total", "counter", "Time those took.", round(store.busy, 6)
    )
    yield Metric("cattery_writes_waiting", "gauge", "Changes not yet written.", store.waiting)
    yield Metric("cattery_thoughts_total", "counter", "Moves thought out by bots.", bots.thoughts)
    yield Metric(
        "cattery_thinking_seconds_total", "counter", "Time that took.", round(bots.thought_for, 6)
    )
    waiting = bots.places.waiting
    yield Metric("cattery_bots_waiting", "gauge", "Tables whose bots wait to think.", waiting)
    yield Metric(
        "cattery_connections_refused_total", "counter", "Connections without room.", room.refused
    )
    yield Metric(
        "cattery_connections_ended_total", "counter", "Idle ones that gave way.", room.ended
    )
    yield Metric(
        "process_cpu_seconds_total", "counter", "Processor time.", round(time.process_time(), 3)
    )
    yield Metric("process_start_time_seconds", "gauge", "When it began.", hall.started / 1000)
