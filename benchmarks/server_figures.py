"""What the server can carry, beside what it could when its load was first measured on a quiet
machine of two cores (a dash: not measured then). `server_load.py` says how each row comes about.

    python benchmarks/server_figures.py                      all rows, some three minutes
    python benchmarks/server_figures.py --rows fast pace     some of them
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from server_load import measure

from server.running import postgres_binaries

Figures = dict[str, Any]

# What it is called, how it is measured, which figures are shown, and what they were before.
ROWS: dict[str, tuple[str, Figures, dict[str, str]]] = {
    "fast": (
        "200 tables, as fast as they can",
        {},
        {"moves_per_server_core_second": "2,350", "moves_per_second": "2,350"},
    ),
    "pace": (
        "200 tables, 500 moves a second",
        {"pace": 500},
        {"p50_ms": "–", "p99_ms": "18"},
    ),
    "grown": (
        "2,000 tables, 500 moves a second, 10,000 idle sockets",
        {"tables": 2000, "pace": 500, "idle": 10_000},
        {
            "p50_ms": "–",
            "p99_ms": "–",
            "megabytes_loaded": "–",
            "megabytes_with_idle_sockets": "–",
            "megabytes_after": "–",
        },
    ),
    **{
        f"workers-{count}": (
            f"PostgreSQL, {count} worker{'s' if count > 1 else ''}, as fast as 200 tables can",
            {"postgres": True, "workers": count},
            {"moves_per_second": "–", "server_cpu_seconds": "–", "p99_ms": "–"},
        )
        for count in (1, 2, 4)
    },
}


def main() -> None:
    """Measure row by row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rows", nargs="*", choices=ROWS, default=list(ROWS))
    parser.add_argument("--seconds", type=float, default=10, help="of each row")
    given = parser.parse_args()
    for row in given.rows:
        title, how, shown = ROWS[row]
        if how.get("postgres") and postgres_binaries() is None:
            print(f"{title}: PostgreSQL isn't installed")
            continue
        found = measure(seconds=given.seconds, **how)
        print(f"{title} (reference {found['reference_us']} µs, {found['refused']} refused)")
        for name, before in shown.items():
            print(
                f"    {name.replace('_', ' '):30} {found[name]:>10,}   before: {before}", flush=True
            )


if __name__ == "__main__":
    main()
