"""Work beside the server steps back: whoever plays goes first where both want the same core."""

from __future__ import annotations

import contextlib
import os
import sys
import threading

NICENESS = 10


def lower_thread() -> None:
    """For a thread that thinks, from within."""
    if sys.platform == "linux":  # elsewhere threads have no priority of their own
        _lower(threading.get_native_id())


def lower_process(pid: int) -> None:
    """For a process that compiles or judges."""
    if hasattr(os, "setpriority"):
        _lower(pid)


def _lower(who: int) -> None:
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, who, NICENESS)
