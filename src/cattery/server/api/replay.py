"""Saved matches for the page: checked, and step by step."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cattery import names, saved
from cattery.server.tables import views
from cattery.server.tables.stories import told

if TYPE_CHECKING:
    from cattery.match import Match

Dict = dict[str, Any]


def verdict(text: str, lang: str, own_keys: Collection[str]) -> Dict:
    """Whether a saved match holds what it promises, if not, what is wrong, and who vouches."""
    found = saved.verify(text)
    return {
        "ok": found.ok,
        "text": "" if found.error is None else found.error.text(lang),
        "signature": _vouching(found.signature, own_keys),
    }


def _vouching(signature: saved.Signature | None, own_keys: Collection[str]) -> Dict | None:
    if signature is None:
        return None
    if not signature.checked:
        whose = "unchecked"
    else:
        whose = "own" if signature.key in own_keys else "foreign"
    return {"host": signature.host, "key": signature.key, "whose": whose}


def from_text(text: str, seat: int | None, lang: str) -> Dict:
    """A saved match step by step, from a seat or the onlooker's place."""
    match = saved.read(text)
    if seat is not None and seat >= match.seats:
        seat = None
    return frames(match, seat, lang)


def frames(match: Match, seat: int | None, lang: str, *, openly: bool = True) -> Dict:
    """A match from its start: after every entry that could be seen, what happened and the view.

    From no seat, of a match that is over, with everything uncovered, unless not `openly`.
    """
    called = names.of_match(match, lang)
    again = match.restarted()
    uncovered = openly and seat is None and match.over and match.game.hidden
    look = _uncovered if uncovered else partial(_seen_by, seat)
    shown: list[Dict] = [{"n": 0, "told": None, "view": look(again), "scores": again.scores}]
    for entry in match.log:
        again.repeat(entry)
        one = match.told_openly(entry.n) if uncovered else again.told(entry.n, seat)
        if not one.seen:
            continue
        shown.append(
            {
                "n": entry.n + 1,
                "told": told(one, lang, called),
                "view": look(again),
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


def _seen_by(seat: int | None, match: Match) -> Any:
    return match.view(seat)


def _uncovered(match: Match) -> Any:
    """What all seats together see: when a match is over its secrets are none any more.

    What belongs to one viewer alone, at the top of a view, stays with that viewer.
    """
    view = match.view(None)
    seen = [match.view(seat) for seat in range(match.seats)]
    return replace(
        view,
        **{
            name: _filled(value, [getattr(one, name) for one in seen])
            for name, value in vars(view).items()
            if value is not None
        },
    )


def _filled(value: Any, others: list[Any]) -> Any:
    """A value with all that is missing in it taken from the others, where they have it."""
    if value is None:
        return next((other for other in others if other is not None), None)
    if is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in fields(value)]
        if any(type(other) is not type(value) for other in others):
            return value
        return replace(
            value,
            **{
                name: _filled(getattr(value, name), [getattr(each, name) for each in others])
                for name in names
            },
        )
    if isinstance(value, dict):
        return {key: _filled(each, [other[key] for other in others]) for key, each in value.items()}
    if isinstance(value, list | tuple) and all(len(other) == len(value) for other in others):
        filled = [_filled(each, [other[at] for other in others]) for at, each in enumerate(value)]
        return type(value)(filled)
    return value


def view_at(match: Match, n: int, seat: int | None) -> Any:
    """What a seat saw of a match after n entries; from no seat, once it is over, with all
    uncovered."""
    then = match.until(n)
    if seat is not None and seat < match.seats:
        return then.view(seat)
    return _uncovered(then) if match.over and match.game.hidden else then.view(None)
