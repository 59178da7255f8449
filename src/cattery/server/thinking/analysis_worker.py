"""A process that judges finished matches, one after the other.

It is started by `python -m cattery.server.thinking.analysis_worker`.

Each line on standard input is a job, `{"text": a saved match, "seconds": for all of it}`. Standard
output gets a line per judged move with the judgement in every language, and one when the match is
done. The process ends when its input does, or when nobody reads what it writes.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from dataclasses import asdict
from typing import Any

import orjson

from cattery import names, saved
from cattery.analysis import Analysis, Judgement, analyse
from cattery.server.priority import lower_process
from cattery.server.thinking import wording
from cattery.text import LANGUAGES

log = logging.getLogger("cattery.analysis_worker")

LEAST_SECONDS, MOST_SECONDS = 0.05, 0.3  # for a move


def seconds_per_move(budget: float, moves: int) -> float:
    """A fair share of the time for the whole match.

    >>> seconds_per_move(45.0, 30), seconds_per_move(45.0, 300), seconds_per_move(45.0, 3000)
    (0.3, 0.15, 0.05)
    """
    return min(MOST_SECONDS, max(LEAST_SECONDS, budget / max(1, moves)))


def judge(text: str, budget: float) -> Analysis:
    """Judge a saved match, and write down each judgement as soon as it is made."""
    match = saved.read(text)
    called = {lang: names.of_match(match, lang) for lang in LANGUAGES}
    steps = {step.n: step for step in match.steps}

    def tell(done: int, total: int, judged: Judgement) -> None:
        before = steps[judged.n].before
        words = {
            lang: wording.judgement(match.game, before, judged, lang, called[lang])
            for lang in LANGUAGES
        }
        say({"type": "judged", "done": done, "total": total, "words": words})

    pace = seconds_per_move(budget, len(steps))
    return analyse(match, seconds_per_move=pace, progress=tell)


def say(message: dict[str, Any]) -> None:
    """One line to whoever gave the job."""
    sys.stdout.buffer.write(orjson.dumps(message) + b"\n")
    sys.stdout.buffer.flush()


def work(job: dict[str, Any]) -> None:
    """Do one job; what goes wrong is told too."""
    try:
        analysis = judge(job["text"], job["seconds"])
    except BrokenPipeError:
        raise
    except Exception:
        log.exception("a match couldn't be judged")
        say({"type": "failed"})
    else:
        summaries = [asdict(each) for each in analysis.summaries]
        say({"type": "done", "total": analysis.total, "summaries": summaries})


def main() -> None:
    """Take jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is enough
    lower_process(os.getpid())
    with contextlib.suppress(BrokenPipeError):
        for line in sys.stdin.buffer:
            work(orjson.loads(line))


if __name__ == "__main__":
    main()
