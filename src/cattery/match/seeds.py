"""The seed of a match, and the key that its chance comes from."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence


def seed_bytes(seed: bytes | int | None) -> bytes:
    """32 bytes from a seed: drawn, hashed from an integer, or as they are.

    >>> seed_bytes(7) == seed_bytes(7) != seed_bytes(8)
    True
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, int):
        return hashlib.sha256(f"cattery seed {seed}".encode()).digest()
    if len(seed) != 32:
        raise ValueError("a seed is 32 bytes, or an integer")
    return seed


def key_of(seed: bytes, contributions: Sequence[str]) -> bytes:
    """The key of a match's chance: its seed and what the players added, in the order of seats."""
    return hashlib.sha256(seed + "".join(contributions).encode()).digest()
