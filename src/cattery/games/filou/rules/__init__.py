"""Filou: the record and its kernels.

`deck` reads the cards, `state` has the record and the action ids, `auction` plays, `secrets` says
what a seat knows.
"""

from cattery.games.filou.rules.auction import apply, legal, payoff, sample, score, start
from cattery.games.filou.rules.secrets import (
    INVARIANTS,
    OBSERVATION,
    PLANES,
    check,
    imagine,
    notice,
    observe,
)
from cattery.games.filou.rules.state import ACTIONS, STATE
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
