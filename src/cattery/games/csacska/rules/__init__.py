"""Csacska macskák: the record and its kernels.

`deck` reads the cards, `state` has the record and the action ids, `piles` and `series` move cards
about, `choices` says what may be done, `turn` does it, `table` says what everybody sees and what
always holds.
"""

from cattery.games.csacska.rules.choices import legal, sample
from cattery.games.csacska.rules.state import ACTIONS, STATE
from cattery.games.csacska.rules.table import (
    INVARIANTS,
    OBSERVATION,
    PLANES,
    check,
    notice,
    observe,
)
from cattery.games.csacska.rules.turn import apply, payoff, score, start
from cattery.kernel import implement

__all__ = [
    "ACTIONS",
    "INVARIANTS",
    "OBSERVATION",
    "PLANES",
    "STATE",
    "apply",
    "check",
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
    notice=notice,
    sample=sample,
)
