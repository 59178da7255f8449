"""`cattery analyse`: the moves of a match, judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cattery import files
from cattery.errors import BadSeconds
from cattery.terminal.screen import INTERRUPTED, Screen, reporting
from cattery.terminal.typed import Lang, Plain, Saved

if TYPE_CHECKING:
    from cattery.match import Match


def add_commands(app: typer.Typer) -> None:
    """Put the command on a command line."""
    app.command("analyse")(analyse)


def analyse(
    file: Saved,
    seconds: Annotated[float, typer.Option(help="How long to think about each move.")] = 0.3,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the graph into an SVG file.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Judge the moves of a saved match: what each cost, what was better, what could have happened.

    Every move is judged by what its player knew. Ctrl-C ends with what is done so far.
    """
    screen = Screen(lang, plain)
    with reporting(screen):
        BadSeconds.check(seconds)
        text = files.read(file)
        if plot is not None:
            files.try_writing(plot)
        match = _loaded(screen, text)
        from cattery.terminal.judgements import judged, show
        from cattery.terminal.people import display_names

        names = display_names(match, screen.lang)
        found = judged(match, screen, seconds)
        if plot is not None:
            from cattery.analysis.plot import svg

            files.write(plot, svg(found, names, screen.lang) + "\n")
        if as_json:
            typer.echo(json.dumps(found.as_json(screen.lang, names), ensure_ascii=False))
        else:
            show(found, screen, names)
        if not found.complete:
            raise typer.Exit(INTERRUPTED)


def _loaded(screen: Screen, text: str) -> Match:
    with screen.compiling():
        from cattery.match import Match
        from cattery.terminal.play import prepare

        match = Match.load(text)
        prepare(match.game)
    return match
