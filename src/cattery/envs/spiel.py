"""The games as Python games of OpenSpiel: `pyspiel.load_game("python_cattery_huupp")`.

Chance is sampled: the deal and every action that needs chance are followed by a chance node with
one outcome, and carrying that out draws. Where several seats decide at once they act one after
another, and none sees or remembers what the others have chosen before the round closes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from cattery import loops
from cattery.game import Game, game, games

LONGEST = 20_000  # nodes of a game: more than any has
DEAL = -1  # what waits for chance before the first move


def register() -> list[str]:
    """Tell OpenSpiel of all games; returns their short names.

    >>> "python_cattery_huupp" in register()
    True
    """
    names = []
    for name in games():
        kind = _game_type(game(name))
        names.append(kind.short_name)
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, _class_for(name, kind))
    return names


def _game_type(which: Game) -> Any:
    """What OpenSpiel may know of a game before it is loaded."""
    solo = which.seats[0] == 1
    return pyspiel.GameType(
        short_name=f"python_cattery_{which.name}",
        long_name=f"Cattery: {which.title('en')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if which.hidden
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        # Payoffs are seats beaten less seats beaten by, which sums to 0 unless one plays alone.
        utility=pyspiel.GameType.Utility.GENERAL_SUM if solo else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=which.seats[-1],
        min_num_players=which.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": which.seats[0],
            "rng_seed": -1,
            **{option.name: option.default for option in which.options},
        },
    )


def _class_for(name: str, kind: Any) -> type:
    """A class per game, for OpenSpiel makes games by calling it with the parameters alone."""

    class Loaded(CatterySpiel):
        """One game with its parameters."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, params or {})

    Loaded.__name__ = Loaded.__qualname__ = f"CatterySpiel_{name}"
    return Loaded


class CatterySpiel(pyspiel.Game):
    """A game with its number of players and options; `rng_seed` makes its chance repeatable."""

    def __init__(self, name: str, kind: Any, params: dict[str, Any]) -> None:
        self.which = game(name)
        seats = self.which.check_seats(int(params.get("players", self.which.seats[0])))
        given = {
            option.name: str(params[option.name])
            for option in self.which.options
            if option.name in params
        }
        self.template = self.which.blank(seats, given)
        seed = int(params.get("rng_seed", -1))
        self.source = np.random.default_rng(secrets.randbits(128) if seed < 0 else seed)
        facts: dict[str, Any] = {
            "num_distinct_actions": self.which.actions,
            "max_chance_outcomes": 1,
            "num_players": seats,
            "min_utility": -1.0,
            "max_utility": 1.0,
            "max_game_length": LONGEST,
        }
        if kind.utility == pyspiel.GameType.Utility.ZERO_SUM:
            facts["utility_sum"] = 0.0
        super().__init__(kind, pyspiel.GameInfo(**facts), params)

    def new_initial_state(self, state: str | None = None) -> CatteryState:
        """A game that waits for the deal; it begins from no text."""
        if state is not None:
            raise ValueError("a game can't begin from a text: use deserialize_state")
        return CatteryState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> CatteryObserver:
        """What tells a player's knowledge from a state."""
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CatteryObserver(self.which, kind)

    def draw(self) -> np.uint64:
        """Fresh chance for a state."""
        return self.source.integers(0, 2**64, dtype=np.uint64)


class CatteryState(pyspiel.State):
    """A state, and what it waits for: `pending` is the action that chance must carry out."""

    def __init__(self, which: CatterySpiel) -> None:
        super().__init__(which)
        self.states = which.template.copy()
        self.pending: int | None = DEAL
        self.memories = [""] * which.num_players()  # all that each seat has seen, digested

    @property
    def which(self) -> Game:
        """The game behind it."""
        return self.get_game().which  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody."""
        if self.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.states["over"][0]:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.states["actor"][0])

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.pending is None and bool(self.states["over"][0])

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.which.legal(self.states))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """One: what it brings is drawn when it is carried out."""
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.pending is not None:
            self._carry_out_pending()
            return
        after = self.states.copy()
        loops.apply_at(after, 0, action)
        if after["rng"][0] != self.states["rng"][0]:
            self.pending = int(action)
        else:
            self._arrive(int(action), after)

    def _carry_out_pending(self) -> None:
        action, self.pending = self.pending, None
        after, chance = self.states.copy(), self.get_game().draw()
        if action == DEAL:
            loops.start_at(after, 0, chance)
        else:
            after["rng"] = chance
            loops.apply_at(after, 0, action)
        assert action is not None
        self._arrive(action, after)

    def _arrive(self, action: int, after: Any) -> None:
        before, self.states = self.states, after
        for seat in range(len(self.memories)):
            self.memories[seat] = self._remember(seat, before, action)

    def _remember(self, seat: int, before: Any, action: int) -> str:
        """The seat's memory after one more action: a chain of digests.

        What another does in an open round leaves no trace in it, not even that it was done.
        """
        own = action != DEAL and int(before["actor"][0]) == seat
        if self.which.at_once and action != DEAL and not own and not self.states["revealed"][0]:
            return self.memories[seat]
        digest = hashlib.sha256(self.memories[seat].encode())
        if action != DEAL and not self.which.hides(before, action, seat):
            digest.update(b"%d" % action)
        digest.update(self.which.observe(self.states, seat).tobytes())
        return digest.hexdigest()[:16]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return "chance"
        return self.which.format(self.which.move(action))

    def returns(self) -> list[float]:
        """Payoffs at the end, 0 before it."""
        if not self.is_terminal():
            return [0.0] * len(self.memories)
        return self.which.payoffs(self.states)

    def seen_by(self, seat: int) -> str:
        """The view of a seat; a diagram would take a hundred times as long."""
        return "" if self.pending == DEAL else repr(self.which.view(self.states, seat))

    def remembered_by(self, seat: int) -> str:
        """What a seat sees, and a digest of all that it has seen before."""
        return f"player {seat}, memory {self.memories[seat]}\n{self.seen_by(seat)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CatteryState:
        """A world that fits all that a player knows; `sampler` gives numbers from 0 to 1."""
        world: CatteryState = self.clone()
        world.states = self.which.imagine(self.states, player, rng=int(sampler() * 2**64) % 2**64)
        return world

    def __str__(self) -> str:
        """The whole state in a line, and what waits for chance."""
        if self.pending == DEAL:
            return "before the deal"
        waits = "" if self.pending is None else f" then {self.pending}"
        return self.which.position(self.states) + waits


class CatteryObserver:
    """What a seat sees, as planes (named by the game's PLANES) and in words."""

    def __init__(self, which: Game, kind: Any) -> None:
        self._which = which
        self._kind = kind
        shape = which.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: CatteryState, player: int) -> None:
        """Write down what a player sees."""
        if state.pending == DEAL:
            self.tensor[:] = 0
        else:
            self.tensor[:] = self._which.observe(state.states, player).ravel()

    def string_from(self, state: CatteryState, player: int) -> str:
        """What a player sees, or all that it has seen."""
        if self._kind.perfect_recall:
            return state.remembered_by(player)
        return state.seen_by(player)
