"""How the tests run: Hypothesis with a fixed seed, so that a failure is the same for everybody, and
with the small game of `tests/games` beside the packaged ones."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Before anything asks what games there are; processes that a test starts inherit it. Games that
# somebody writes elsewhere are held to the contract, too.
GAMES = str(Path(__file__).parent / "games")
given = [each for each in os.environ.get("CATTERY_GAMES", "").split(os.pathsep) if each]
os.environ["CATTERY_GAMES"] = os.pathsep.join([GAMES, *(each for each in given if each != GAMES)])
collect_ignore = ["games"]  # imported as cattery.games.<name>, never by its place

settings.register_profile(
    "cattery",
    deadline=None,  # the first call of a kernel may compile it
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cattery")
