"""Sardines: action id <-> move <-> notation, and why a move is refused."""

from __future__ import annotations

import re
from typing import Any

from cattery.games.sardines import rules

from cattery.game import Reason
from cattery.movelist import MoveList
from cattery.tagged import tag, tagged
from cattery.text import vocabulary


@tagged("reach")
class Reach:
    """S-10: a paw on a tin, counted from 1: `reach 3`."""

    tin: int


@tagged("done")
class Done:
    """S-10: nothing more in this round: `done`."""


@tagged("pay")
class Pay:
    """S-31: the fine: `pay`."""


@tagged("run")
class Run:
    """S-31: no fine, but one paw in the next round: `run`."""


Move = Reach | Done | Pay | Run

EXAMPLES: tuple[Move, ...] = (Reach(1), Done(), Pay(), Run())
# A large game makes its moves like this, and `action` tells their ids without a dictionary.
MOVES = MoveList(
    (rules.SHELF, lambda k: Reach(k + 1)), (1, lambda _: Done()), (1, lambda _: Pay()),
    (1, lambda _: Run()),
)  # fmt: skip


def action(move: Move) -> int:
    """The id of a move."""
    match move:
        case Reach(tin):
            return tin - 1
        case Done():
            return rules.DONE
        case Pay():
            return rules.PAY
        case Run():
            return rules.RUN


def format(move: Move) -> str:
    """The canonical notation of a move."""
    return f"reach {move.tin}" if isinstance(move, Reach) else tag(move)


_SINGLE: dict[str, Move] = {"done": Done(), "pay": Pay(), "run": Run()}


def readings(text: str) -> list[Move]:
    """The moves that a normalised text may mean; a bare number is a tin."""
    found = re.fullmatch(r"(?:([a-z]+) ?)?([1-5])?", text)
    meaning = vocabulary("sardines").get(found[1]) if found and found[1] else None
    if found is None:
        return []
    if found[2]:
        return [Reach(int(found[2]))] if found[1] is None or meaning == "reach" else []
    return [_SINGLE[meaning]] if meaning in _SINGLE else []


def why_not(states: Any, i: int, action: int) -> Reason | None:
    """Why the actor of state i can't do this now; None if nothing speaks against it."""
    s = states[i]
    if s.phase == rules.CAUGHT:
        return None if action > rules.DONE else Reason("S-31", "caught_first")
    if action > rules.DONE:
        return Reason("S-31", "not_caught")
    if action == rules.DONE:
        return None
    if int(s.paws[s.actor]) >> action & 1:
        return Reason("S-10", "paw_there", tin=action + 1)
    if int(s.paws[s.actor]).bit_count() >= s.most[s.actor]:
        return Reason("S-10", "no_paw", n=int(s.most[s.actor]))
    return None
