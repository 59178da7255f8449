"""Saved matches for the page: checked, and step by step."""

from __future__ import annotations

from typing import Any

from cattery import names, saved
from cattery.match import Match
from cattery.server.tables import views

Dict = dict[str, Any]


def verdict(text: str, lang: str) -> Dict:
    """Whether a saved match holds what it promises, and if not, what is wrong."""
    found = saved.verify(text)
    return {"ok": found.ok, "text": "" if found.error is None else found.error.text(lang)}


def from_text(text: str, seat: int | None, lang: str) -> Dict:
    """A saved match step by step, from a seat or the onlooker's place."""
    match = saved.read(text)
    if seat is not None and seat >= match.seats:
        seat = None
    return frames(match, seat, lang)


def frames(match: Match, seat: int | None, lang: str) -> Dict:
    """A match from its start: after every entry that could be seen, what happened and the view."""
    called = names.of_match(match, lang)
    again = match.restarted()
    shown: list[Dict] = [{"n": 0, "told": None, "view": again.view(seat), "scores": again.scores}]
    for entry in match.log:
        again.repeat(entry)
        (told,) = again.story(seat, since=entry.n)
        if not told.seen:
            continue
        shown.append(
            {
                "n": entry.n + 1,
                "told": views.told(told, lang, called),
                "view": again.view(seat),
                "scores": again.scores,
            }
        )
    return {
        "game": match.game.name,
        "options": match.options,
        "names": called,
        "seats": match.seats,
        "seat": seat,
        "frames": shown,
        "result": views.result(match),
        "commitment": match.commitment,
        "seed": match.seed.hex() if match.seed is not None and match.over else None,
        "known_dice": match.known_dice,
    }


def view_at(text: str, n: int, seat: int | None) -> Any:
    """What a seat, or the onlooker, saw of a saved match after n entries."""
    match = saved.read(text)
    return match.until(n).view(seat if seat is not None and seat < match.seats else None)
