"""Environments for Gymnasium: one seat learns, chosen opponents have the others.

>>> import gymnasium, hoyle.gym
>>> env = gymnasium.make("Hoyle/Ludo-v0", opponents="fast")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])

The reward is the learner's score at the end of the game and 0 before. The legal actions stand in `info["action_mask"]`
and in `action_masks()`, where MaskablePPO looks for them. **An illegal action loses the game**: the episode ends with
the lowest score that the game has, and `info["illegal_action"]` says what was wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from . import _hoyle
from ._opponents import Opponent, listed
from ._spaces import observation_space

__all__ = ["HoyleEnv", "HoyleVectorEnv", "register"]

#: The environments and the games behind them: `Hoyle/Ludo-v0` is `ludo`, and so on.
IDS: dict[str, str] = {f"Hoyle/{game['name'].capitalize()}-v0": game["name"] for game in _hoyle.games()}


def begin(env: HoyleEnv | HoyleVectorEnv, seed: int | None) -> None:
    """Starts the games of an environment anew: a seed begins a row of games, without one the row goes on."""
    env._solo.reset(int(env.np_random.integers(1 << 63)) if seed is not None or not env._begun else None)
    env._begun = True


class HoyleEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game against opponents. `seat` is the learner's, drawn anew for every game if it is not given.

    It is a `hoyle.Solo` of one game. `reset(seed=s)` begins a row of games, and `reset()` goes on to the next: those that a
    `HoyleVectorEnv` plays after `reset(seed=s)`, however many it has in step.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self,
        game: str | _hoyle.Game,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        layout: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = _hoyle.load(game, **options) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game, layout)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._solo = _hoyle.Solo(self.game, opponents=listed(opponents), seat=seat, layout=layout, threads=1)
        self._begun = False

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return int(self._solo.seats[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts the next game, up to the learner's first decision. Games in which it has none are passed over."""
        super().reset(seed=seed)
        begin(self, seed)
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, then chance and the opponents up to the learner's next decision."""
        if not self._solo.masks.any():
            raise gymnasium.error.ResetNeeded("no game is under way: call reset")
        self._solo.step([int(action)])
        info = self._info()
        if self._solo.illegal[0]:
            info["illegal_action"] = self._complaint(int(action))
        if self.render_mode == "human":
            self.render()
        return self._seen(), float(self._solo.rewards[0]), bool(self._solo.finished[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, one boolean per id."""
        mask: NDArray[np.bool_] = self._solo.masks[0].copy()
        return mask

    def render(self) -> str | None:
        """The board as the learner sees it."""
        if self.render_mode == "ansi":
            return self._solo.state(0).board(self.seat)
        if self.render_mode == "human":
            print(self._solo.state(0).board(self.seat, color=True))
        return None

    def _complaint(self, action: int) -> str:
        """What is wrong with an illegal action; the position is still the one that it was meant for."""
        try:
            self._solo.state(0).play(action)
        except _hoyle.IllegalAction as error:
            return str(error)
        return f"action {action} is not legal here"

    def _seen(self) -> NDArray[np.float32]:
        observation: NDArray[np.float32] = self._solo.observations[0].copy()
        return observation

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "seat": self.seat}


class HoyleVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, all stepped in Rust: a `hoyle.Solo`. Opponents that are named play without Python.

    `reset(seed=s)` begins a row of games: of `n` in step, the first plays games 0, n, 2n ... of it. `reset()` goes on with the row.

    With `AutoresetMode.NEXT_STEP` a game that ends stays at its end for one step, whose action is ignored; with
    `AutoresetMode.SAME_STEP` the next game begins at once, and `info["final_obs"]` has the last observation of the old
    one. With `copy=False` observations are the same array in every step.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str | _hoyle.Game,
        num_envs: int = 1,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        layout: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = _hoyle.load(game, **options) if isinstance(game, str) else game
        mode = AutoresetMode(autoreset_mode)
        if mode not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
            raise ValueError("autoreset_mode is NEXT_STEP or SAME_STEP: games start anew by themselves")
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = observation_space(self.game, layout)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._same_step = mode == AutoresetMode.SAME_STEP
        self._solo = _hoyle.Solo(
            self.game,
            num_envs,
            opponents=listed(opponents),
            seat=seat,
            layout=layout,
            same_step=self._same_step,
            threads=threads,
        )
        self._begun = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts all games anew. A list of seeds counts by its first."""
        if isinstance(seed, list):
            seed = seed[0]
        super().reset(seed=seed)
        begin(self, seed)
        return self._seen(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays an action in every game."""
        self._solo.step(actions)
        ended, illegal = self._solo.finished.copy(), self._solo.illegal.copy()
        info = self._info()
        if illegal.any():
            info["illegal_action"], info["_illegal_action"] = illegal, illegal.copy()
        if self._same_step and ended.any():
            final = np.zeros_like(self._solo.observations)
            final[ended] = self._solo.last_observations[ended]
            info["final_obs"], info["_final_obs"] = final, ended.copy()
            info["final_info"], info["_final_info"] = {}, ended.copy()
        rewards = self._solo.rewards.astype(np.float64)
        return self._seen(), rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Every learner's legal actions."""
        return self._solo.masks.copy()

    def render(self) -> tuple[str, ...] | None:
        """The boards as the learners see them."""
        if self.render_mode != "ansi":
            return None
        return tuple(self._solo.state(i).board(int(seat)) for i, seat in enumerate(self._solo.seats))

    def _seen(self) -> NDArray[np.float32]:
        return self._solo.observations.copy() if self._copy else self._solo.observations

    def _info(self) -> dict[str, Any]:
        everybody = np.ones(self.num_envs, dtype=np.bool_)
        return {
            "action_mask": self._solo.masks.view(np.int8).copy(),
            "_action_mask": everybody,
            "seat": self._solo.seats.astype(np.int64),
            "_seat": everybody.copy(),
        }


def register() -> None:
    """Makes the environments known to Gymnasium; importing this module has done it."""
    for name, game in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="hoyle.gym:HoyleEnv",
                vector_entry_point="hoyle.gym:HoyleVectorEnv",
                kwargs={"game": game},
            )


register()
