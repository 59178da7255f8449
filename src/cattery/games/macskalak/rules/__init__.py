"""Macskalak: the record and its kernels.

`layout` reads the sheets, `state` has the record and the action ids, `sheet` knows rooms and
points, `turn` plays from the roll to *done*, `rounds` rolls and ends the game, `secrets` says what
a seat knows.
"""

from cattery.games.macskalak.rules.rounds import payoff, score, start
from cattery.games.macskalak.rules.secrets import (
    INVARIANTS,
    OBSERVATION,
    PLANES,
    check,
    imagine,
    notice,
    observe,
)
from cattery.games.macskalak.rules.state import ACTIONS, STATE
from cattery.games.macskalak.rules.turn import apply, legal, sample
from cattery.kernel import implement

__all__ = [
    "ACTIONS",
    "INVARIANTS",
    "OBSERVATION",
    "PLANES",
    "STATE",
    "apply",
    "check",
    "imagine",
    "legal",
    "notice",
    "observe",
    "payoff",
    "sample",
    "score",
    "start",
]

implement(
    STATE,
    start=start,
    legal=legal,
    apply=apply,
    score=score,
    payoff=payoff,
    observe=observe,
    check=check,
    imagine=imagine,
    notice=notice,
    sample=sample,
)
