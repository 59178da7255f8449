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


# How the key of a match's chance is made. Files and stored tables say by which version theirs was.
JOINED = 1  # the texts one after another: "ab" and "c" are as good as "a" and "bc"
COUNTED = 2  # each text behind its length
KEY_VERSIONS = (JOINED, COUNTED)


def key_of(seed: bytes, contributions: Sequence[str], version: int = COUNTED) -> bytes:
    """The key of a match's chance: its seed and what the players added, in the order of seats.

    A text's length is that of its UTF-8, in decimal digits with a colon behind them. Empty texts
    are counted too: the key of a match to which nobody has added anything mustn't be the seed's
    hash, which everybody is shown before the start.

    >>> seed = bytes(32)
    >>> key_of(seed, ["ab", "c"]) == key_of(seed, ["a", "bc"])
    False
    >>> key_of(seed, ["ab", "c"], JOINED) == key_of(seed, ["a", "bc"], JOINED)
    True
    """
    texts = [text.encode() for text in contributions]
    if version != JOINED:
        texts = [b"%d:%b" % (len(text), text) for text in texts]
    return hashlib.sha256(seed + b"".join(texts)).digest()
