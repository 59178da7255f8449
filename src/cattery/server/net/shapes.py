"""JSON bodies of a bounded shape: how many things they hold and how deep, before any is looked at.

A validator that complains of each of 80,000 unknown fields takes as long as 80,000 requests, and to
read a megabyte of empty lists takes as long as fifty. So signs are counted first, and nothing is
read that has too many of them, unless all of them stand in one text, as in a saved match.
"""

from __future__ import annotations

import re

import orjson

MOST_VALUES = 2_000  # in all lists and objects together
DEEPEST = 12  # lists and objects inside each other
_TEXT_BEGINS = re.compile(rb'\s{0,99}\{\s{0,99}"text"\s{0,99}:\s{0,99}"')
_TEXT_ENDS = re.compile(rb"\s{0,99}\}\s{0,99}")


def holds_too_much(body: bytes) -> bool:
    """Whether a JSON text holds more than any message of ours; what is no JSON holds nothing.

    >>> holds_too_much(b'{"a": [1, 2]}'), holds_too_much(b"[" * 20 + b"]" * 20)
    (False, True)
    >>> holds_too_much(b'{"text": "%s"}' % (b"[]," * 5000)), holds_too_much(b"[]," * 5000)
    (False, True)
    """
    opened = body.count(b"[") + body.count(b"{")
    if opened + body.count(b",") > MOST_VALUES:
        return not _is_one_text(body)
    if opened <= DEEPEST:
        return False
    try:
        layer = [orjson.loads(body)]
    except ValueError:
        return False
    for _ in range(DEEPEST):
        layer = [one for each in layer for one in _held(each)]
    return any(isinstance(one, (dict, list)) for one in layer)


def _held(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _is_one_text(body: bytes) -> bool:
    """Whether a body is `{"text": "…"}`, or no JSON: no quote in between can end the text."""
    begins, end = _TEXT_BEGINS.match(body), body.rfind(b'"')
    if begins is None or not begins.end() <= end or not _TEXT_ENDS.fullmatch(body, end + 1):
        return False
    return body.count(b'"', begins.end(), end) == body.count(b'\\"', begins.end(), end)
