"""An analysis at the terminal: a bar while it runs, then every move in words."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cattery.analysis import Alternative, Analysis, Judgement, Line, analyse
from cattery.analysis.plot import summary
from cattery.match import Match
from cattery.terminal.screen import Screen
from cattery.text import with_minus

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
    if judgement.points_cost is None:
        before, after = f"{judgement.chance_before:.0f}", f"{judgement.chance_after:.0f}"
        cost, kind = f"{judgement.chance_cost:.0f}", ""
    else:
        before, after = (
            with_minus(f"{points:.1f}")
            for points in (judgement.points_before, judgement.points_after)
        )
        cost, kind = f"{judgement.points_cost:.1f}", "_alone"
    if judgement.grade in ("forced", "best"):
        say("even" + kind, "dim", before=before)
        return
    say("cost" + kind, before=before, after=after, cost=cost)
    best = judgement.best
    say("better" + kind, move=best.move, chance=f"{best.chance:.0f}", points=_number(best))
    skipped = (best.action, judgement.played.action)
    others = [each for each in judgement.alternatives if each.action not in skipped][:OTHERS]
    if others:
        listed = ", ".join(f"{each.move} ({_number(each)})" for each in others)
        say("others", "dim", list=listed)
    if judgement.grade != "good":
        say("best_line")
        _tell(judgement.best_line, screen, names)
        say("played_line")
        _tell(judgement.played_line, screen, names)


def _number(choice: Alternative) -> str:
    """How good a choice is: per cent, or points in a game for one."""
    return f"{choice.chance:.0f}%" if choice.points is None else with_minus(f"{choice.points:.1f}")


def _tell(line: Line, screen: Screen, names: Sequence[str]) -> None:
    for text in Line(line.steps[:TOLD], line.game).lines(screen.lang, names):
        screen.line(f"     {text}", "dim")
