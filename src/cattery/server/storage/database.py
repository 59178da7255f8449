"""Opening a database: migrations, how SQLite shall behave, and its lock."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

from sqlalchemy import (
    Connection,
    Engine,
    event,
    inspect,
    text,
)
from sqlalchemy.exc import SQLAlchemyError

from cattery.server.refusals import DatabaseInUse, NewerDatabase

MIGRATION_LOCK = 0x0CA77E57  # PostgreSQL advisory lock: one process migrates, the others wait


MIGRATIONS = Path(__file__).parent / "migrations"


def known_revisions() -> list[str]:
    """The shapes that a database of ours can have, the oldest first."""
    return sorted(file.name[:4] for file in (MIGRATIONS / "versions").glob("0*.py"))


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database hasn't seen."""
    known, found = known_revisions(), _revision(connection)
    if found == known[-1]:
        return
    if found is not None and found not in known:  # what its shape means is unknown here
        raise NewerDatabase(found=found, known=known[-1])
    # Only now, as it takes a while to load, and most starts find nothing to do.
    import alembic.command
    import alembic.config

    config = alembic.config.Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    """The shape that a database has; None where there is nothing in it yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


# The journal is emptied into the database by whoever fills it, and everybody waits meanwhile: four
# times as seldom as usual, as matches write the same pages again and again. It has 16 MB then.
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "wal_autocheckpoint=4000",
)


def tune_sqlite(engine: Engine, begin: str) -> None:
    """WAL, every commit on disk, and transactions that begin when we say so."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def private_file(path: Path) -> None:
    """See to it that a file is there and that nobody but its owner reads it: it holds secrets."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


def lock_file(path: Path, database: Path) -> IO[str]:
    """Hold the embedded database for this process alone: others would not hear of its moves."""
    private_file(path)
    file = path.open("a")
    try:
        _lock(file)
    except OSError:
        file.close()
        raise DatabaseInUse(database=str(database)) from None
    return file


def _lock(file: IO[str]) -> None:
    if os.name == "nt":
        import msvcrt

        getattr(msvcrt, "locking")(file.fileno(), getattr(msvcrt, "LK_NBLCK"), 1)  # noqa: B009
    else:
        import fcntl

        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def safe_url(url: str) -> str:
    """A database URL without its password.

    >>> safe_url("postgresql+asyncpg://cat:secret@host/cats")
    'postgresql+asyncpg://cat:***@host/cats'
    """
    from sqlalchemy.engine import make_url

    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return url.split("://", 1)[0] + "://…"


def one_line(error: BaseException) -> str:
    """An error's first line, without statements or their values."""
    origin = getattr(error, "orig", None) or error
    first = str(origin).splitlines()[:1]
    return f"{type(origin).__name__}: {first[0] if first else ''}"[:200]
