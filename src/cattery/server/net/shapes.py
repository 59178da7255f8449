"""JSON bodies of a bounded shape: how many things they hold and how deep, before any is looked at.

A validator that complains of each of 80,000 unknown fields takes as long as 80,000 requests.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import orjson

MOST_VALUES = 2_000  # in all lists and objects together
DEEPEST = 12  # lists and objects inside each other


def holds_too_much(body: bytes) -> bool:
    """Whether a JSON text holds more than any message of ours; what is no JSON holds nothing.

    >>> holds_too_much(b'{"a": [1, 2]}'), holds_too_much(b"[" * 20 + b"]" * 20)
    (False, True)
    """
    if not body:
        return False
    try:
        layer = [orjson.loads(body)]
    except ValueError:  # also what is nested so deep that it can't be read
        return body.count(b"[") + body.count(b"{") > MOST_VALUES
    values = 0
    for _ in range(DEEPEST):
        layer = [each for each in layer if isinstance(each, (dict, list))]
        values += sum(map(len, layer))
        if values > MOST_VALUES or not layer:
            return bool(layer)
        layer = [one for each in layer for one in _held(each)]
    return any(isinstance(each, (dict, list)) for each in layer)


def _held(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value
