"""Matches played past the page, by the server's API: quickly, to where something is to be seen."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Page

from tests.browser.house import api

PATIENCE = 60  # seconds in which the others at a table must have moved


def command(page: Page, table: str, n: int, **do: Any) -> None:
    """Do something at a table as the browser of `page`."""
    body = {"type": "command", "id": f"{table}-{n}-{do['type']}", "n": n, "do": do}
    api(page, "POST", f"tables/{table}/commands", body)


def contribute(page: Page, table: str, *seats: int) -> None:
    """Add nothing to the seed for these seats: the match starts when all have added."""
    for seat in seats:
        command(page, table, seat, type="contribute", seat=seat, text="")


def stand(page: Page, table: str) -> dict[str, Any]:
    """Everything that the browser may see of a table."""
    found: dict[str, Any] = api(page, "GET", f"tables/{table}")
    return found


def play_some(page: Page, table: str, decisions: int, seed: int) -> dict[str, Any]:
    """Make so many decisions at random, or fewer if the match is over; how it stands then."""
    hand = random.Random(seed)
    last = time.monotonic()
    while True:
        now = stand(page, table)
        choices = [(side["seat"], side["legal"]) for side in now["sides"] if side["legal"]]
        if now["table"]["state"] == "over" or (choices and decisions == 0):
            return now
        if choices:
            seat, legal = choices[0]
            command(page, table, now["n"], type="play", seat=seat, move=hand.choice(legal))
            decisions, last = decisions - 1, time.monotonic()
        assert time.monotonic() - last < PATIENCE, "nobody has moved"
        page.wait_for_timeout(0 if choices else 40)
