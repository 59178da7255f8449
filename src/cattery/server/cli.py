"""`cattery serve`, `cattery backup` and `cattery keys`."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from cattery import signatures
from cattery.errors import CatteryError
from cattery.text import locale_language, shared_words

DEFAULT_PORT = 8042


def add_commands(app: typer.Typer) -> None:
    """Put the server's commands on a command line."""
    app.command("serve")(serve)
    app.command("backup")(backup)
    app.command("keys")(keys)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="0 takes any free one.")
    ] = DEFAULT_PORT,
    lan: Annotated[bool, typer.Option("--lan", help="Open to the local network.")] = False,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    database: Annotated[
        str, typer.Option(help="A file, or postgresql://…; else a file in the user's data folder.")
    ] = os.environ.get("CATTERY_DATABASE", ""),
    workers: Annotated[
        int, typer.Option(min=1, help="Processes; more than 1 need PostgreSQL.")
    ] = 1,
    root_path: Annotated[str, typer.Option(help="Path below which a proxy shows the server.")] = "",
    trusted_proxies: Annotated[
        str, typer.Option(help="Addresses of proxies whose X-Forwarded headers count.")
    ] = "127.0.0.1",
    hide_open_tables: Annotated[
        bool, typer.Option("--hide-open-tables", help="Don't list tables that wait for players.")
    ] = False,
    expire_days: Annotated[
        float, typer.Option(min=0.01, help="Remove tables untouched for so long.")
    ] = 30.0,
    origin: Annotated[
        list[str] | None, typer.Option(help="A further origin whose pages may play.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="A name by which browsers reach this server.")
    ] = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Figures for Prometheus at /metrics.")
    ] = False,
    json_logs: Annotated[
        bool, typer.Option("--json-logs", help="Log a line of JSON for each event.")
    ] = False,
    lang: Annotated[str | None, typer.Option(help="hu or en")] = None,
    verbose: Annotated[bool, typer.Option("--verbose")] = False,
) -> None:
    """Run the server: the page, tables, bots."""
    from cattery.server.run import serve as run
    from cattery.server.settings import Settings

    settings = Settings(
        host="0.0.0.0" if lan else host,
        port=port,
        database=database,
        workers=workers,
        root_path=root_path.rstrip("/"),
        trusted_proxies=trusted_proxies,
        open_tables=not hide_open_tables,
        expire_days=expire_days,
        origins=tuple(origin or ()),
        hosts=tuple(allow_host or ()),
        metrics=metrics,
        json_logs=json_logs,
        log_level="info" if verbose else "warning",
        host_token=os.environ.get("CATTERY_HOST_TOKEN", ""),
    )
    words = shared_words(lang or locale_language())

    def say(key: str, params: dict[str, Any]) -> None:
        typer.echo(words.text(f"server.{key}", **params))

    try:
        run(settings, open_page=open_page, say=say)
    except CatteryError as error:
        _give_up(error, words.lang)


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    database: Annotated[str, typer.Option(help="As for `cattery serve`.")] = os.environ.get(
        "CATTERY_DATABASE", ""
    ),
    overwrite: Annotated[bool, typer.Option("--overwrite")] = False,
    lang: Annotated[str | None, typer.Option(help="hu or en")] = None,
) -> None:
    """Copy the server's database, also while it runs."""
    from cattery.server.storage.backup import backup as copy

    words = shared_words(lang or locale_language())
    try:
        made = copy(target, database, overwrite=overwrite)
    except CatteryError as error:
        _give_up(error, words.lang)
    else:
        typer.echo(words.text("server.saved", file=str(made)))


def keys(
    database: Annotated[str, typer.Option(help="As for `cattery serve`.")] = os.environ.get(
        "CATTERY_DATABASE", ""
    ),
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Sign with a new key from now on.")
    ] = False,
    stolen: Annotated[
        bool, typer.Option("--stolen", help="With --rotate: publish the key in use no more.")
    ] = False,
    lang: Annotated[str | None, typer.Option(help="hu or en")] = None,
) -> None:
    """Show the keys with which the server signs matches, also while it runs; or take a new one."""
    import asyncio

    from cattery.server.storage.signing_keys import keys_of

    words = shared_words(lang or locale_language())
    if not signatures.available():
        typer.echo(words.text("server.key.no_library"), err=True)
        raise typer.Exit(1)
    if stolen and not rotate:
        typer.echo(words.text("server.key.stolen_alone"), err=True)
        raise typer.Exit(2)
    try:
        found = asyncio.run(keys_of(database, rotate=rotate, stolen=stolen))
    except CatteryError as error:
        _give_up(error, words.lang)
    else:
        for one in found:
            kind = "in_use" if one.until is None else "old"
            days = {"since": _day(one.since), "until": _day(one.until or 0)}
            typer.echo(words.text(f"server.key.{kind}", key=one.key, **days))


def _day(moment: int) -> str:
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def _give_up(error: CatteryError, lang: str) -> None:
    typer.echo(error.text(lang), err=True)
    raise typer.Exit(1)
