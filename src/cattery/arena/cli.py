"""`cattery arena`: players meet in bulk; `cattery analyse`: the moves of a match, judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cattery
from cattery.errors import BadNumber, CatteryError
from cattery.game import Game
from cattery.terminal import files
from cattery.terminal.screen import Screen, reporting
from cattery.text import shared_words

if TYPE_CHECKING:
    from cattery.arena.figures import Rate, Report
    from cattery.arena.setup import Setup
    from cattery.match import Match

INTERRUPTED = 130
LONGEST_NAME = 17  # in a table


class NoTime(CatteryError):
    """No time to think in."""

    code = "no_time"

    def text(self, lang: str = "en") -> str:
        """What was asked for."""
        return shared_words(lang).text("analysis.no_time", **self.params)


def add_commands(app: typer.Typer) -> None:
    """Put the commands on a command line."""
    app.command("arena")(arena)
    app.command("analyse")(analyse)


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")],
    players: Annotated[
        str, typer.Option(help="Who meets, such as level:3,level:4,random,cmd:./mybot")
    ] = "random,greedy",
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each table; best a multiple of seats.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    jobs: Annotated[int, typer.Option(help="Processes that play at the same time.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    lone: Annotated[
        str | None, typer.Option(help="Only tables of this player against each other kind.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into an SVG file.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The results file; else one kept for these settings.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Drop what was played before and begin anew.")
    ] = False,
    lang: Annotated[str | None, typer.Option(help="hu or en")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No drawings and colours.")] = False,
) -> None:
    """Let players meet in bulk: rotated seats, ratings, win rates with confidence intervals.

    With two seats every pair meets; with more, one of each kind sits against a table of each other
    kind. Every match is kept as soon as it ends: the same command goes on after an interruption.
    """
    screen = Screen(lang, plain)
    with reporting(screen):
        if jobs < 1:
            raise BadNumber(name="jobs", value=jobs)
        setup = _setup(screen, cattery.game(game), players, games, seed, option, seats, lone)
        if plot is not None:
            _try_writing(plot)
        found = _played(screen, setup, out, fresh, jobs)
        if plot is not None:
            from cattery.arena.plot import svg

            files.write(plot, svg(found, screen.lang) + "\n")
        if as_json:
            typer.echo(json.dumps(found.as_json(), ensure_ascii=False))
        else:
            show_report(screen, found)
        _end(screen, found)


def _setup(
    screen: Screen,
    game: Game,
    players: str,
    games: int,
    seed: int,
    option: list[str] | None,
    seats: int | None,
    lone: str | None,
) -> Setup:
    from cattery.terminal.cli import COMPILING, _pairs

    with screen.busy(screen.text("compiling"), COMPILING):
        from cattery.arena.setup import Setup
        from cattery.terminal.play import prepare

        setup = Setup.of(
            game,
            [name.strip() for name in players.split(",")],
            games,
            seed=seed,
            seats=seats,
            options=_pairs(option or []),
            lone=lone,
        )
        prepare(game)
    return setup


def _try_writing(path: Path) -> None:
    """Refuse a file that can't be written before the games, not after them."""
    existed = path.exists()
    try:
        path.open("ab").close()
    except OSError as error:
        raise files.Unwritable(file=path, number=error.errno, detail=str(error)) from error
    if not existed:
        path.unlink()


def _played(screen: Screen, setup: Setup, out: Path | None, fresh: bool, jobs: int) -> Report:
    """Play what is missing, with a bar; the report of all, or of what is done so far."""
    from cattery.arena.figures import report
    from cattery.arena.results import Results, default_file
    from cattery.arena.running import run

    path = out or default_file(setup)
    with Results(setup, path, fresh=fresh) as results:
        before = len(results.chosen())
        if before:
            key = "kept" if before < setup.total else "all_kept"
            _note(screen, key, n=before, total=setup.total, file=path)
        with _Bar(screen, setup.total) as progress:
            try:
                run(results, jobs=jobs, progress=progress)
            except KeyboardInterrupt:
                progress.stop()
                _note(screen, "interrupted", n=len(results.chosen()), file=path)
        return report(setup, results.chosen())


def _note(screen: Screen, key: str, **params: Any) -> None:
    """Something beside the figures: it goes to standard error, so that JSON stays JSON."""
    screen.err.print(screen.words.text(f"arena.{key}", **params), soft_wrap=True)


class _Bar:
    """A progress bar on standard error, where somebody watches."""

    def __init__(self, screen: Screen, total: int) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        shown = screen.err.is_terminal and not screen.plain
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=screen.err,
            transient=True,
            disable=not shown,
        )
        self._task = self._progress.add_task(screen.words.text("arena.playing"), total=total)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def __call__(self, done: int) -> None:
        self._progress.update(self._task, completed=done)

    def stop(self) -> None:
        """Take the bar off the screen."""
        self._progress.stop()


def _end(screen: Screen, found: Report) -> None:
    """Exit codes: 130 after an interruption, 1 where a player broke off a game."""
    broken = [each for each in found.standings if each.forfeits]
    for each in broken:
        words = each.reason or {}
        why = words.get(screen.lang) or next(iter(words.values()), "")
        _complain(screen, "forfeits", player=each.player, n=each.forfeits, why=why)
    if found.games < found.planned:
        raise typer.Exit(INTERRUPTED)
    if broken:
        raise typer.Exit(1)


def _complain(screen: Screen, key: str, **params: Any) -> None:
    screen.complain(screen.words.text(f"arena.{key}", **params))


# --- analysis -------------------------------------------------------------------------------------


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    seconds: Annotated[float, typer.Option(help="How long to think about each move.")] = 0.3,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the graph into an SVG file.")] = None,
    lang: Annotated[str | None, typer.Option(help="hu or en")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours.")] = False,
) -> None:
    """Judge the moves of a saved match: what each cost, what was better, what could have happened.

    Every move is judged by what its player knew. Ctrl-C ends with what is done so far.
    """
    screen = Screen(lang, plain)
    with reporting(screen):
        if seconds <= 0:
            raise NoTime(value=seconds)
        text = files.read(file)
        if plot is not None:
            _try_writing(plot)
        match = _loaded(screen, text)
        from cattery.terminal.analyse import judged, show
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
    from cattery.terminal.cli import COMPILING

    with screen.busy(screen.text("compiling"), COMPILING):
        from cattery.match import Match
        from cattery.terminal.play import prepare

        match = Match.load(text)
        prepare(match.game)
    return match


# --- the tables -----------------------------------------------------------------------------------


def show_report(screen: Screen, found: Report) -> None:
    """The figures as tables."""
    words = screen.words
    title = cattery.game(found.game).title(screen.lang)
    chosen = ", ".join(f"{name}={value}" for name, value in found.options.items())
    screen.line(
        words.text(
            "arena.head", title=title, games=found.games, seats=found.seats, seed=found.seed
        ),
        "strong",
    )
    if chosen:
        screen.line(chosen, "dim")

    _show_standings(screen, found)
    _show_pairs(screen, found)
    if found.seats > 2:
        _show_tables(screen, found)
    if found.standings and found.standings[0].rating is None:
        screen.line(words.text("arena.no_ratings"))


def _table(screen: Screen, *columns: str) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=None if screen.plain else box.SIMPLE_HEAD, pad_edge=False)
    for key in columns:
        names = key in ("player", "other", "lone", "rest")
        table.add_column(
            screen.words.text(f"arena.column.{key}"),
            justify="left" if names else "right",
            no_wrap=True,
        )
    return table


def _show_standings(screen: Screen, found: Report) -> None:
    table = _table(screen, "player", "games", "wins", "ahead", "rating", "pace")
    for each in found.standings:
        rating = f"{each.rating.mu:.1f}±{each.rating.sigma:.1f}" if each.rating else "–"
        table.add_row(
            shortened(each.player),
            str(each.games),
            f"{each.wins:g}",
            interval(each.rate),
            rating,
            f"{1000 * each.seconds_per_decision:.1f} ms",
        )
    screen.out.print(table)


def _show_pairs(screen: Screen, found: Report) -> None:
    table = _table(screen, "player", "other", "games", "ahead_of")
    order = [each.player for each in found.standings]
    for pair in found.pairs:
        if order.index(pair.player) < order.index(pair.other):
            table.add_row(
                shortened(pair.player), shortened(pair.other), str(pair.games), interval(pair.rate)
            )
    screen.out.print(table)


def _show_tables(screen: Screen, found: Report) -> None:
    table = _table(screen, "lone", "rest", "games", "win_share")
    for each in found.tables:
        rest = f"{shortened(each.rest)} ×{found.seats - 1}"
        table.add_row(shortened(each.lone), rest, str(each.games), interval(each.rate))
    screen.out.print(table)


def shortened(name: str) -> str:
    """A player's name as a table can bear it: the beginning and the end tell most.

    >>> shortened("cmd:/home/anna/bots/python mybot.py")
    'cmd:/h…n mybot.py'
    """
    return name if len(name) <= LONGEST_NAME else f"{name[:6]}…{name[7 - LONGEST_NAME :]}"


def interval(rate: Rate) -> str:
    """A share with its interval, in per cent.

    >>> from cattery.arena.figures import Rate
    >>> interval(Rate(0.8, 0.49, 0.943))
    '80.0 % (49.0–94.3)'
    """
    return f"{100 * rate.share:.1f} % ({100 * rate.low:.1f}–{100 * rate.high:.1f})"
