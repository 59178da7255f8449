"""What the page says when somebody asks: the aim of a game, and every situation in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cattery
from cattery import Game, data
from support.walks import LANGUAGES

MOST_LETTERS = 330
TYPING = "<!-- terminal -->"
CHAPTERS = {  # those that every game has, in this order
    "en": ("In a nutshell", "Typing moves", "Our rulings", "Credits"),
    "hu": ("Dióhéjban", "Lépések begépelve", "Saját döntéseink", "Köszönet"),
}
RULE = re.compile(r"\([A-Z]-\d+(, [A-Z]-\d+| to [A-Z]-\d+|–[A-Z]-\d+)*\)")


def phases(schema: Any) -> Iterator[str]:
    """The values that a view's `phase` may have."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "phase" and "enum" in value:
                yield from value["enum"]
            yield from phases(value)


def test_every_situation_has_its_help(game: Game):
    if game.name not in data.packaged():
        return
    there = set(phases(game.schema()))
    assert there
    for lang in LANGUAGES:
        words = game.words(lang)
        keys = {key.removeprefix("help.") for key in words.templates if key.startswith("help.")}
        assert keys == {"goal", *there}
        assert max(len(words.templates[f"help.{key}"]) for key in keys) <= MOST_LETTERS


def test_every_explanation_names_its_rule(game: Game):
    """What a thing on the table is; where a refusal says it, the refusal names the rule."""
    for lang in LANGUAGES:
        found = {
            key: text
            for key, text in game.words(lang).templates.items()
            if re.match(r"(\w+_)?about\.", key) and not re.search(r"about\.(level|style):", key)
        }
        without = [key for key, text in found.items() if not RULE.search(text)]
        assert [key for key in without if "{why}" not in found[key]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", data.packaged())
def test_what_is_about_typing_says_so(name: str, lang: str):
    """The page leaves the chapter out that only the terminal needs; others have the same names."""
    folder: Path = cattery.data.folder(name)
    text = (folder / f"rules.{lang}.md").read_text(encoding="utf-8")
    assert "—" not in text
    assert re.findall(f"^## ({'|'.join(CHAPTERS[lang])})(?: {TYPING})?$", text, re.M) == list(
        CHAPTERS[lang]
    )
    before, heading, after = text.partition(TYPING)
    assert heading
    assert "| `" in after.partition("\n## ")[0]
    assert "| `" not in before + after.partition("\n## ")[2]
