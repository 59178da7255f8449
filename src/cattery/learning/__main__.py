"""`python -m cattery.learning GAME [--jobs 2]`: learn by self-play, resumable; docs/learning.md."""

from __future__ import annotations

import argparse
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import cattery
from cattery import data
from cattery.arena.intervals import Rate
from cattery.learned import ORIGIN, WEIGHTS, digest
from cattery.learning.course import Course, Plan, Progress


def commit() -> str:
    """The commit of the sources, with a mark if they were changed since."""
    here = Path(__file__).parent
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    return subprocess.run(command, cwd=here, capture_output=True, text=True).stdout.strip()


def origin(plan: Plan, rows: list[Progress], weights: Path) -> str:
    """What is to be known of the weights, as TOML."""

    def text(value: object) -> str:
        if isinstance(value, Rate):
            return f"[{value.share}, {value.low}, {value.high}]"
        return str(value).lower() if isinstance(value, bool) else str(value)

    lines = [
        f'command = "python -m cattery.learning {plan.options()}"',
        f'commit = "{commit()}"',
        f"seed = {plan.seed}",
        f'weights = "{digest(weights)}"',
    ]
    for row in rows:
        lines += ["", "[[generation]]"]
        lines += [f"{field.name} = {text(getattr(row, field.name))}" for field in fields(row)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Learn, and with `--keep` put the best weights into the game's folder."""
    parser = argparse.ArgumentParser(prog="python -m cattery.learning", description=__doc__)
    parser.add_argument("game", choices=cattery.games())
    parser.add_argument("--work", type=Path, help="the folder of games, tables and matches")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play at the same time")
    parser.add_argument("--keep", action="store_true", help="put the best into the game's folder")
    for field in fields(Plan):
        if field.name != "game":
            kind = float if isinstance(field.default, float) else int
            parser.add_argument(f"--{field.name}", type=kind, default=field.default)
    given = vars(parser.parse_args())
    work, jobs, keep = (given.pop(name) for name in ("work", "jobs", "keep"))
    plan = Plan(**given)
    course = Course(plan, work or Path("learning") / plan.game, jobs)
    rows = course.run(lambda line: print(line, flush=True))
    best = course.folder / "best.npz"
    if not best.exists():
        print("Nothing has won its match.")
        return
    text = origin(plan, rows, best)
    (course.folder / ORIGIN).write_text(text)
    if keep:
        shutil.copy(best, data.folder(plan.game) / WEIGHTS)
        (data.folder(plan.game) / ORIGIN).write_text(text)


if __name__ == "__main__":
    main()
