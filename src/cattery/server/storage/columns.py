"""The columns of the database. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("state", String(8), nullable=False),  # open, playing, over
    Column("listed", Boolean, nullable=False),
    Column("version", Integer, nullable=False),  # rises with every change of `head`
    Column("head", Text, nullable=False),  # seats, options, clock rules, requests: JSON
    Column("seed", String(64), nullable=False),  # hex; secret until the match is over
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),  # entries and chat lines may be newer
    # What the server's running time was, in ms, when nothing had happened here for long.
    Column("aside", BigInteger),
    Index("tables_by_state", "state", "listed", "created"),
    Index("tables_by_touched", "touched"),
)

HOST = -1  # the host's part, in the place of a seat

# Who holds which seat, and whose table it is: the hash of the browser's token.
holders = Table(
    "holders",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String(64), nullable=False),
    Index("holders_by_device", "device"),
)

# What browsers are to have who have been given a new token, as soon as they come with it: all that
# another token holds. Until then that one counts.
renewals = Table(
    "renewals",
    metadata,
    Column("device", String(64), primary_key=True),
    Column("before", String(64), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index("renewals_by_before", "before"),
)

# The matches' logs. (table_id, n) is unique: of two writers, one loses and reloads.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("entry", Text, nullable=False),  # as `logbook.py` writes it
    Column("at", BigInteger, nullable=False),
    Column("clock", Text),  # milliseconds left per seat after this entry: JSON
    Column("command", String(64)),  # browser and idempotency id
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("k", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text),
    Column("phrase", String(32)),
    Column("command", String(64)),
)

# Links that move a seat to another device, by the hash of their token.
links = Table(
    "links",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Column("device", String(64)),  # whose seat it is: for anybody else the link is worth nothing
    Index("links_by_seat", "table_id", "seat"),
)

# The server's own secrets and counters, by name.
keys = Table(
    "keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# What people made of games for one, and of dice that others can have too. Rows outlive their table.
results = Table(
    "results",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String(64), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rules", String(128), nullable=False),  # their version and the hash of the data
    Column("options", Text, nullable=False),  # JSON with sorted keys: equal options, equal texts
    Column("seats", Integer, nullable=False),
    Column("points", Float, nullable=False),
    Column("name", Text, nullable=False),
    Column("hidden", Boolean, nullable=False),  # the name isn't shown to others
    Column("known_dice", Boolean, nullable=False),
    Column("dice", String(64)),  # hex, where others can have the same
    Column("at", BigInteger, nullable=False),
    Index("results_by_device", "device", "game"),
    Index("results_by_dice", "dice"),
    Index("results_by_at", "at"),
)

# What was told of the matches, as `tables/past.py` packs it, up to entry n.
records = Table(
    "records",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("record", LargeBinary, nullable=False),
)

# Which process thinks for a table's bots, and until when without renewing.
leases = Table(
    "leases",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("process", String(32), nullable=False),
    Column("until", BigInteger, nullable=False),
)
