"""Any rule set as an environment of PettingZoo, in which two agents take turns."""

from __future__ import annotations

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._tradewind import Position, Rules

AGENTS = ["white", "black"]


def env(rules: Rules | str, array: int | None = None, max_plies: int = 500) -> AECEnv:
    """An environment that refuses illegal moves and calls out of turn, as those of PettingZoo do.

    Observations have ``observation`` (``Position.planes`` by rank, file and plane) and ``action_mask``. The winner's reward is 1, the
    loser's -1. Each game begins from an array that is drawn, unless one is named. After ``max_plies`` a game is truncated.
    """
    raw = Environment(rules, array, max_plies)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))


class Environment(AECEnv):
    """The environment itself; its ``position`` may be looked at and searched."""

    metadata = {"name": "tradewind_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, rules: Rules | str, array: int | None = None, max_plies: int = 500) -> None:
        super().__init__()
        self.rules = Rules(rules) if isinstance(rules, str) else rules
        self.array = array
        self.max_plies = max_plies
        self.render_mode = None
        self.possible_agents = list(AGENTS)
        self.position: Position = self.rules.start(array)
        shape = (self.rules.ranks, self.rules.files, 2 * len(self.rules.pieces) + 1)
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0.0, 1.0, shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.rules.actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in AGENTS}
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.rules.actions) for agent in AGENTS
        }
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        array = self.array
        if array is None:
            array = int(self._random.choice(self.rules.arrays))
        self.position = self.rules.start(array)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = self.position.side

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        if agent == self.position.side and not self.terminations[agent]:
            mask = self.position.action_mask().astype(np.int8)
        else:
            mask = np.zeros(self.rules.actions, np.int8)
        return {"observation": np.moveaxis(self.position.planes(), 0, -1), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.position.play(int(action))
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {one: 1 if one == outcome.winner else -1 for one in AGENTS}
            self.infos = {one: {"ending": outcome.ending} for one in AGENTS}
        elif self.position.ply >= self.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None
