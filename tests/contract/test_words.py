"""The catalogues: the same keys and parameters in both languages, and a key for every use."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import cattery
from cattery import Game, errors
from cattery.text import (
    SEAT_FIELDS,
    SEAT_LISTS,
    Words,
    game_words,
    shared_words,
    vocabulary,
)
from support.walks import LANGUAGES

SOURCE = Path(cattery.__file__).parent
CATALOGUES = ("shared", *cattery.games())


def catalogue(name: str, lang: str) -> Words:
    return shared_words(lang) if name == "shared" else game_words(name, lang)


def parameters(template: str) -> set[str]:
    """The names of a template's parameters."""
    holes = re.findall(r"\{([^{}]+)\}", template.replace("{{", "").replace("}}", ""))
    return {re.sub(r"^[aA]z ", "", re.split(r"[|@]", hole)[0]) for hole in holes}


def groups(template: str) -> set[str]:
    """The groups of words that a template looks values up in."""
    return set(re.findall(r"\{\w+@([\w.]+)\}", template))


@pytest.mark.parametrize("name", CATALOGUES)
def test_both_languages_have_the_same_keys(name: str):
    english, hungarian = (set(catalogue(name, lang).templates) for lang in LANGUAGES)
    assert english - hungarian == set()
    assert hungarian - english == set()


@pytest.mark.parametrize("name", CATALOGUES)
def test_both_languages_have_the_same_parameters(name: str):
    english, hungarian = (catalogue(name, lang).templates for lang in LANGUAGES)
    for key, template in english.items():
        assert parameters(template) == parameters(hungarian[key]), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_every_template_is_whole(name: str, lang: str):
    for key, template in catalogue(name, lang).templates.items():
        assert template.lstrip() == template, key
        assert not template.endswith(("  ", "\n")), key  # a prompt ends with a space
        if not key.startswith("input."):
            assert template, key
        rest = re.sub(r"\{\{|\}\}|\{[^{}]+\}", "", template)
        assert "{" not in rest, key
        assert "}" not in rest, key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_every_group_that_is_looked_up_in_exists(name: str, lang: str):
    words = catalogue(name, lang)
    keys = set(words.templates) | set(shared_words(lang).templates)
    for key, template in words.templates.items():
        for group in groups(template):
            assert any(other.startswith(f"{group}.") for other in keys), f"{key}: {group}"


def test_english_templates_have_no_hungarian_articles():
    for name in CATALOGUES:
        for key, template in catalogue(name, "en").templates.items():
            assert not re.search(r"\{[aA]z ", template), key


@pytest.mark.parametrize("name", CATALOGUES)
def test_hungarian_templates_choose_their_article(name: str):
    for key, template in catalogue(name, "hu").templates.items():
        assert not re.search(r"\ba\(z\)", template, re.IGNORECASE), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_line_break_parts_a_level_from_its_number(lang: str):
    named = {k: t for k, t in shared_words(lang).templates.items() if k.startswith("player.level:")}
    assert named
    for key, template in named.items():
        assert " " not in template[template.index("(") :], key


def test_no_word_a_player_may_type_means_two_things(game: Game):
    meanings: dict[str, set[str]] = {}
    for lang in LANGUAGES:
        for key, words in game.words(lang).templates.items():
            if key.startswith("input."):
                for word in words.split(","):
                    meanings.setdefault(word, set()).add(key)
    twice = {word: keys for word, keys in meanings.items() if len(keys) > 1}
    assert not twice
    assert set(vocabulary(game.name)) >= set(meanings) - {""}


def literal_keys() -> Iterator[tuple[str, Path]]:
    """Every key that the source asks a catalogue for by name."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            first = node.args[0] if node.args else None
            if (
                node.func.attr == "text"
                and isinstance(first, ast.Constant)
                and isinstance(first.value, str)
                and first.value not in LANGUAGES
            ):
                yield first.value, path


def test_every_key_that_the_source_names_has_words():
    named = list(literal_keys())
    assert named
    for key, path in named:
        part = path.relative_to(SOURCE).parts
        names = [part[1]] if part[0] == "games" and len(part) > 2 else cattery.games()
        for lang in LANGUAGES:
            for name in names:
                keys = {*game_words(name, lang).templates, *shared_words(lang).templates}
                # A layer's screen puts the layer's name before the key: `terminal.exactly`.
                keys |= {other.partition(".")[2] for other in keys}
                assert key in keys, f"{key} in {path}"


def every_error(kind: type[errors.CatteryError]) -> Iterator[type[errors.CatteryError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from every_error(child)


@pytest.mark.parametrize(
    "kind", sorted(set(every_error(errors.CatteryError)), key=lambda kind: kind.__name__)
)
def test_every_error_has_words_in_both_languages(kind: type[errors.CatteryError]):
    if kind.__module__ != "cattery.errors":
        return  # the server's own have their own tests
    if kind is errors.CatteryError:
        return  # never raised itself
    for lang in LANGUAGES:
        assert shared_words(lang).find(f"error.{kind.code}") is not None


def test_codes_of_errors_are_their_own():
    kinds = [k for k in set(every_error(errors.CatteryError)) if k.__module__ == "cattery.errors"]
    codes = [kind.code for kind in kinds]
    assert len(set(codes)) == len(codes)


def test_an_unknown_language_is_english():
    assert shared_words("de").lang == "en"
    assert game_words(cattery.games()[0], "").lang == "en"


def test_facts_and_options_have_words(game: Game):
    for lang in LANGUAGES:
        words = game.words(lang)
        assert game.title(lang)
        assert words.text("tagline")
        for option in game.options:
            assert words.text(f"option.{option.name}")
            for value in option.values:
                if value != "seat":
                    assert words.find(f"option_value.{value}") or words.find(
                        f"option_value.{option.name}.{value}"
                    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CATALOGUES)
def test_players_are_named_plainly_in_what_happens(name: str, lang: str):
    """The server puts names in after the sentences are made: nothing around them may depend on
    them, such as an article."""
    for key, template in catalogue(name, lang).templates.items():
        if key.startswith(("event.", "entry.")):
            for hole in re.findall(r"\{([^{}]+)\}", template):
                if parameters(f"{{{hole}}}") & (SEAT_FIELDS | SEAT_LISTS):
                    assert hole in SEAT_FIELDS | SEAT_LISTS, key
