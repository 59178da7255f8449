"""PettingZoo environments: every game as agents that act in cycles, masks in the observation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cattery import loops
from cattery.envs import kernels
from cattery.envs.settings import checked_mode, checked_seat
from cattery.game import Game, game
from cattery.kernel import MOST_LEGAL
from cattery.match import resolve

Array = np.ndarray[Any, Any]
Observation = dict[str, Array]

RENDER_MODES = ("human", "ansi", "svg")
OUT_OF_BOUNDS = "action is not in action space"
ILLEGAL_REWARD = -1.0  # for who makes the guarded environment end by an illegal action


def env(name: str, **settings: Any) -> CheckedEnv:
    """The environment of a game, guarded as PettingZoo's own classic games are."""
    return CheckedEnv(raw_env(name, **settings))


class CatteryAEC(AECEnv[str, Observation, int]):
    """One game; `player_0`, `player_1` ... are its seats, and each is paid its payoff at the end.

    Where several seats decide at once they act one after another, the lowest first, and none sees
    what the others have chosen. An illegal action is refused with its reason, and changes nothing.
    """

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        viewer: int | None = None,
        lang: str = "en",
    ) -> None:
        """`viewer` is the seat whose view is rendered; None is an onlooker, who sees no secrets."""
        super().__init__()
        self.game: Game = game(name)
        self.seats = self.game.check_seats(self.game.seats[0] if seats is None else seats)
        self.render_mode = checked_mode(render_mode, RENDER_MODES)
        self.viewer = None if viewer is None else checked_seat(viewer, self.seats)
        self.lang = lang
        self.metadata = {
            "name": f"cattery_{name}_v{self.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._template = self.game.blank(self.seats, options or {})
        self._states = self._template.copy()
        self._mask = np.zeros(self.game.actions, np.int8)
        self._ids = np.empty(MOST_LEGAL, np.int32)  # the legal ones, `_marked` of them
        self._marked = 0
        self._shape = self.game.observation_shape
        self._size = int(np.prod(self._shape))
        self._source = np.random.default_rng()
        self._make_spaces()

    def _make_spaces(self) -> None:
        actions = self.game.actions
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-128, 127, self._shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """The planes that a seat sees, and a byte per action that it may choose."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The action ids of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal; with a seed, always the same."""
        if seed is not None:
            self._source = np.random.default_rng(seed)
        self._states[:] = self._template
        loops.start_at(self._states, 0, self._source.integers(0, 2**64, dtype=np.uint64))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        actor, self._marked = kernels.turn_begins(self._states, self._ids, self._mask, self._marked)
        self.agent_selection = self.possible_agents[actor]

    def step(self, action: int | None) -> None:
        """Carry out the action of `agent_selection`, and go on to whoever decides next."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, OUT_OF_BOUNDS
        if not 0 <= action < len(self._mask) or not self._mask[action]:
            resolve(self.game, self._states, int(action))
        actor, self._marked = kernels.turn_taken(
            self._states, int(action), self._ids, self._mask, self._marked
        )
        # Before the end all rewards are 0, and there is nothing to clear or to add up.
        if actor >= 0:
            self.agent_selection = self.possible_agents[actor]
        else:
            self._pay()
        if self.render_mode == "human":
            self.render()

    def break_off(self) -> None:
        """End the game because of an illegal action; it costs only its agent anything."""
        culprit = self.agent_selection
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[culprit] = ILLEGAL_REWARD
        self._accumulate_rewards()
        self._deads_step_first()

    def legal_ids(self) -> Array:
        """The ids that the agent which decides now may choose: shorter than a mask of them all."""
        return self._ids[: self._marked].copy()

    def allows(self, action: int) -> bool:
        """Whether the agent that decides now may choose this action."""
        return bool(self._mask[action])

    def _pay(self) -> None:
        payoffs = self.game.payoffs(self._states)
        self.rewards = dict(zip(self.agents, payoffs, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent sees, and what it may choose: nothing while another decides."""
        planes = np.empty(self._size, np.int8)
        loops.observe_at(self._states, 0, self._seat_of[agent], planes)
        mine = agent == self.agent_selection
        mask = self._mask.copy() if mine else np.zeros_like(self._mask)
        return {"observation": planes.reshape(self._shape), "action_mask": mask}

    def state(self) -> Array:
        """What all seats see together, stacked: for learners that train with open cards."""
        return np.stack([self.game.observe(self._states, seat) for seat in range(self.seats)])

    def render(self) -> str | None:
        """The position as text or SVG; `human` prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode is None: give 'human', 'ansi' or 'svg'")
            return None
        view = self.game.view(self._states, self.viewer)
        if self.render_mode == "svg":
            return self.game.svg(view, self.lang)
        text = self.game.text(view, self.lang)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Nothing is left open."""

    # A game holds its modules, which no pickle or deep copy can: its name will do.

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = game(state["game"])


raw_env = CatteryAEC  # PettingZoo's name for it


class CheckedEnv(OrderEnforcingWrapper[str, Observation, int]):
    """What PettingZoo's three usual wrappers check, in one layer: a layer costs more than a move.

    Calls must come in order, actions must be in the action space, and an illegal one ends the game.
    """

    env: CatteryAEC

    def step(self, action: int | None) -> None:
        """Check the action, then carry it out."""
        raw = self.env
        if not self._has_reset or not raw.agents:
            super().step(action)
            return
        self._has_updated = True
        agent = raw.agent_selection
        if raw.terminations[agent] or raw.truncations[agent]:
            assert action is None or raw.action_spaces[agent].contains(action), OUT_OF_BOUNDS
            raw.step(action)
            return
        assert action is not None, OUT_OF_BOUNDS
        assert raw.action_spaces[agent].contains(action), OUT_OF_BOUNDS
        if raw.allows(action):
            raw.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            raw.break_off()

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the agent that is to act."""
        if not self._has_reset:
            return super().last(observe)  # type: ignore[no-any-return]
        return self.env.last(observe)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The name of the environment, as PettingZoo's wrappers show it."""
        return str(self.env)
