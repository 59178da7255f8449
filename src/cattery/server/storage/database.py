"""Opening a database: migrations, how SQLite shall behave, and its lock."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

import alembic.command
import alembic.config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Connection,
    Engine,
    event,
)
from sqlalchemy.exc import SQLAlchemyError

from cattery.server.refusals import DatabaseInUse, NewerDatabase

MIGRATION_LOCK = 0x0CA77E57  # PostgreSQL advisory lock: one process migrates, the others wait


def upgrade(connection: Connection) -> None:
    """Run the migrations that this database hasn't seen."""
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    _check_known(connection, ScriptDirectory.from_config(config))
    alembic.command.upgrade(config, "head")


def _check_known(connection: Connection, scripts: ScriptDirectory) -> None:
    """Refuse a database whose shape is of a later version: what it means is unknown here."""
    known = {script.revision for script in scripts.walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if not found <= known:
        raise NewerDatabase(found=", ".join(sorted(found)), known=max(known))


def tune_sqlite(engine: Engine, begin: str) -> None:
    """WAL, every commit on disk, and transactions that begin when we say so."""

    @event.listens_for(engine, "connect")
    def connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
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
