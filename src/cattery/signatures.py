"""Signatures by which a server vouches for the matches that were played on it: Ed25519.

Keys and signatures are hex. They need the package `cryptography`, without which everything else
works: it is loaded when something is signed or checked.
"""

from __future__ import annotations

import secrets
from importlib.util import find_spec

KEY = "[0-9a-f]{64}"  # a public key, as a pattern
SIGNATURE = "[0-9a-f]{128}"
_CONTEXT = b"cattery match\n"  # so that nothing else that a key might ever sign passes for a match


def available() -> bool:
    """Whether signatures can be made and checked here."""
    try:
        return find_spec("cryptography") is not None
    except ValueError:  # somebody has put it out of reach
        return False


def new_secret() -> str:
    """A secret key that nobody guesses."""
    return secrets.token_hex(32)


def public_key(secret: str) -> str:
    """The public key that goes with a secret one.

    >>> public_key("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    return private.public_key().public_bytes_raw().hex()


def sign(secret: str, contents: bytes) -> str:
    """The signature of a match's contents."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    return private.sign(_CONTEXT + contents).hex()


def fits(public: str, signature: str, contents: bytes) -> bool:
    """Whether whoever has the secret to a public key has signed these contents.

    >>> secret = new_secret()
    >>> signature = sign(secret, b"a match")
    >>> fits(public_key(secret), signature, b"a match")
    True
    >>> fits(public_key(secret), signature, b"another")
    False
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), _CONTEXT + contents)
    except (InvalidSignature, ValueError):
        return False
    return True
