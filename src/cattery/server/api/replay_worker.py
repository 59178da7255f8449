"""A process that plays long saved matches again, one after the other.

It is started by `python -m cattery.server.api.replay_worker`. A job on standard input is a line
with a length and so many bytes, the pickled name of a function of `replay.py` and its arguments;
the answer is in the same way a pair: JSON, or None and the refusal. The process ends when its input
does.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
from typing import Any

import orjson

from cattery.errors import CatteryError
from cattery.server.api import replay
from cattery.server.priority import lower_process

Answer = tuple[bytes | None, CatteryError | None]


def packed(value: Any) -> bytes:
    """A job or an answer as it goes through a pipe."""
    data = pickle.dumps(value)
    return b"%d\n" % len(data) + data


def work(name: str, args: tuple[Any, ...]) -> Answer:
    """Do one job; what is refused is told."""
    try:
        return orjson.dumps(getattr(replay, name)(*args)), None
    except CatteryError as refusal:
        return None, refusal


def main() -> None:
    """Take jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is enough
    lower_process(os.getpid())
    jobs, answers = sys.stdin.buffer, sys.stdout.buffer
    with contextlib.suppress(BrokenPipeError):
        while line := jobs.readline():
            name, args = pickle.loads(jobs.read(int(line)))
            answers.write(packed(work(name, args)))
            answers.flush()


if __name__ == "__main__":
    main()
