"""How to search: what a game says in `[search]` of its `game.toml`, and the defaults."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, get_args

from cattery.game import Game

LEARNED = "learned"  # `[search.learned]`: what is set otherwise where the game has learned weights
PlayoutPolicy = Literal["urge", "sample"]


@dataclass(frozen=True)
class SearchSettings:
    """How one game is searched. `SearchSettings.of(game)` knows the game's own."""

    explore: float = 0.7  # weight of what is uncertain
    cut: int = -1  # decisions of a playout, then an estimate by `feel`; negative: to the end
    stages: int = 0  # rounds of an iteration, this one included, then `feel` as well; 0: all
    playout_policy: PlayoutPolicy = "urge"  # playouts as the game urges, or by lot
    widen: float = 1.0  # how fast nodes get new edges; 0: at once
    single_tree: bool = False  # only the thinker has a tree, the others follow the playout policy
    margin: float = 0.0  # standard errors that a choice must be better than what `weigh` likes best
    guess: bool = True  # worlds that explain what the others did come more often
    habits: bool = True  # others may be of any habit that the game knows; else all as `urge`
    keep: bool = True  # what `weigh` said of a node's moves is kept for all its worlds
    learned: bool = True  # estimates and choices as learned by self-play, where the game has that
    outcomes: int = 64  # of chance that are told apart below one choice; the rest share a node

    def __post_init__(self) -> None:
        if self.playout_policy not in get_args(PlayoutPolicy):
            raise ValueError(f"no such playout policy: {self.playout_policy}")

    @classmethod
    def of(cls, game: Game, **changes: Any) -> SearchSettings:
        """The game's own settings, with changes.

        >>> import cattery
        >>> SearchSettings.of(cattery.game("filou"), cut=5).cut
        5
        """
        defaults = {"widen": float(not open_to_two(game)), "keep": not game.hidden}
        facts = dict(game.facts.get("search", {}))
        with_learned = facts.pop(LEARNED, {})
        if changes.get(LEARNED, True) and game.learned is not None:
            facts |= with_learned
        given = defaults | facts | changes
        kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(cls)}
        if unknown := given.keys() - kinds.keys():
            raise ValueError(f"no such search settings: {', '.join(sorted(unknown))}")
        return cls(**{name: kinds[name](value) for name, value in given.items()})


def open_to_two(game: Game) -> bool:
    """Whether all is open, no chance falls and two play: one's win is the other's loss."""
    return not game.hidden and not game.chance and game.seats[-1] == 2
