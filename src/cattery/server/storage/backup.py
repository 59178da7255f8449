"""Backups of a running server's database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from cattery.server.refusals import BackupRefused
from cattery.server.settings import async_url, is_sqlite
from cattery.server.storage.database import private_file


def backup(target: Path, database: str = "", *, overwrite: bool = False) -> Path:
    """Copy the embedded database to `target`, while it may be in use, and check the copy.

    PostgreSQL has its own tool for that, and the refusal names it.
    """
    url = async_url(database)
    if not is_sqlite(url):
        raise BackupRefused(why="postgres", file=str(target))
    source = Path(url.split(":///", 1)[1])
    if not source.is_file():
        raise BackupRefused(why="nothing", file=str(source))
    if target.exists() and not overwrite:
        raise BackupRefused(why="exists", file=str(target))
    part = target.with_name(target.name + ".part")
    try:
        _copy(source, part)
        part.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise BackupRefused(why="failed", file=f"{target} ({error})") from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    private_file(target)
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")
        (verdict,) = new.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise sqlite3.DatabaseError(verdict)
