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

CHANGED = "-dirty"  # git's mark behind a commit that isn't what lies there


def commit(folder: Path) -> str:
    """The commit of the sources in a folder, with a mark if they were changed since; empty where
    there is no git."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def why_not_kept(named: str) -> str:
    """Why tables of this commit can't be kept: nobody could make them again; empty if they can."""
    if not named:
        return "--keep names the commit that made the tables, and there is no git here"
    if named.endswith(CHANGED):
        return f"--keep names the commit that made the tables, but sources differ from {named[:12]}"
    return ""


def origin(course: Course, rows: list[Progress], weights: Path, named: str) -> str:
    """What is to be known of the weights, as TOML."""
    plan = course.plan

    def text(value: object) -> str:
        if isinstance(value, Rate):
            return f"[{value.share}, {value.low}, {value.high}]"
        return str(value).lower() if isinstance(value, bool) else str(value)

    lines = [
        f'command = "python -m cattery.learning {plan.options()}"',
        f'commit = "{named}"',
        f'code = "{course.code}"',
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
    plan, here = Plan(**given), Path(__file__).parent
    named = commit(here)
    if keep and (why := why_not_kept(named)):
        parser.error(why)
    try:
        course = Course(plan, work or Path("learning") / plan.game, jobs)
    except ValueError as error:
        parser.error(str(error))
    rows = course.run(lambda line: print(line, flush=True))
    best = course.folder / "best.npz"
    if not best.exists():
        print("Nothing has won its match.")
        return
    text = origin(course, rows, best, named)
    (course.folder / ORIGIN).write_text(text)
    if keep:
        if commit(here) != named:
            parser.error(f"sources have changed since this was begun at {named}")
        shutil.copy(best, data.folder(plan.game) / WEIGHTS)
        (data.folder(plan.game) / ORIGIN).write_text(text)


if __name__ == "__main__":
    main()
