"""If It Fits: the record and its kernels.

`deck` reads the cards, `state` has the record and the action ids, `table` lays cards and keeps the
boxes, `play` takes turns, `count` scores, `secrets` says what a seat knows, `checks` what holds.
"""

from cattery.games.if_it_fits.rules.checks import INVARIANTS, check
from cattery.games.if_it_fits.rules.count import payoff, score
from cattery.games.if_it_fits.rules.play import apply, legal, sample, start
from cattery.games.if_it_fits.rules.secrets import (
    OBSERVATION,
    PLANES,
    imagine,
    notice,
    observe,
)
from cattery.games.if_it_fits.rules.state import ACTIONS, STATE
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
