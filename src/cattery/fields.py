"""A position as one line of text: its parts, and the refusal of what can't be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cattery.errors import BadPosition


class Fields:
    """The parts of a position, separated by spaces; those left out at the end have defaults.

    Problems are named by a code, which the game's catalogue words under `position.<code>`; a wrong
    number of parts is the code `parts`.

    >>> fields = Fields("huupp", "6/6 2", defaults=("1", "-"), needed=1)
    >>> fields.words
    ['6/6', '2', '-']
    >>> fields.number("2", "seat", 1, 2)
    2
    """

    def __init__(self, game: str, text: str, defaults: Sequence[str], needed: int = 0) -> None:
        self.game = game
        self.text = text
        self.words = text.split()
        if not needed <= len(self.words) <= needed + len(defaults):
            raise self.bad("parts")
        self.words += defaults[len(self.words) - needed :]

    def bad(self, problem: str) -> BadPosition:
        """The refusal of this position; `problem` is a code."""
        return BadPosition(game=self.game, text=self.text, problem=problem)

    def match(self, pattern: str, word: str, problem: str) -> re.Match[str]:
        """A word that looks like the whole pattern."""
        found = re.fullmatch(pattern, word, re.ASCII)
        if found is None:
            raise self.bad(problem)
        return found

    def number(self, word: str, problem: str, least: int, most: int) -> int:
        """A whole number within limits."""
        found = int(self.match(r"-?\d{1,9}", word, problem)[0])
        if not least <= found <= most:
            raise self.bad(problem)
        return found

    def split(self, word: str, problem: str, count: int, separator: str = ",") -> list[str]:
        """A word's parts, of which there are so many."""
        parts = word.split(separator)
        if len(parts) != count:
            raise self.bad(problem)
        return parts

    def numbers(
        self, word: str, problem: str, count: int, least: int, most: int, separator: str = ","
    ) -> list[int]:
        """So many whole numbers within limits."""
        parts = self.split(word, problem, count, separator)
        return [self.number(part, problem, least, most) for part in parts]

    def place(self, word: str, among: Sequence[str], problem: str) -> int:
        """Where in a list of signs the word stands."""
        if word not in among:
            raise self.bad(problem)
        return among.index(word)
