"""Every rule of every game has a test that cites it, and the page of the rules is up to date."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cattery import data

ROOT = Path(__file__).resolve().parent.parent


def _script() -> ModuleType:
    path = ROOT / "scripts" / "rule_table.py"
    spec = importlib.util.spec_from_file_location("rule_table", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


rule_table = _script()


@pytest.fixture(scope="module")
def tests() -> list[str]:
    """The names of all rule tests."""
    return list(rule_table.collected())


def test_every_game_lists_its_rules():
    assert set(rule_table.games()) == set(data.packaged())


def test_every_rule_has_a_test(tests: list[str]):
    for game in rule_table.games():
        rules, _ = rule_table.table(game, tests)
        untested = [rule.id for rule in rules.values() if not rule.tests]
        assert not untested, f"{game}: no test cites {', '.join(untested)}"


def test_every_cited_rule_is_listed(tests: list[str]):
    for game in rule_table.games():
        _, unknown = rule_table.table(game, tests)
        assert not unknown


def test_every_refusal_cites_a_listed_rule():
    for game in rule_table.games():
        source = (ROOT / "src/cattery/games" / game / "moves.py").read_text(encoding="utf-8")
        prefix = next(iter(rule_table.listed(game))).split("-")[0]
        assert set(re.findall(rf'"({prefix}-\d+)"', source)) <= set(rule_table.listed(game))


def test_the_page_of_the_rules_is_up_to_date(tests: list[str]):
    page = rule_table.PAGE.read_text(encoding="utf-8")
    assert page == rule_table.page(tests), "run python scripts/rule_table.py"
