"""Make docs/rules.md: every rule of every game, and the tests that hold it.

    python scripts/rule_table.py [--check]

The rules are listed in `tests/rules/<game>/ids.toml`. A test holds a rule when its name cites the
id: `test_h13_…`, or a parameter such as `[H-13 two in line stay]`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cattery

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "tests" / "rules"
PAGE = ROOT / "docs" / "rules.md"

HEAD = """# Rules and their tests

Every rule of the rule sheets has an id, and tests that fail when the rule is broken. The ids stand
in refusals (“There is already a piece on d4. (H-10)”), in docstrings and in the names of the tests.
This page is made by `python scripts/rule_table.py`; a test fails when it is stale.
"""


@dataclass
class Rule:
    """A rule of a game's sheet and the tests that cite it."""

    id: str
    words: str
    tests: dict[str, list[str]] = field(default_factory=dict)  # by file: what each test says

    def cite(self, file: str, sentence: str) -> None:
        """Note a test; the same sentence for several parameters is noted once."""
        sentences = self.tests.setdefault(file, [])
        if sentence not in sentences:
            sentences.append(sentence)


def games() -> list[str]:
    """The games whose rules are listed."""
    return sorted(path.parent.name for path in RULES.glob("*/ids.toml"))


def listed(game: str) -> dict[str, Rule]:
    """The rules of a game by id, without their tests yet."""
    ids = tomllib.loads((RULES / game / "ids.toml").read_text(encoding="utf-8"))
    return {id: Rule(id, words) for id, words in ids.items()}


def collected() -> list[str]:
    """The names of all rule tests, as pytest collects them."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*command, str(RULES)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    if run.returncode:
        raise SystemExit(f"the rule tests can't be collected:\n{run.stdout}{run.stderr}")
    return [line for line in run.stdout.splitlines() if "::test_" in line]


def cited(test: str, prefix: str) -> list[tuple[str, str]]:
    """The ids that a test's name cites, each with what the test says about it.

    >>> cited("x.py::test_h11_h15_all_move", "H")
    [('H-11', 'all move'), ('H-15', 'all move')]
    >>> cited("x.py::test_boops[off-H-13 two in line stay]", "H")
    [('H-13', 'two in line stay')]
    """
    name = test.split("::", 1)[1]
    function, _, parameters = name.partition("[")
    ids = re.findall(rf"_{prefix.lower()}(\d+)(?![^_])", function)
    words = re.sub(rf"^test(_{prefix.lower()}\d+)*_", "", function).replace("_", " ")
    found = [(f"{prefix}-{number}", words) for number in ids]
    for number, sentence in re.findall(rf"\b{prefix}-(\d+) ([^\[\]]+)", parameters):
        found.append((f"{prefix}-{number}", sentence))
    return found


def table(game: str, tests: list[str]) -> tuple[dict[str, Rule], list[str]]:
    """A game's rules with their tests, and the ids that are cited but not listed."""
    rules = listed(game)
    prefix = next(iter(rules)).split("-")[0]
    unknown = []
    for test in tests:
        file = test.split("::", 1)[0]
        if f"/rules/{game}/" in f"/{file}":
            for id, sentence in cited(test, prefix):
                if id in rules:
                    rules[id].cite(file, sentence)
                else:
                    unknown.append(f"{id} in {test}")
    return rules, unknown


def lines(game: str, rules: dict[str, Rule]) -> Iterator[str]:
    """A game's part of the page."""
    yield f"## {cattery.game(game).title('en')}"
    yield ""
    yield "| Rule | In short | Tests |"
    yield "| --- | --- | --- |"
    for rule in rules.values():
        tests = "<br>".join(
            f"[{Path(file).name}](../{file}): " + "; ".join(sentences)
            for file, sentences in sorted(rule.tests.items())
        )
        yield f"| {rule.id} | {rule.words} | {tests} |"
    yield ""


def page(tests: list[str]) -> str:
    """The whole page."""
    parts = [HEAD]
    for game in games():
        rules, _ = table(game, tests)
        parts.append("\n".join(lines(game, rules)))
    return "\n".join(parts).rstrip() + "\n"


def main() -> None:
    """Write the page, or look whether it is up to date."""
    parser = argparse.ArgumentParser(description="Make docs/rules.md from the rule tests.")
    parser.add_argument("--check", action="store_true", help="fail if the page is stale")
    wanted = page(collected())
    if not parser.parse_args().check:
        PAGE.write_text(wanted, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        raise SystemExit("docs/rules.md is stale: run python scripts/rule_table.py")


if __name__ == "__main__":
    main()
