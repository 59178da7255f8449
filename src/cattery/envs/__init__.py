"""The games for everyone else's learners: PettingZoo, Gymnasium, OpenSpiel (extra `envs`).

    aec_env("huupp")              a PettingZoo AEC environment; raw_aec_env without its guard
    vector_env("huupp", 1024)     a Gymnasium vector environment with compiled opponents
    register_open_spiel()         pyspiel.load_game("python_cattery_huupp")
    register_gymnasium()          gymnasium.make_vec("cattery/huupp-v1", num_envs=1024)

Each loads its own library on first use, so that one may do without the others.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cattery.envs.aec import CatteryAEC as raw_aec_env
    from cattery.envs.aec import env as aec_env
    from cattery.envs.spiel import register as register_open_spiel
    from cattery.envs.vector import CatteryVectorEnv as vector_env
    from cattery.envs.vector import register as register_gymnasium

__all__ = ["aec_env", "raw_aec_env", "register_gymnasium", "register_open_spiel", "vector_env"]

_PLACES = {
    "aec_env": ("aec", "env"),
    "raw_aec_env": ("aec", "raw_env"),
    "register_gymnasium": ("vector", "register"),
    "register_open_spiel": ("spiel", "register"),
    "vector_env": ("vector", "CatteryVectorEnv"),
}


def __getattr__(name: str) -> Any:
    """Load a part when it is asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module 'cattery.envs' has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(importlib.import_module(f"cattery.envs.{module}"), attribute)
