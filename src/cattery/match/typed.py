"""Which legal move is meant by an id, a move or a text, or why it is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cattery.errors import (
    AmbiguousMove,
    IllegalMove,
    NotationError,
)
from cattery.game import Game
from cattery.names import Called

if TYPE_CHECKING:
    from cattery.game import States


def resolve(game: Game, states: States, move: Any, called: Called | None = None) -> int:
    """The id of the actor's legal move that is meant by an id, a move or a text, or the refusal."""
    return resolve_among(game, states, move, game.legal(states), called)


def resolve_among(
    game: Game, states: States, move: Any, legal: Sequence[int], called: Called | None = None
) -> int:
    """As `resolve`, among legal moves that are known already."""
    meant = _readings(game, move)
    possible = [action for action in meant if action in legal]
    if len(possible) == 1:
        return possible[0]
    if not possible:
        raise _refusal(game, states, meant[0], called)
    readings = [game.format(game.move(action)) for action in possible]
    raise AmbiguousMove(text=move, readings=readings)


def _readings(game: Game, move: Any) -> list[int]:
    """The ids that may be meant: several only where a text leaves something open."""
    if isinstance(move, str):
        return [game.action(reading) for reading in game.readings(move)]
    if isinstance(move, (int, np.integer)) and not isinstance(move, bool):
        if 0 <= move < game.actions:
            return [int(move)]
    elif type(move) in game.move_types:
        return [game.action(move)]
    raise NotationError(text=str(move), example=game.example)


def _refusal(game: Game, states: States, action: int, called: Called | None) -> IllegalMove:
    reason = game.why_not(states, action)
    notation = game.format(game.move(action))
    if reason is None:
        raise AssertionError(f"{notation} isn't legal, but no rule says why")
    seats = int(states["seats"][0])
    names, bots = called or Called([""] * seats, [None] * seats)
    return IllegalMove(
        rule=reason.rule,
        game=game.name,
        reason=reason.code,
        move=notation,
        names=names,
        bots=bots,
        **reason.params,
    )
