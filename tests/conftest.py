"""How the tests run: Hypothesis with a fixed seed, so that a failure is the same for everybody."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cattery",
    deadline=None,  # the first call of a kernel may compile it
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cattery")
