"""`cattery`: the command line."""

from __future__ import annotations

import atexit
import gc
import json
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import cattery
from cattery import files
from cattery.errors import CatteryError
from cattery.game import Game
from cattery.terminal import analyse, arena
from cattery.terminal.people import Sitter, check_kinds, sitters
from cattery.terminal.screen import (
    INTERRUPTED,
    InputClosed,
    Screen,
    ended_politely,
    fail,
    reporting,
)
from cattery.terminal.typed import Lang, Options, Plain, Saved, pairs
from cattery.text import normal, shared_words, with_minus

if TYPE_CHECKING:
    from cattery.arena.simulate import Figures
    from cattery.match import Match
    from cattery.terminal.play import Sitting

app = typer.Typer(
    name="cattery",
    help="Cat games on one engine: on a page, in the terminal, from Python.",
    add_completion=False,
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class SettledByFile(CatteryError):
    """Choices for a new game, given with a saved one."""

    code = "seed_with_file"

    def text(self, lang: str = "en") -> str:
        """What doesn't go together."""
        return shared_words(lang).text("terminal.seed_with_file", **self.params)


class BadDice(CatteryError):
    """What was given as known dice is no number of them."""

    code = "bad_dice"

    def text(self, lang: str = "en") -> str:
        """How it should look."""
        return shared_words(lang).text("terminal.bad_dice", **self.params)


class NoDiceToKnow(CatteryError):
    """Known dice for a game that doesn't count its rolls."""

    code = "no_known_dice"

    def text(self, lang: str = "en") -> str:
        """That they would be of no use."""
        return shared_words(lang).text("refusal.no_known_dice")


def version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        typer.echo(f"cattery {cattery.__version__}")
        raise typer.Exit


@app.callback()
def root(
    _: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Cat games on one engine. Without a command, Cattery opens its page."""


# --- games ----------------------------------------------------------------------------------------


@app.command()
def games(lang: Lang = None, plain: Plain = False) -> None:
    """List the games."""
    screen = Screen(lang, plain)
    with reporting(screen):
        for name in cattery.games():
            _describe(screen, cattery.game(name))
        screen.say("start_with", game=cattery.games()[0])


def _describe(screen: Screen, game: Game) -> None:
    words = game.words(screen.lang)
    fewest, most = game.seats[0], game.seats[-1]
    seats = (
        screen.text("exactly", n=most)
        if fewest == most
        else screen.text("players", fewest=fewest, most=most)
    )
    facts = [seats]
    if "minutes" in game.facts:
        facts.append(screen.text("minutes", n=game.facts["minutes"]))
    screen.styled([(game.name, "strong"), (f"  {game.title(screen.lang)}", "seat1")])
    screen.line("  " + words.text("tagline"))
    screen.line("  " + ", ".join(facts), "dim")
    for option in game.options:
        values = "|".join(option.choices(most))
        if option.is_arrangement:
            values += f"|{screen.text('arrangement', choose=option.choose, of=option.of)}"
        meaning = words.text(f"option.{option.name}")
        screen.line(f"  --option {option.name}={values}  {meaning}", "dim")
    screen.line()


@app.command()
def bests(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="One game's.")] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """List your best results in games for one."""
    from cattery.terminal.bests import read, sorted_bests

    screen = Screen(lang, plain)
    with reporting(screen):
        wanted = (cattery.game(game).name,) if game else cattery.games()
        found = [best for best in read() if best.game in wanted]
        if not found:
            screen.say("bests.none")
        for kind in dict.fromkeys(best.kind for best in found):
            which = cattery.game(kind[0])
            chosen = ", ".join(f"{name}={value}" for name, value in kind[1])
            screen.styled([(which.title(screen.lang), "strong"), (f"  {chosen}", "dim")])
            for best in sorted_bests(best for best in found if best.kind == kind):
                key = "bests.row_known_dice" if best.known_dice else "bests.row"
                screen.line(
                    "  " + screen.text(key, points=with_minus(f"{best.points:g}"), day=best.day)
                )


# --- play -----------------------------------------------------------------------------------------


@app.command()
def play(
    what: Annotated[
        str | None, typer.Argument(metavar="[GAME|FILE]", help="A game, or a saved match.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help="Who plays, in the order of seats: you, you:NAME, greedy, level:3 …"),
    ] = None,
    option: Options = None,
    lang: Lang = None,
    seed: Annotated[int | None, typer.Option(help="Makes the same game again.")] = None,
    dice: Annotated[
        str | None, typer.Option(help="Known dice: 64 hex digits, as the end of a game tells them.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play in the terminal, or go on with a saved match."""
    screen = Screen(lang, plain)
    with reporting(screen):
        name = what or _choose_game(screen)
        if _is_file(name):
            if option or seed is not None or dice is not None:
                raise SettledByFile(file=name)
            _resume(screen, Path(name), players)
            return
        game = cattery.game(name)
        chosen = pairs(option or [])
        if players is None:
            who = None
        else:
            who = sitters(players, game)
            game.complete_options(chosen, len(who))
        _new_game(screen, game, who, chosen, seed if dice is None else known_dice(dice, seed))


def known_dice(text: str, seed: int | None) -> bytes:
    """The seed that known dice are; --seed beside it would be another one."""
    if seed is not None or not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise BadDice(text=text)
    return bytes.fromhex(text)


def _is_file(name: str) -> bool:
    """Whether a name means a saved match rather than a game."""
    if name in cattery.games():
        return False
    return Path(name).exists() or os.sep in name or name.endswith(".json")


def _choose_game(screen: Screen) -> str:
    """The only game, or the one that is chosen from a list."""
    known = cattery.games()
    if len(known) == 1:
        return known[0]
    for number, name in enumerate(known, 1):
        game = cattery.game(name)
        screen.styled([(f"  {number}  ", "strong"), (game.title(screen.lang), "plain")])
    while True:
        answer = normal(screen.ask(screen.text("which_game")))
        if answer.isdigit() and 0 < int(answer) <= len(known):
            return known[int(answer) - 1]
        meant = {normal(cattery.game(name).title(screen.lang)): name for name in known}
        if answer in known or answer in meant:
            return meant.get(answer, answer)
        screen.complain(screen.text("no_such_choice"))


def _prepared(screen: Screen, game: Game) -> None:
    """Compile or load a game; the first time this takes a while, so it is said."""
    with screen.compiling():
        from cattery.terminal.play import prepare

        prepare(game)


def _new_game(
    screen: Screen,
    game: Game,
    who: list[Sitter] | None,
    options: dict[str, str],
    seed: bytes | int | None,
) -> None:
    who = who or sitters(None, game)
    game.complete_options(options, len(who))
    _prepared(screen, game)
    from cattery.terminal.play import Sitting, new_match

    known = isinstance(seed, bytes)  # dice that are known come as they are
    if known and not game.counts_moments:
        raise NoDiceToKnow
    sitting = Sitting(new_match(game, who, options, seed, known_dice=known), screen)
    while sitting.play():
        sitting = Sitting(new_match(game, who, options, None), screen)
    _leave(sitting)


def _resume(screen: Screen, path: Path, players: str | None) -> None:
    """Go on with a saved match; other players may take the seats."""
    match = _load(screen, path)
    if players is None:
        # The file may be anybody's: it mustn't say which programs of this machine are run.
        check_kinds(match.players, match.game, trusted=False)
    else:
        who = sitters(players, match.game, match.seats)
        match.players = [sitter.kind for sitter in who]
        match.names = [sitter.name for sitter in who]
    from cattery.terminal.play import Sitting, new_match

    screen.say("resumed", title=match.game.title(screen.lang), n=match.n)
    kept = path if path.absolute().parent == files.kept_folder().absolute() else None
    who = [Sitter(kind, name) for kind, name in zip(match.players, match.names, strict=True)]
    sitting = Sitting(match, screen, kept)
    while sitting.play():
        sitting = Sitting(new_match(match.game, who, match.options, None), screen)
    _leave(sitting)


def _leave(sitting: Sitting) -> None:
    """A script that fed us something unplayable, and then nothing more, has failed; so has a game
    that couldn't be kept."""
    unplayable = sitting.broken_off and sitting.refused and not sitting.screen.typed
    if unplayable or sitting.keeping_failed is not None:
        raise typer.Exit(1)


def _load(screen: Screen, path: Path) -> Match:
    text = files.read(path)
    with screen.compiling():
        from cattery.match import Match

        return Match.load(text)


# --- simulate -------------------------------------------------------------------------------------


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game's name.")],
    count: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    players: Annotated[
        str | None, typer.Option(help="One per seat, such as greedy,level:2.")
    ] = None,
    option: Options = None,
    jobs: Annotated[int, typer.Option(help="How many at the same time.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Play many games between bots, and count."""
    screen = Screen(lang, plain)
    with reporting(screen):
        which = cattery.game(game)
        kinds = _kinds(players, which)
        chosen = which.complete_options(pairs(option or []), len(kinds))
        figures = _simulated(screen, which, kinds, count, seed, chosen, jobs)
        if as_json:
            typer.echo(json.dumps(figures.as_json()))
        else:
            _show_figures(screen, which, figures)


def _kinds(players: str | None, game: Game) -> list[str]:
    """The bots of a simulation; people can't be simulated."""
    from cattery.players import names
    from cattery.players.roster import check

    if players is None:
        return [names(game)[0]] * game.seats[0]
    kinds = [item.strip() for item in players.split(",")]
    game.check_seats(len(kinds))
    return [check(kind, game, trusted=True) for kind in kinds]


def _simulated(
    screen: Screen,
    game: Game,
    kinds: list[str],
    count: int,
    seed: int,
    options: dict[str, str],
    jobs: int,
) -> Figures:
    from cattery.arena.simulate import simulate as run

    with screen.compiling():
        run(game, kinds, min(count, 1), seed=seed, options=options, jobs=1)
    try:
        with ended_politely(), screen.counting(screen.text("simulate.progress"), count) as progress:
            return run(game, kinds, count, seed=seed, options=options, jobs=jobs, progress=progress)
    except KeyboardInterrupt:
        fail(screen, screen.text("simulate.interrupted"), INTERRUPTED)


def _show_figures(screen: Screen, game: Game, figures: Figures) -> None:
    from rich import box
    from rich.table import Table

    words = screen.words
    kinds = [words.find(f"player.{kind}") or kind for kind in figures.players]
    title = game.title(screen.lang)
    screen.say(
        "simulate.head",
        title=title,
        games=figures.games,
        players=", ".join(kinds),
        seed=figures.seed,
    )
    table = Table(box=None if screen.plain else box.SIMPLE_HEAD)
    won = ("wins", "share") if figures.seats > 1 else ()  # alone nobody wins against anybody
    for key in ("seat", "kind", *won, "mean_score"):
        table.add_column(
            screen.text(f"simulate.{key}"), justify="left" if key == "kind" else "right"
        )
    for seat, kind in enumerate(kinds):
        wins = figures.wins[seat]
        shares = (f"{wins:g}", f"{100 * wins / figures.games:.1f}%")
        score, margin = f"{figures.mean_scores[seat]:.3f}", figures.score_margins[seat]
        if margin is not None and not won:
            score += f" ± {margin:.3f}"
        table.add_row(str(seat + 1), kind, *(shares if won else ()), score)
    screen.out.print(table)
    if game.draw:
        screen.say("simulate.draws", n=figures.draws)
    for reason in figures.reasons:
        screen.complain(reason.text(screen.lang))
    screen.say(
        "simulate.decisions",
        decisions=figures.decisions,
        mean=f"{figures.mean_decisions:.1f}",
        rate=f"{figures.decisions_per_second:.0f}",
        seconds=f"{figures.seconds:.2f}",
    )


# --- replay, verify -------------------------------------------------------------------------------


@app.command()
def replay(file: Saved, lang: Lang = None, plain: Plain = False) -> None:
    """Show a saved match again; of a damaged one, the part that is sound."""
    screen = Screen(lang, plain)
    with reporting(screen):
        verdict = _verdict(screen, file)
        if verdict.match is not None:
            from cattery.terminal.replay import replay as show

            show(verdict.match, screen)
        if verdict.error is not None:
            raise verdict.error


@app.command()
def verify(
    file: Saved,
    host: Annotated[
        str | None,
        typer.Option(help="Ask this server whether it signed the match; else it isn't sound."),
    ] = None,
    lang: Lang = None,
    plain: Plain = False,
) -> None:
    """Check a saved match: digest, chance, every move, the result, and who has signed it."""
    screen = Screen(lang, plain)
    with reporting(screen):
        verdict = _verdict(screen, file)
        if verdict.error is not None:
            if verdict.match is not None and verdict.match.n:
                screen.say("replay.until_here", n=verdict.match.n - 1)
            raise verdict.error
        match = verdict.match
        key = "verify.sound" if match.over else "verify.running"
        screen.say(key, title=match.game.title(screen.lang), n=match.n)
        from cattery.terminal.origin import tell

        tell(verdict.signature, host, screen)


def _verdict(screen: Screen, path: Path) -> Any:
    text = files.read(path)
    with screen.compiling():
        from cattery import saved

        return saved.verify(text)


# --- the other parts, and the door ----------------------------------------------------------------


def _add_other_parts() -> set[str]:
    """Let every other part of the package that has a `cli.py` add its commands.

    Such a file imports its part only when a command runs, so that the others start quickly.
    """
    here = Path(__file__).parent
    found = {path.parent.name for path in here.parent.glob("*/cli.py")} - {here.name}
    for own in (analyse, arena):
        own.add_commands(app)
    for part in sorted(found):
        import_module(f"cattery.{part}.cli").add_commands(app)
    return found


@app.command()
def schema() -> None:
    """Print the JSON Schema of everything that travels between page and server."""
    from cattery.server.schema import main as print_schema

    print_schema()


FOUND = _add_other_parts()


def _start_quickly() -> None:
    """Leave out what takes half of a short command's time and is of no use.

    A look for garbage after every few hundred new objects finds none while modules are loaded, nor
    is there anything to be gained by one at the end. And where SciPy is installed, Numba loads it
    for linear algebra, which no kernel knows.
    """
    gc.set_threshold(50_000, 20, 100)
    atexit.register(gc.freeze)
    sys.modules.setdefault("scipy.linalg.cython_blas", None)  # type: ignore[arg-type]


def main() -> None:
    """The entry point. Without a command: the page, or a game here where there is no server."""
    _start_quickly()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a letter that can't be shown is no reason to stop
            stream.reconfigure(errors="replace")
    arguments = sys.argv[1:] or (["serve", "--open"] if "server" in FOUND else ["play"])
    try:
        app(arguments)
    except BrokenPipeError:
        # Whoever read our output has gone; keep Python from complaining when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (KeyboardInterrupt, InputClosed):
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
