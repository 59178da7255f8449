"""Words: one Hungarian and one English catalogue per game and for the shared layers.

A template takes parameters in braces:

- `{name}` the parameter itself, a list with commas
- `{kind@piece}` the word under the key `piece.<value of kind>`; a number without one is itself,
  and a list is its words with commas
- `{n|one kitten|# kittens}` the first form for 1, the second for anything else; `#` is the number;
  a third one, as in `{n|one kitten|# kittens|no kittens}`, is for 0; of a list its length counts
- `{az name}`, `{Az name}` the value with its Hungarian article

Numbers have a real minus sign; texts, such as names and notation, stay as they are.
"""

from __future__ import annotations

import locale
import os
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from cattery import data

LANGUAGES = ("en", "hu")
HUMAN = "human"  # the player of a seat that a person holds
SEAT_FIELDS = frozenset(("seat", "owner", "other", "winner", "victim"))
SEAT_LISTS = frozenset(("seats", "winners"))

MINUS = "−"  # as people read it
_NUMBER = re.compile(r"-?\d+")
_HOLE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_AROUND_NAME = re.compile(r"^[Aa]z |[@|].*")  # what a hole has besides a name
_VOWELS = "aáeéiíoóöőuúüű"
_LETTERS_SPOKEN_WITH_VOWEL = "aeflimnorsuxyáéíóöőúüű"


class Words:
    """One language's catalogue, with another one behind it for the keys it lacks."""

    def __init__(
        self, lang: str, templates: Mapping[str, str], behind: Words | None = None
    ) -> None:
        self.lang = lang
        self.templates = templates
        self.behind = behind

    def find(self, key: str) -> str | None:
        """The template under `key`, or None."""
        found = self.templates.get(key)
        if found is None and self.behind is not None:
            return self.behind.find(key)
        return found

    def text(self, key: str, /, **params: Any) -> str:
        """The template under `key`, filled in; a missing key is a mistake of ours: KeyError."""
        return self.fill(self.template(key), params)

    def template(self, key: str) -> str:
        """The template under `key`, which must be there."""
        found = self.find(key)
        if found is None:
            raise KeyError(f"no words for {key!r} in {self.lang!r}")
        return found

    def fill(self, template: str, params: Mapping[str, Any]) -> str:
        """Fill the holes of a template.

        >>> Words("en", {}).fill("{n|one kitten|# kittens} for {who}", {"n": 3, "who": "Mici"})
        '3 kittens for Mici'
        >>> Words("hu", {}).fill("{Az to} és {az other}", {"to": "f3", "other": "b2"})
        'Az f3 és a b2'
        """
        return "".join(
            [part if isinstance(part, str) else part(self, params) for part in _prepared(template)]
        )

    def word(self, group: str, value: Any) -> str:
        """The word of a value, or of each in a list; numbers speak for themselves.

        >>> Words("en", {"card.rabbit": "a rabbit"}).word("card", ["-8", "rabbit"])
        '−8, a rabbit'
        """
        if isinstance(value, (list, tuple)):
            return ", ".join(self.word(group, each) for each in value)
        return _word(self, group, value)


@lru_cache(maxsize=4096, typed=True)  # True isn't 1
def _word(words: Words, group: str, value: Any) -> str:
    key = f"{group}.{value}"
    if words.find(key) is None and _NUMBER.fullmatch(str(value)):
        return with_minus(value)
    return words.text(key)


Hole = Callable[[Words, Mapping[str, Any]], str]


@cache
def _prepared(template: str) -> tuple[str | Hole, ...]:
    """A template ready to be filled: text, and what to do at each hole."""
    return tuple(_hole(part) if k & 1 else part for k, part in enumerate(_parts(template)))


def _hole(inside: str) -> Hole:
    if "|" in inside:
        counted, *forms = inside.split("|")
        return lambda words, params: _plural(params[counted], *forms)
    if "@" in inside:
        name, group = inside.split("@")
        return lambda words, params: words.word(group, params[name])
    if inside[:3] in ("az ", "Az "):
        return lambda words, params: _with_article(str(params[inside[3:]]), inside[0])
    return lambda words, params: _plain(params[inside])


def _plural(n: Any, one: str, many: str, none: str | None = None) -> str:
    if isinstance(n, (list, tuple)):
        n = len(n)
    form = one if n == 1 else many
    return (none if n == 0 and none is not None else form).replace("#", with_minus(n))


def _plain(value: Any) -> str:
    if isinstance(value, str):
        return value
    return ", ".join(map(_plain, value)) if isinstance(value, (list, tuple)) else with_minus(value)


def with_minus(value: Any) -> str:
    """A number with a real minus sign.

    >>> with_minus(-24), with_minus(f"{3:+d}")
    ('−24', '+3')
    """
    text = str(value)
    return MINUS + text[1:] if text[:1] == "-" else text


def _parts(template: str) -> tuple[str, ...]:
    """A template cut at its holes: text, the inside of a hole, text, ... text.

    >>> _parts("{seat}: {{{n}}}")
    ('', 'seat', ': {', 'n', '}')
    """
    parts, end = [""], 0
    for hole in _HOLE.finditer(template):
        parts[-1] += template[end : hole.start()]
        if hole[1] is None:  # a doubled brace stands for itself
            parts[-1] += hole[0][0]
        else:
            parts += [hole[1], ""]
        end = hole.end()
    parts[-1] += template[end:]
    return tuple(parts)


def _with_article(value: str, a: str) -> str:
    return f"{a}{'z' if _begins_with_vowel(value) else ''} {value}"


def _begins_with_vowel(value: str) -> bool:
    """Whether Hungarian says the word with a vowel first: "az f3", "a 10", "az 5", "az 1"."""
    word = value.lstrip("\"'„”»«( ").lower()
    if not word:
        return False
    if word[0].isdigit():
        digits = re.match(r"\d+", word)
        length = len(digits.group()) if digits else 0
        return word[0] == "5" or (word[0] == "1" and length % 3 == 1)
    if len(word) == 1 or not word[1].isalpha():
        return word[0] in _LETTERS_SPOKEN_WITH_VOWEL
    return word[0] in _VOWELS


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def _read(path: Path) -> dict[str, str]:
    return dict(_flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def _known(lang: str) -> str:
    return lang if lang in LANGUAGES else "en"


@cache
def shared_words(lang: str) -> Words:
    """The words of terminal, page, server and errors."""
    lang = _known(lang)
    return Words(lang, _read(Path(__file__).parent / f"words.{lang}.toml"))


@cache
def game_words(name: str, lang: str) -> Words:
    """The words of one game, with the shared ones behind them."""
    lang = _known(lang)
    return Words(lang, _read(data.folder(name) / f"words.{lang}.toml"), shared_words(lang))


def normal(text: str) -> str:
    """Typed text as readers want it: lower case, no accents, single spaces.

    >>> normal("  Cica   Á1 ")
    'cica a1'
    """
    return " ".join("".join(map(_bare, text)).lower().split())


@lru_cache(4096)
def _bare(letter: str) -> str:
    """A letter without accents. One by one: of a whole text they are put in order, which takes
    minutes where there are a hundred thousand of them."""
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if not unicodedata.combining(part))


@cache
def vocabulary(name: str) -> dict[str, str]:
    """The words a player may type, in any language, and what each means: `cica` -> `kitten`.

    They stand in the catalogues under `input.<meaning>`, separated by commas.
    """
    meanings: dict[str, str] = {}
    for lang in LANGUAGES:
        for key, words in game_words(name, lang).templates.items():
            if key.startswith("input."):
                meanings |= {normal(word): key.removeprefix("input.") for word in words.split(",")}
    return meanings


@cache
def player_name(lang: str, seat: int) -> str:
    """What a player without a name is called."""
    return shared_words(lang).text("player.numbered", number=seat + 1)


def listed(words: Words, names: Sequence[str]) -> str:
    """Names as a sentence has them: "Panni, Marci and Zita"."""
    if len(names) < 2:
        return "".join(names)
    return words.text("player.listed", others=", ".join(names[:-1]), last=names[-1])


def tell(words: Words, event: Any, names: Sequence[str]) -> str:
    """One event as a line: key `event.<type>`, with `.<variant>` where it has variants."""
    template, fields = _sentence(words, event.type, getattr(event, "variant", None))
    params = {name: getattr(event, name) for name in fields}
    return words.fill(template, with_names(words, params, names))


def with_names(words: Words, params: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Parameters with their seats, in place, as the players who sit there are called."""
    for name, value in params.items():
        if name in SEAT_FIELDS and isinstance(value, int):
            params[name] = names[value]
        elif name in SEAT_LISTS:
            params[name] = listed(words, [names[seat] for seat in value])
    return params


@cache
def _sentence(words: Words, kind: str, variant: str | None) -> tuple[str, tuple[str, ...]]:
    """The template that tells events of a kind, and the fields that it names."""
    template = words.template(f"event.{kind}.{variant}" if variant else f"event.{kind}")
    holes = _parts(template)[1::2]
    return template, tuple(dict.fromkeys(_AROUND_NAME.sub("", hole) for hole in holes))


def locale_language() -> str:
    """The language of the user's locale: `hu` for Hungarian, else `en`."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "hu" if value.lower().startswith("hu") else "en"
    return "hu" if (locale.getlocale()[0] or "").lower().startswith("hu") else "en"
