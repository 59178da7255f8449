"""A saved match again, entry by entry."""

from __future__ import annotations

from bisect import bisect_left

from cattery.match import Match
from cattery.terminal.people import display_names
from cattery.terminal.play import announce, show, tell_entry
from cattery.terminal.screen import InputClosed, Screen
from cattery.text import normal

BACK = ("b", "back", "v", "vissza")
QUIT = ("q", "quit", "exit", "kilep", "vege")


def replay(match: Match, screen: Screen) -> None:
    """Step through a match where somebody types; else tell all of it and show the end."""
    called = display_names(match, screen.lang)
    if screen.typed and screen.out.is_terminal:
        _step_through(match, screen, called)
        return
    for told in match.story(None):
        tell_entry(screen, told, called)
    show(screen, match, None, called)
    announce(screen, match, called)


def _step_through(match: Match, screen: Screen, called: list[str]) -> None:
    stops = _stops(match)
    at = 0
    try:
        while True:
            _show_at(match, stops[at], screen, called)
            text = normal(screen.ask(screen.text("replay.prompt")))
            if text in QUIT:
                return
            if text in BACK:
                at = max(0, at - 1)
            elif text.isdigit():
                at = min(bisect_left(stops, int(text)), len(stops) - 1)
            elif at == len(stops) - 1:
                return
            else:
                at += 1
    except InputClosed:
        return


def _stops(match: Match) -> list[int]:
    """After how many entries there is something new to see for an onlooker."""
    seen = [told.n + 1 for told in match.story(None) if told.kind != "unseen"]
    return sorted({0, *seen, match.n})


def _show_at(match: Match, n: int, screen: Screen, called: list[str]) -> None:
    """The match as it stood after its first n entries."""
    part = match.until(n)
    here = screen.text("replay.entry", n=n, last=match.n) if n else screen.text("replay.start")
    screen.line()
    screen.line(here, "strong")
    for told in part.story(None, max(0, n - 1)):
        tell_entry(screen, told, called)
    show(screen, part, None, called)
    announce(screen, part, called)
