"""One environment for every game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .. import _hoyle
from .._spaces import observation_space


class HoyleAEC(AECEnv):  # type: ignore[misc, type-arg, unused-ignore]
    """A game whose seats are agents `player_0`, `player_1` and so on."""

    def __init__(
        self,
        game: str | _hoyle.Game,
        *,
        layout: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = _hoyle.load(game, **options) if isinstance(game, str) else game
        self.metadata = {
            "name": f"{self.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 4,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        actions = self.game.num_actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.game, layout),
                    "action_mask": spaces.Box(0, 1, (actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._layout = layout
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._np_random, _ = seeding.np_random(0)
        self._state = self.game.start()
        self._dice = _hoyle.Rng(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts the next game, up to its first decision."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self._dice = _hoyle.Rng(int(self._np_random.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._state = self.game.start()
        turn = self._state.advance(self._dice)
        self.agent_selection = self.possible_agents[max(turn, 0)]
        if turn == _hoyle.OVER:  # a game without decisions
            self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, with its legal actions: none if it is not its turn."""
        seat = self._seats[agent]
        if self._state.turn == seat and not self.terminations.get(agent, True):
            mask = self._state.mask().view(np.int8)
        else:
            mask = np.zeros(self.game.num_actions, dtype=np.int8)
        return {"observation": self._state.observe(seat, self._layout), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is, then chance up to the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise _hoyle.IllegalAction(f"{agent} is to decide and gave no action")
        turn = self._state.step(int(action), self._dice)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if turn == _hoyle.OVER:
            self._end()
        else:
            self.agent_selection = self.possible_agents[turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        for agent, score in zip(self.possible_agents, self._state.scores, strict=True):
            self.rewards[agent] = float(score)
            self.terminations[agent] = True

    def render(self) -> str | None:
        """The board as the agent to move sees it."""
        seat = self._seats[self.agent_selection]
        if self.render_mode == "ansi":
            return self._state.board(seat)
        if self.render_mode == "human":
            print(self._state.board(seat, color=True))
        return None

    def close(self) -> None:
        """Nothing to close."""


def raw_env(game: str, **settings: Any) -> HoyleAEC:
    """The environment itself: an illegal action raises `hoyle.IllegalAction`."""
    return HoyleAEC(game, **settings)


def env(game: str, **settings: Any) -> Any:
    """The environment in PettingZoo's wrappers: an illegal action ends the game."""
    inner = raw_env(game, **settings)
    wrapped: Any = wrappers.TerminateIllegalWrapper(inner, illegal_reward=inner.game.score_bounds[0])
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
