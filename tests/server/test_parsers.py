"""Every parser that strangers can reach takes its largest allowed input in a moment."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import cattery
from cattery import Match, saved
from cattery.errors import CatteryError
from cattery.names import cleaned, plain
from cattery.server import wire
from cattery.server.api.games import POSITION_LENGTH
from cattery.server.net import shapes
from cattery.server.net.cookies import read_cookie
from cattery.server.net.guard import same_origin
from cattery.server.net.hosts import host_name
from cattery.server.net.shapes import DEEPEST, holds_too_much
from cattery.server.settings import ConnectionLimits, RequestLimits
from cattery.server.wire.fields import MOVE_LENGTH
from cattery.text import normal

SECONDS = 0.5  # of processor time: what is quadratic takes many times that
HEAD = ConnectionLimits().head_bytes
LIMITS = RequestLimits()


def _same_origin(text: str) -> None:
    same_origin({"headers": [(b"origin", text.encode()), (b"host", text.encode())]})


def _saved(text: str) -> None:
    saved.verify(text)
    saved.verify('{"format": "cattery match 2", "log": [' + text + "]}")
    with contextlib.suppress(ValueError):
        saved.verify(MATCH.replace('"k c3"', f'"{text}"'))


MATCH = Match.new("huupp", seed=1, options={"first": "0"})
MATCH.play("k c3", 0)
MATCH = MATCH.save()

PARSERS: dict[str, tuple[int, Callable[[str], object]]] = {
    "cookies": (HEAD, lambda text: read_cookie([(b"cookie", text.encode())], "cattery")),
    "hosts": (HEAD, host_name),
    "origins": (HEAD, _same_origin),
    "JSON": (LIMITS.file_bytes, lambda text: holds_too_much(text.encode())),
    "messages": (
        LIMITS.message_bytes,
        lambda text: wire.client_message.validate_json(
            '{"type": "command", "id": "1", "n": 0, "do": ' + text
        ),
    ),
    "names": (LIMITS.file_bytes, cleaned),
    "chat": (LIMITS.message_bytes, plain),
    "accents": (LIMITS.message_bytes, normal),
    "files": (LIMITS.file_bytes // 4, _saved),
}
for name in cattery.games():
    game = cattery.game(name)
    match = Match.new(game, seats=game.seats[0], seed=1)
    PARSERS[f"moves of {name}"] = (MOVE_LENGTH, lambda text, m=match: m.resolve(text, m.waiting[0]))
    PARSERS[f"positions of {name}"] = (
        POSITION_LENGTH,
        lambda text, g=game: g.from_position(text, g.seats[0], {}),
    )

# A megabyte of each, and whether it is read.
SHAPES = {
    "zeros": ("[" + "0," * 524_000 + "0]", False),
    "empty lists": ("[" + "[]," * 349_000 + "[]]", False),
    "objects": ("[" + "{}," * 349_000 + "{}]", False),
    "fields": ("{" + '"a":0,' * 174_000 + '"b":0}', False),
    "a text with a list": ('{"text":"",' + '"a":[' + "0," * 500_000 + '0],"b":""}', False),
    "a text that ends": ('{"text":"' + "," * 3_000 + '","a":"' + "," * 3_000 + '"}', False),
    "a text behind another field": ('{"a":0,"text":"' + "," * 500_000 + '"}', False),
    "a long text": ('{"text":"' + "x" * 1_000_000 + '"}', True),
    "a saved match": ('{ "text" : "' + '[{\\"move\\":0},' * 60_000 + '" }\n', True),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_signs_are_counted_before_a_body_is_read(
    shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read of what has too many; one long text is allowed whatever stands in it."""
    body, allowed = SHAPES[shape]
    monkeypatch.setattr(shapes.orjson, "loads", pytest.fail)
    assert holds_too_much(body.encode()) is not allowed


@given(st.recursive(st.integers() | st.text(), lambda some: st.lists(some, max_size=4)))
def test_what_is_small_is_judged_by_its_depth(value: Any) -> None:
    def depth(one: Any) -> int:
        return 1 + max(map(depth, one), default=0) if isinstance(one, list) else 0

    for deeper in range(16):
        assert holds_too_much(json.dumps(value).encode()) is (depth(value) > DEEPEST), deeper
        value = [value]


HOSTILE = [*'\\"[]{}(),:;=/ \t\n-+.*?0aA', "\\\\", '\\"', "[[", '{"a":', '"",', "a1", "1 "]
HOSTILE += [
    "\u0301\u0323",
    " a=",
    ";=",
    "k c3 ",
    "ő",
    "x-",
    "a,b;",
    "\u202e",
    "0x",
    "1e",
    "//",
    "::",
]
UNITS = st.text(min_size=1, max_size=6) | st.sampled_from(HOSTILE)


@pytest.mark.parametrize("parser", PARSERS)
@settings(max_examples=60)
@given(start=UNITS, unit=UNITS, end=UNITS)
@example(start='cattery="', unit="\\", end='"')
@example(start="", unit="[", end="")
@example(start="", unit="\u0301\u0323", end="")
def test_the_largest_input_is_read_in_a_moment(
    parser: str, start: str, unit: str, end: str
) -> None:
    longest, parse = PARSERS[parser]
    start, unit, end = (part.encode("utf-8", "replace").decode() for part in (start, unit, end))
    room = longest - len((start + end).encode())  # the end is kept: it may be what closes a quote
    text = start + unit * (room // len(unit.encode())) + end
    began = time.thread_time()
    with contextlib.suppress(CatteryError, ValueError):
        parse(text)
    assert time.thread_time() - began < SECONDS
