"""An analysis at the terminal: a bar while it runs, then every move in words."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cattery.analysis import Analysis, Judgement, Line, analyse
from cattery.analysis.plot import summary
from cattery.match import Match
from cattery.terminal.screen import Screen

TOLD = 3  # decisions of a line that are told
OTHERS = 3  # alternatives beside the best


def judged(match: Match, screen: Screen, seconds: float) -> Analysis:
    """Judge the match with a bar on standard error; Ctrl-C ends with what is done so far."""
    text = screen.words.text("analysis.judging")
    with screen.counting(text, len(match.steps)) as count, _ctrl_c_noted() as interrupted:
        found = analyse(
            match,
            seconds_per_move=seconds,
            progress=lambda done, _total, _latest: count(done),
            cancelled=interrupted,
        )
    if not found.complete:
        told = screen.words.text("analysis.interrupted", n=len(found.judgements), total=found.total)
        screen.err.print(told, soft_wrap=True)
    return found


@contextlib.contextmanager
def _ctrl_c_noted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is only noted, for the analysis to ask: an exception in the midst of compiling would
    bring the compiler down."""
    noted: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
    try:
        yield lambda: bool(noted)
    finally:
        signal.signal(signal.SIGINT, before)


def show(analysis: Analysis, screen: Screen, names: Sequence[str]) -> None:
    """Every move, then how each player has played."""
    if not analysis.total:
        screen.line(screen.words.text("analysis.empty"))
        return
    for judgement in analysis.judgements:
        _show_move(judgement, screen, names)
    screen.line()
    for seat in range(analysis.seats):
        screen.line(summary(analysis, seat, names, screen.lang), f"seat{seat + 1}")


def _show_move(judgement: Judgement, screen: Screen, names: Sequence[str]) -> None:
    words = screen.words

    def say(key: str, look: str = "plain", indent: str = "   ", **params: Any) -> None:
        screen.line(indent + words.text(f"analysis.{key}", **params), look)

    look = "error" if judgement.grade in ("mistake", "blunder") else "strong"
    say(
        "entry",
        look,
        "",
        n=judgement.n + 1,
        seat=names[judgement.seat],
        move=judgement.move,
        grade=judgement.grade,
    )
    before = f"{judgement.chance_before:.0f}"
    if judgement.grade in ("forced", "best"):
        say("even", "dim", before=before)
        return
    after, cost = f"{judgement.chance_after:.0f}", f"{judgement.chance_cost:.0f}"
    say("cost", before=before, after=after, cost=cost)
    say("better", move=judgement.best.move, chance=f"{judgement.best.chance:.0f}")
    skipped = (judgement.best.action, judgement.played.action)
    others = [each for each in judgement.alternatives if each.action not in skipped][:OTHERS]
    if others:
        listed = ", ".join(f"{each.move} ({each.chance:.0f} %)" for each in others)
        say("others", "dim", list=listed)
    if judgement.grade != "good":
        say("best_line")
        _tell(judgement.best_line, screen, names)
        say("played_line")
        _tell(judgement.played_line, screen, names)


def _tell(line: Line, screen: Screen, names: Sequence[str]) -> None:
    for text in Line(line.steps[:TOLD], line.game).lines(screen.lang, names):
        screen.line(f"     {text}", "dim")
