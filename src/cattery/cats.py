"""The bots' names; their faces are in `cats.toml` too, for the page."""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path


@cache
def names_by_kind() -> dict[str, tuple[str, ...]]:
    """What the bots of each kind are called."""
    text = (Path(__file__).parent / "cats.toml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for cat in tomllib.loads(text)["cat"]:
        found.setdefault(cat["kind"], []).append(cat["name"])
    return {kind: tuple(names) for kind, names in found.items()}


def draw_name(kind: str, taken: Collection[str]) -> str:
    """A name for a bot of this kind that nobody at the table has; empty where there is none.

    Where a kind has no names of its own, as `style:bluffer`, those of all such kinds are its.
    """
    known = names_by_kind()
    names = known.get(kind) or known.get(kind.partition(":")[0], ())
    free = [name for name in names if name not in taken]
    return secrets.choice(free) if free else ""
