"""The environments' kernels do the same interpreted as compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import cattery

SCRIPT = """
import hashlib, sys
import numpy as np
from cattery.envs import raw_aec_env, vector_env

name, seats = sys.argv[1], int(sys.argv[2])
digest, source = hashlib.sha256(), np.random.default_rng(1)
env = raw_aec_env(name, seats=seats)
env.reset(seed=1)
for agent in env.agent_iter(25):
    seen = env.observe(agent)
    digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
    legal = np.flatnonzero(seen["action_mask"])
    env.step(int(source.choice(legal)) if len(legal) else None)
for opponents, mode in (("random", "NextStep"), ("greedy", "SameStep")):
    envs = vector_env(name, 2, seats=seats, opponents=opponents, autoreset_mode=mode)
    _, info = envs.reset(seed=1)
    for _ in range(25 if opponents == "random" else 3):
        mask = info["action_mask"]
        actions = (source.random(mask.shape) * mask).argmax(axis=1)
        planes, rewards, ended, _, info = envs.step(actions)
        for part in (planes, rewards, ended, info["action_mask"], info["seat"]):
            digest.update(np.ascontiguousarray(part).tobytes())
print(digest.hexdigest())
"""


@pytest.mark.parametrize("name", cattery.games())
def test_interpreted_and_compiled_environments_agree(name: str) -> None:
    outputs = set()
    for disabled in ("0", "1"):
        settings = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        words = [sys.executable, "-W", "ignore", "-c", SCRIPT]
        seats = str(cattery.game(name).seats[0])
        ran = subprocess.run([*words, name, seats], capture_output=True, text=True, env=settings)
        assert ran.returncode == 0, ran.stderr
        outputs.add(ran.stdout)
    assert len(outputs) == 1
