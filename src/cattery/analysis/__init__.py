"""Analysis: what a search thinks of the moves of a match, and a hint for the next one.

Every decision is judged by what its seat knew when it was taken, never by what lay hidden.
"""

from cattery.analysis.analyse import Analysis, Curve, Judgement, SeatSummary, analyse
from cattery.analysis.hints import Hint, hint
from cattery.analysis.lines import Alternative, Line, LineStep, chance

__all__ = [
    "Alternative",
    "Analysis",
    "Curve",
    "Hint",
    "Judgement",
    "Line",
    "LineStep",
    "SeatSummary",
    "analyse",
    "chance",
    "hint",
]
