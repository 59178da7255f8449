"""A Gymnasium vector environment: many games at once, one learner in each, compiled opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cattery.batch import Batch
from cattery.envs import kernels
from cattery.envs.settings import checked_mode, checked_seat
from cattery.errors import BadNumber, UnknownPlayer, WrongSeats
from cattery.game import Game, game, games
from cattery.match import resolve
from cattery.players.plain import WORLDS

Array = np.ndarray[Any, Any]

MINDS = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}  # opponents that are compiled
RENDER_MODES = ("ansi", "svg")
ROTATE = "rotate"
MASK, IDS = "mask", "ids"  # how the legal actions are told
FEW = 64  # ids that there is room for at first
NO_ID = -1  # behind the last one of a list


class CatteryVectorEnv(VectorEnv[Array, Array, Array]):
    """So many games; in each the learner holds one seat, and compiled opponents the others.

    Observations are the int8 planes of the learner's seat. `info["action_mask"]` has a byte per
    action, 1 where it is legal; or, for games with very many actions, `info["action_ids"]` lists
    the legal ones. `info["seat"]` says which seat the learner holds. The reward is the learner's
    payoff when the game ends, else 0.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        learner: int | str = ROTATE,
        opponents: str | Sequence[str] = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        legal_as: str = MASK,
        render_mode: str | None = None,
    ) -> None:
        """`learner` is a seat, or "rotate": the next seat for each new game. `opponents` is one
        name for all, or one for each, clockwise from the learner. `legal_as` is "mask" or "ids"."""
        if num_envs < 1:
            raise BadNumber(name="num_envs", value=num_envs)
        self.game: Game = game(name)
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        self.num_envs = num_envs
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": list(RENDER_MODES)}
        self._batch = Batch(self.game, num_envs, seats=self.seats, options=options, threads=threads)
        self._minds = self._opponents(opponents)
        self._worlds = WORLDS if self.game.hidden else 1
        self._turning = int(_rotates(learner))
        self._home = self._places(learner)
        self._learners = self._home.copy()
        if legal_as not in (MASK, IDS):
            raise ValueError(f"legal_as must be {MASK} or {IDS}, not {legal_as!r}")
        by_mask = legal_as == MASK
        self._mask = np.zeros((num_envs, self.game.actions), np.int8) if by_mask else None
        self._ids = None if by_mask else np.zeros((num_envs, FEW), np.int32)
        self._counts = None if by_mask else np.zeros(num_envs, np.int32)
        self._due = np.zeros(num_envs, np.bool_)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._size = int(np.prod(self.game.observation_shape))
        self._make_spaces()

    def _make_spaces(self) -> None:
        shape = self.game.observation_shape
        self.single_observation_space = spaces.Box(-128, 127, shape, np.int8)
        self.single_action_space = spaces.Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _opponents(self, given: str | Sequence[str]) -> Array:
        names = [given] * (self.seats - 1) if isinstance(given, str) else list(given)
        if len(names) != self.seats - 1:
            fewest, most = self.game.seats[0], self.game.seats[-1]
            raise WrongSeats(game=self.game.name, seats=len(names) + 1, fewest=fewest, most=most)
        for name in names:
            if name not in MINDS:
                raise UnknownPlayer(player=name, known=tuple(MINDS))
        return np.array([MINDS[name] for name in names], np.int8)

    def _places(self, learner: int | str) -> Array:
        """The learner's seat in the first game of each environment."""
        if _rotates(learner):
            return (np.arange(self.num_envs) % self.seats).astype(np.int8)
        return np.full(self.num_envs, checked_seat(learner, self.seats), np.int8)

    # --- Gymnasium's verbs -----------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games anew, the learners where they began; or the next game to those of
        `options["reset_mask"]`."""
        super().reset(seed=seed)
        chosen = self._chosen(options)
        if chosen is self._everywhere:
            self._learners[:] = self._home
            planes = self._new_planes()
        else:
            self._learners[chosen] = (self._learners[chosen] + self._turning) % self.seats
            planes = self._shown()
        chance = self.np_random.integers(0, 2**64, dtype=np.uint64)
        self._batch.each(
            kernels.vector_reset,
            chance,
            chosen,
            self._learners,
            self._minds,
            self._worlds,
            planes,
            self._mask,
            self._ids,
            self._counts,
        )
        self._due[chosen] = False
        return self._shaped(planes), self._info(chosen)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The learner's action in each game, and the opponents' moves until it decides again."""
        chosen = self._checked(actions)
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        ended, rewards = np.empty(self.num_envs, np.bool_), np.empty(self.num_envs)
        planes = self._new_planes()
        last_planes = self._new_planes() if same_step else planes
        before = self._learners.copy() if same_step else self._learners
        self._batch.each(
            kernels.vector_step,
            chosen,
            self._learners,
            self._minds,
            self._worlds,
            self._turning,
            same_step,
            self._due,
            ended,
            rewards,
            last_planes,
            planes,
            self._mask,
            self._ids,
            self._counts,
        )
        info = self._info(self._everywhere)
        if same_step:
            if ended.any():
                info |= _final(self._shaped(last_planes), before, ended)
        else:
            self._due = ended.copy()
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._shaped(planes), rewards, ended, truncated, info

    def render(self) -> tuple[str, ...] | None:
        """Each game as its learner sees it, as text or as SVG."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode is None: give 'ansi' or 'svg' to see the games")
            return None
        draw = self.game.svg if self.render_mode == "svg" else self.game.text
        states = self._batch.states
        return tuple(
            draw(self.game.view(states, int(self._learners[i]), i)) for i in range(self.num_envs)
        )

    # --- their parts -----------------------------------------------------------------------------

    def _chosen(self, options: dict[str, Any] | None) -> Array:
        if not options or "reset_mask" not in options:
            return self._everywhere
        chosen = options["reset_mask"]
        fits = isinstance(chosen, np.ndarray) and chosen.dtype == np.bool_
        if not fits or chosen.shape != (self.num_envs,) or not chosen.any():
            raise ValueError("reset_mask must be a bool array, one per environment, with a True")
        return np.asarray(chosen)

    def _checked(self, actions: Array) -> Array:
        """The actions for the kernels; what isn't legal is refused before anything moves."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not {chosen.shape}")
        if self.autoreset_mode == AutoresetMode.DISABLED and self._due.any():
            raise gymnasium.error.ResetNeeded("some games are over: reset them first")
        wrong = int(kernels.first_illegal(chosen, self._mask, self._ids, self._counts, self._due))
        if wrong >= 0:
            resolve(self.game, self._batch.states[wrong : wrong + 1], int(chosen[wrong]))
        return chosen

    def _new_planes(self) -> Array:
        return np.empty((self.num_envs, self._size), np.int8)

    def _shown(self) -> Array:
        """What every learner sees now."""
        planes = self._new_planes()
        for i, seat in enumerate(self._learners):
            planes[i] = self.game.observe(self._batch.states, int(seat), i).ravel()
        return planes

    def _shaped(self, planes: Array) -> Array:
        return planes.reshape(self.num_envs, *self.game.observation_shape)

    def _info(self, where: Array) -> dict[str, Any]:
        legal = self._legal()
        return {
            **legal,
            **{f"_{name}": where.copy() for name in legal},
            "seat": self._learners.copy(),
            "_seat": where.copy(),
        }

    def _legal(self) -> dict[str, Array]:
        """What the learners may choose: a mask, or lists as long as the longest."""
        if self._mask is not None:
            return {"action_mask": self._mask.copy()}
        assert self._ids is not None
        assert self._counts is not None
        longest = int(self._counts.max())
        if longest > self._ids.shape[1]:
            self._ids = np.zeros((self.num_envs, 2 * longest), np.int32)
            self._batch.each(kernels.list_all, self._ids, self._counts)
        ids = self._ids[:, :longest].copy()
        ids[np.arange(longest) >= self._counts[:, None]] = NO_ID
        return {"action_ids": ids, "action_count": self._counts.copy()}


def _rotates(learner: int | str) -> bool:
    return isinstance(learner, str) and learner == ROTATE


def _final(planes: Array, learners: Array, ended: Array) -> dict[str, Any]:
    """What Gymnasium wants to know of games that ended and were dealt anew in the same step."""
    last = np.full(len(ended), None, object)
    for i in np.flatnonzero(ended):
        last[i] = planes[i]
    return {
        "final_obs": last,
        "_final_obs": ended.copy(),
        "final_info": {"seat": learners, "_seat": ended.copy()},
        "_final_info": ended.copy(),
    }


def register() -> list[str]:
    """Tell Gymnasium of all games: `gymnasium.make_vec("cattery/huupp-v1", num_envs=8)`.

    >>> "cattery/huupp-v1" in register()
    True
    """
    ids = []
    for name in games():
        env_id = f"cattery/{name}-v{game(name).rules_version}"
        ids.append(env_id)
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                vector_entry_point="cattery.envs.vector:CatteryVectorEnv",
                kwargs={"name": name},
            )
    return ids
