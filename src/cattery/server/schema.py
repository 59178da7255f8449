"""`python -m cattery.server.schema` prints one JSON Schema of everything that travels.

`$defs` holds the socket's messages and the HTTP bodies; `ClientMessage` and `ServerMessage` are
its two unions, `AnalysisNews` what an analysis tells line by line. `games` holds each game's own
schema of moves, views and events.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Literal

import orjson
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

import cattery
from cattery.server import wire

Mode = Literal["validation", "serialization"]
_REF = "#/$defs/{model}"


def schema() -> dict[str, Any]:
    """One JSON Schema document for the page's types."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cattery",
        "$defs": dict(sorted(messages().items())),
        "games": {name: cattery.game(name).schema() for name in cattery.games()},
    }


def messages() -> dict[str, Any]:
    """The definitions of all that isn't a game's own.

    What comes in may leave out what has a default; what goes out is always complete, so its
    definitions win where both directions share a model.
    """
    incoming = [body for body in wire.BODIES if issubclass(body, wire.Incoming)]
    outgoing = [body for body in wire.BODIES if issubclass(body, wire.Outgoing)]
    return {
        **_bodies(incoming, "validation"),
        **_union("ClientMessage", wire.client_message, "validation"),
        **_bodies(outgoing, "serialization"),
        **_union("ServerMessage", wire.server_message, "serialization"),
        **_union("AnalysisNews", wire.analysis_news, "serialization"),
    }


def _bodies(models: Sequence[type[BaseModel]], mode: Mode) -> dict[str, Any]:
    _, whole = models_json_schema([(model, mode) for model in models], ref_template=_REF)
    return dict(whole["$defs"])


def _union(name: str, adapter: TypeAdapter[Any], mode: Mode) -> dict[str, Any]:
    whole = adapter.json_schema(ref_template=_REF, mode=mode)
    return {**whole.pop("$defs"), name: whole}


def main() -> None:
    """Write the schema to standard output."""
    sys.stdout.buffer.write(orjson.dumps(schema(), option=orjson.OPT_INDENT_2) + b"\n")


if __name__ == "__main__":
    main()
