"""Arena: players meet in bulk, and what comes out is counted, rated and drawn.

>>> import cattery.arena
>>> setup = cattery.arena.Setup.of(cattery.game("huupp"), ["random", "greedy"], 10)
>>> setup.total, [fixture.players for fixture in setup.fixtures()][:2]
(10, [['random', 'greedy'], ['greedy', 'random']])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cattery.arena.figures import Report, report
    from cattery.arena.results import Results
    from cattery.arena.running import run
    from cattery.arena.setup import Fixture, Setup

__all__ = ["Fixture", "Report", "Results", "Setup", "report", "run"]

# Where the names are; they import Numba, and the command line only wants to know the commands.
_HOMES = {
    "Fixture": "setup",
    "Report": "figures",
    "Results": "results",
    "Setup": "setup",
    "report": "figures",
    "run": "running",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
