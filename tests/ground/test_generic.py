"""Generic sources name no game: what they know of games they find in the games' own folders."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import cattery

ROOT = Path(__file__).parents[2]
NAMED = re.compile("|".join(cattery.games()), re.IGNORECASE)


def tracked(*folders: str) -> list[Path]:
    """The files below some folders that belong to no game."""
    listed = subprocess.run(
        ["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    paths = [ROOT / name for name in listed if "/games/" not in name]
    return [path for path in paths if path.is_file()]


def code_words(source: str) -> Iterator[tuple[int, str]]:
    """The names and texts of a Python source with their lines, docstrings aside: their examples
    need a game."""
    tree = ast.parse(source)
    docs = {id(each.body[0].value) for each in ast.walk(tree) if _has_docstring(each)}
    for node in ast.walk(tree):
        if id(node) in docs:
            continue
        for value in (getattr(node, field) for field in node._fields if hasattr(node, field)):
            if isinstance(value, str):
                yield getattr(node, "lineno", 0), value


def _has_docstring(node: ast.AST) -> bool:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, kinds) and ast.get_docstring(node) is not None


def test_no_code_of_the_package_names_a_game():
    sources = [path for path in tracked("src") if path.suffix == ".py"]
    assert len(sources) > 80
    named = [
        f"{path.relative_to(ROOT)}:{line} {word}"
        for path in sources
        for line, word in code_words(path.read_text(encoding="utf-8"))
        if NAMED.search(word)
    ]
    assert named == []


def test_no_source_of_the_page_and_no_shared_word_names_a_game():
    files = [path for path in tracked("src", "web/src", "web/build") if path.suffix != ".py"]
    assert len(files) > 60
    named = [
        str(path.relative_to(ROOT))
        for path in files
        if NAMED.search(path.read_text(encoding="utf-8", errors="ignore"))
    ]
    assert named == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""As in huupp."""\n', False),
        ('def f():\n    """huupp"""\n    return 1\n', False),
        ('if name == "huupp":\n    pass\n', True),
        ("from cattery.games import filou\n", True),
        ("import cattery.games.filou.rules\n", True),
        ("huupp_wins = 3\n", True),
        ('f(x="{filou} of")\n', True),
        ('print(f"a {x} filou")\n', True),
    ],
)
def test_names_are_found_wherever_code_has_them(source: str, found: bool):
    assert any(NAMED.search(word) for _, word in code_words(source)) == found
