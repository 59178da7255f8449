"""What is typed after several commands: the language, a game's options, a saved match."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cattery.errors import CatteryError
from cattery.text import shared_words


class Language(StrEnum):
    """The languages of the catalogues."""

    hu = "hu"
    en = "en"


Lang = Annotated[
    Language | None, typer.Option("--lang", help="Language; by default that of the locale.")
]
Plain = Annotated[bool, typer.Option("--plain", help="Sentences instead of drawings and colours.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Saved = Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")]


class BadPair(CatteryError):
    """An option without a value."""

    code = "bad_pair"

    def text(self, lang: str = "en") -> str:
        """What was typed, and how it should look."""
        return shared_words(lang).text("terminal.bad_pair", **self.params)


def pairs(given: Iterable[str]) -> dict[str, str]:
    """Options typed as name=value.

    >>> pairs(["ghosts=off", "first = 0"])
    {'ghosts': 'off', 'first': '0'}
    """
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise BadPair(text=text)
        found[name.strip()] = value.strip()
    return found
