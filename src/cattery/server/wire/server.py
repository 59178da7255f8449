"""HTTP bodies about the server itself, and the one shape of a refusal."""

from __future__ import annotations

from cattery.server.wire.fields import Outgoing


class ServerInfo(Outgoing):
    """What this server offers."""

    version: str
    open_tables: bool  # whether open tables are listed
    network: bool  # reachable from other machines
    phrases: list[str]  # keys of the set phrases of the chat


class Me(Outgoing):
    """This browser, as the server knows it."""

    seats: int  # how many seats it holds
    local: bool  # on the server's own machine
    server: ServerInfo


class Invitation(Outgoing):
    """Addresses of the server that work from other machines, best first."""

    addresses: list[str]  # without a path: put the table's behind it
    network: bool


class Health(Outgoing):
    """The server answers, and so does its database."""

    ok: bool
    version: str
    tables: int
    sockets: int


class Problem(Outgoing):
    """Why a request was refused: the one error shape."""

    code: str
    rule: str | None = None
    text: str
