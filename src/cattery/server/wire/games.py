"""HTTP bodies about games: their options, bots, moves, rules and words."""

from __future__ import annotations

from typing import Any, Literal

from cattery.server.wire.fields import Lang, Outgoing
from cattery.server.wire.updates import Tagged


class OptionValue(Outgoing):
    """A value of an option, or a letter of an arrangement."""

    value: str
    title: str
    about: str | None  # a sentence for those who don't know it
    seats: int  # the fewest seats of a table that may choose it


class OptionInfo(Outgoing):
    """An option of a game with its values, in words."""

    name: str
    title: str
    default: str
    values: list[OptionValue]  # all there are; of an arrangement those that are offered by name
    kind: Literal["values", "arrangement"]
    letters: list[OptionValue]  # arrangement: what is arranged, else empty
    choose: int  # arrangement: how many letters, all different, in order, make a value
    pictures: bool  # whether values have pictures: `picture.svg?{name}={value}`, and `about`


class BotInfo(Outgoing):
    """A player that can fill a seat."""

    name: str
    title: str
    about: str | None  # how it plays, and what its weakness is


class GameInfo(Outgoing):
    """A game on the shelf."""

    name: str
    title: str
    tagline: str
    seats: list[int]  # how many can play
    options: list[OptionInfo]
    bots: list[BotInfo]
    usual_bot: str
    rules_version: int
    designer: str
    publisher: str
    year: int
    hidden: bool  # whether seats know different things
    at_once: bool  # whether all play their rounds at the same time
    minutes: int  # about how long a match takes; 0 if unknown
    state: Literal["cold", "warming", "ready", "failed"]
    moves_version: str  # of the list of moves, for its address: rules and data
    actions: int | None  # how many moves there are; None until the game is ready
    by_moment: bool | None  # whether dice can be known (`NewTable.dice`); None until ready
    lesson: bool  # whether there is a guided first game
    seen_cards: bool  # whether it can list the cards that were seen (`NewTable.seen_cards`)
    puzzles: int  # how many there are
    points: bool  # whether points are counted; else somebody wins, or nobody


class GameList(Outgoing):
    """The games."""

    games: list[GameInfo]


class MoveInfo(Outgoing):
    """The move behind an action id."""

    move: Tagged
    notation: str


class MoveList(Outgoing):
    """Every move of a game: the index is the action id."""

    game: str
    moves: list[MoveInfo]


class MoveColumns(Outgoing):
    """The moves of one kind in a block, field by field."""

    type: str
    fields: dict[str, list[Any]]  # one value per move, in the order of their ids


class MoveBlock(Outgoing):
    """The moves from id `first` on, at most 1024.

    `kinds` says for every id of which of the `columns` its move is; each takes the next row there.
    """

    game: str
    version: str
    block: int
    first: int
    kinds: list[int]
    columns: list[MoveColumns]
    notation: list[str]


class RulesPage(Outgoing):
    """The rules for players, in Markdown."""

    game: str
    lang: Lang
    markdown: str


class WordList(Outgoing):
    """A catalogue: dotted keys and templates."""

    lang: Lang
    words: dict[str, str]
