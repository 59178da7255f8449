"""`cattery arena`: players meet in bulk."""

from __future__ import annotations

import contextlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

import cattery
from cattery import files
from cattery.arena.errors import PlotOverResults
from cattery.errors import BadNumber
from cattery.game import Game
from cattery.names import shortened
from cattery.terminal.screen import FAILED, INTERRUPTED, Screen, ended_politely, reporting
from cattery.terminal.typed import Lang, Options, Plain, pairs
from cattery.text import with_minus

if TYPE_CHECKING:
    from cattery.arena.figures import Report
    from cattery.arena.intervals import Mean, Rate
    from cattery.arena.setup import Setup
    from cattery.arena.worker_pool import Pool

LONGEST_NAME = 17  # in a table
USUAL = "random,greedy"  # who meets where nobody is named


def add_commands(app: typer.Typer) -> None:
    """Put the command on a command line."""
    app.command("arena", cls=ArenaCommand)(arena)


class ArenaCommand(TyperCommand):
    """`--ray` may stand without its address; Typer's options always have a value, or never."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As usual, with an empty address where none is given."""
        return super().parse_args(ctx, with_address(args))


def with_address(args: list[str]) -> list[str]:
    """The words of the command, with `--ray=` for a `--ray` that no address follows.

    >>> with_address(["huupp", "--ray", "--games", "2"]), with_address(["--ray", "huupp"])
    (['huupp', '--ray=', '--games', '2'], ['--ray=', 'huupp'])
    >>> with_address(["huupp", "--ray", "ray://cats:10001"])
    ['huupp', '--ray', 'ray://cats:10001']
    """
    followed = [":" in word or word in ("auto", "local") for word in [*args[1:], ""]]
    return [
        "--ray=" if word == "--ray" and not address else word
        for word, address in zip(args, followed, strict=True)
    ]


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")],
    players: Annotated[
        str | None,
        typer.Option(help="Who meets, such as level:3,greedy,cmd:./mybot; gallery is all styles."),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", help="Games of each table; best a multiple of seats.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option(
            help="Matches at the same time, each in its process: 1 if not given, with --ray as "
            "many as the cluster has processors."
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]",
            help="Play on a Ray cluster: HOST:PORT, ray://HOST:PORT, local for one of this machine "
            "alone; without an address RAY_ADDRESS, the one that runs here, or local.",
        ),
    ] = None,
    option: Options = None,
    seats: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    lone: Annotated[
        str | None, typer.Option(help="Only tables of this player against each other kind.")
    ] = None,
    strangers: Annotated[
        str | None,
        typer.Option(
            metavar="PART",
            help="Each player among others drawn by lot: styles, all, practice or measuring.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into an SVG file.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="The results file; else one kept for these settings.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Drop what was played before and begin anew.")
    ] = False,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Let players meet in bulk: rotated seats, ratings, win rates with confidence intervals.

    With two seats every pair meets; with more, one of each kind sits against a table of each other
    kind; with --seats 1 everybody plays alone, and points are counted. Every match is kept as soon
    as it ends: the same command goes on after an interruption.
    """
    screen = Screen(lang, plain)
    with reporting(screen):
        if jobs is not None and jobs < 1:
            raise BadNumber(name="jobs", value=jobs)
        setup = _setup(
            screen,
            cattery.game(game),
            players,
            games,
            seed=seed,
            seats=seats,
            options=pairs(option or []),
            lone=lone,
            strangers=strangers,
        )
        from cattery.arena.results import default_file

        path = out or default_file(setup)
        if plot is not None:
            _try_plotting(plot, path)
        # Ray prints to standard output whom it has lost, where the figures are to be.
        with contextlib.redirect_stdout(sys.stderr), _pool(screen, setup, ray, jobs) as pool:
            found = _played(screen, setup, path, fresh, jobs or 1, pool)
        if plot is not None:
            from cattery.arena.plot import svg

            files.write(plot, svg(found, screen.lang) + "\n")
        if as_json:
            typer.echo(json.dumps(found.as_json(), ensure_ascii=False))
        else:
            show_report(screen, found)
        _end(screen, found)


def _setup(screen: Screen, game: Game, players: str | None, games: int, **given: Any) -> Setup:
    """The settings; among strangers the lone player is enough."""
    with screen.compiling():
        from cattery.arena.setup import Setup
        from cattery.terminal.play import prepare

        alone = given["lone"] if given["strangers"] else None
        names = (players or alone or USUAL).split(",")
        setup = Setup.of(game, [name.strip() for name in names], games, **given)
        prepare(game)
    return setup


def _try_plotting(plot: Path, results: Path) -> None:
    """Refuse a picture that can't be written, or that would take the place of the results."""
    files.try_writing(plot)
    if plot.resolve() == results.resolve():
        raise PlotOverResults(file=str(results))


def _pool(
    screen: Screen, setup: Setup, ray: str | None, jobs: int | None
) -> contextlib.AbstractContextManager[Pool | None]:
    """A cluster, if one is wanted, before anything is written."""
    if ray is None:
        return contextlib.nullcontext()
    from cattery.arena.ray_pool import connect

    with screen.busy(screen.words.text("arena.connecting")):
        return connect(setup, ray, jobs=jobs)


def _played(
    screen: Screen, setup: Setup, path: Path, fresh: bool, jobs: int, pool: Pool | None
) -> Report:
    """Play what is missing, with a bar; the report of all, or of what is done so far."""
    from cattery.arena.figures import report
    from cattery.arena.results import Results
    from cattery.arena.running import run

    with Results(setup, path, fresh=fresh) as results:
        before = len(results.chosen())
        if before:
            key = "kept" if before < setup.total else "all_kept"
            _note(screen, key, n=before, total=setup.total, file=path)
        text = screen.words.text("arena.playing")
        try:
            with ended_politely(), screen.counting(text, setup.total) as progress:
                run(results, jobs=jobs, pool=pool, progress=progress)
        except KeyboardInterrupt:
            _note(screen, "interrupted", n=len(results.chosen()), file=path)
        return report(setup, results.chosen())


def _note(screen: Screen, key: str, **params: Any) -> None:
    """Something beside the figures: it goes to standard error, so that JSON stays JSON."""
    screen.err.print(screen.words.text(f"arena.{key}", **params), soft_wrap=True)


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
        raise typer.Exit(FAILED)


def _complain(screen: Screen, key: str, **params: Any) -> None:
    screen.complain(screen.words.text(f"arena.{key}", **params))


# --- the tables -----------------------------------------------------------------------------------


def show_report(screen: Screen, found: Report) -> None:
    """The figures as tables."""
    from cattery.arena.setup import STRANGERS

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

    if found.seats == 1:
        _show_points(screen, found)
        _show_leads(screen, found)
        return
    _show_standings(screen, found)
    _show_pairs(screen, found)
    if found.seats > 2 or any(each.rest == STRANGERS for each in found.tables):
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
            _short(each.player),
            str(each.games),
            f"{each.wins:g}",
            interval(each.rate) if each.rate else "–",
            rating,
            f"{1000 * each.seconds_per_decision:.1f} ms",
        )
    screen.out.print(table)


def _show_points(screen: Screen, found: Report) -> None:
    table = _table(screen, "player", "games", "points", "pace")
    for each in found.standings:
        pace = f"{1000 * each.seconds_per_decision:.1f} ms"
        table.add_row(_short(each.player), str(each.games), margin(each.points), pace)
    screen.out.print(table)


def _show_leads(screen: Screen, found: Report) -> None:
    if not found.leads:
        return
    table = _table(screen, "player", "other", "games", "more_points")
    for each in found.leads:
        names = _short(each.player), _short(each.other)
        table.add_row(*names, str(each.games), margin(each.points, signed=True))
    screen.out.print(table)


def _show_pairs(screen: Screen, found: Report) -> None:
    table = _table(screen, "player", "other", "games", "ahead_of")
    order = [each.player for each in found.standings]
    for pair in found.pairs:
        if order.index(pair.player) < order.index(pair.other):
            table.add_row(
                _short(pair.player), _short(pair.other), str(pair.games), interval(pair.rate)
            )
    screen.out.print(table)


def _show_tables(screen: Screen, found: Report) -> None:
    from cattery.arena.setup import STRANGERS

    table = _table(screen, "lone", "rest", "games", "win_share")
    for each in found.tables:
        mixed = each.rest == STRANGERS
        name = screen.words.text("arena.strangers") if mixed else _short(each.rest)
        rest = f"{name} ×{found.seats - 1}"
        table.add_row(_short(each.lone), rest, str(each.games), interval(each.rate))
    screen.out.print(table)


def _short(name: str) -> str:
    return shortened(name, LONGEST_NAME)


def interval(rate: Rate) -> str:
    """A share with its interval, in per cent.

    >>> from cattery.arena.intervals import Rate
    >>> interval(Rate(0.8, 0.49, 0.943))
    '80.0 % (49.0–94.3)'
    """
    return f"{100 * rate.share:.1f} % ({100 * rate.low:.1f}–{100 * rate.high:.1f})"


def margin(points: Mean | None, *, signed: bool = False) -> str:
    """A mean of points with how far the true one may be.

    >>> from cattery.arena.intervals import Mean
    >>> margin(Mean(41.25, 0.8)), margin(Mean(2.5, None), signed=True)
    ('41.2 ± 0.8', '+2.5')
    """
    if points is None:
        return "–"
    mean = with_minus(f"{points.mean:+.1f}" if signed else f"{points.mean:.1f}")
    return mean if points.margin is None else f"{mean} ± {points.margin:.1f}"
