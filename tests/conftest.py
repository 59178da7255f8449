"""How the tests run: Hypothesis with a fixed seed, so that a failure is the same for everybody, and
with the small game of `tests/games` beside the packaged ones."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import HealthCheck, settings

# Before anything asks what games there are; processes that a test starts inherit it.
os.environ["CATTERY_GAMES"] = str(Path(__file__).parent / "games")
collect_ignore = ["games"]  # imported as cattery.games.<name>, never by its place

settings.register_profile(
    "cattery",
    deadline=None,  # the first call of a kernel may compile it
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cattery")
