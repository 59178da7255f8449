"""`python scripts/planes.py`: write the tables of the games' planes into docs/envs.md.

The names are the games' PLANES; the notes are the comments beside them in the source.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path
from types import ModuleType

import cattery
from cattery import data
from cattery.game import Game

PAGE = Path(__file__).parent.parent / "docs" / "envs.md"
BEGIN, END = "<!-- planes: made by scripts/planes.py -->", "<!-- end of planes -->"


def source_of(game: Game) -> tuple[ModuleType, ast.Tuple, str]:
    """The module, the expression and the source of a game's PLANES."""
    prefix = game.rules.__name__
    for name, module in sorted(sys.modules.items()):
        if name == prefix or name.startswith((f"{prefix}.", f"{prefix}_")):
            text = Path(str(module.__file__)).read_text(encoding="utf-8")
            for node in ast.parse(text).body:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PLANES":
                    assert isinstance(node.value, ast.Tuple)
                    return module, node.value, text
    raise LookupError(f"{game.name} has no PLANES")


def comments(text: str) -> dict[int, str]:
    """The comment of each line that has one."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {t.start[0]: t.string.lstrip("# ") for t in tokens if t.type == tokenize.COMMENT}


def rows(game: Game) -> list[tuple[int, str, str]]:
    """Number, name and note of each plane."""
    module, planes, text = source_of(game)
    notes = comments(text)
    found: list[tuple[int, str, str]] = []
    for element in planes.elts:
        whole = ast.Expression(ast.Tuple([element], ast.Load()))
        names = eval(compile(ast.fix_missing_locations(whole), "PLANES", "eval"), vars(module))
        note = notes.get(element.end_lineno or 0, "")
        found += [(len(found) + k, name, note) for k, name in enumerate(names)]
    return found


def table(game: Game) -> str:
    """A game's planes in Markdown."""
    shape = " × ".join(map(str, game.observation_shape))
    lines = [f"### {game.title('en')} (`{game.name}`): {shape}, {game.actions} actions", ""]
    lines += ["| plane | name | |", "|---|---|---|"]
    lines += [f"| {number} | {name} | {note} |" for number, name, note in rows(game)]
    return "\n".join(lines)


def tables() -> str:
    """All games' tables, between their marks."""
    parts = [table(cattery.game(name)) for name in data.packaged()]
    return "\n\n".join([BEGIN, *parts, END])


def updated(page: str) -> str:
    """The page with fresh tables."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + tables() + after


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
