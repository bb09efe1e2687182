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
from ._opponents import Opponent, seat_opponents

__all__ = ["HoyleEnv", "HoyleVectorEnv", "register"]

#: The environments and the games behind them: `Hoyle/Ludo-v0` is `ludo`, and so on.
IDS: dict[str, str] = {f"Hoyle/{game['name'].capitalize()}-v0": game["name"] for game in _hoyle.games()}


def open_bounds(game: _hoyle.Game, layout: str | None) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The bounds of every number. Those that are always 0 in this version get room: checkers think them a mistake."""
    low, high = game.layout(layout).bounds()
    return low, np.where(high > low, high, low + 1).astype(np.float32)


def observation_space(game: _hoyle.Game, layout: str | None) -> spaces.Box[np.float32]:
    """What a seat of this game can see."""
    return spaces.Box(*open_bounds(game, layout), dtype=np.float32)


class HoyleEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """A game against opponents. `seat` is the learner's, drawn anew for every game if it is not given."""

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
        if seat is not None and not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.game.seats - 1}")
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game, layout)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._layout = layout
        self._wanted_seat = seat
        self._opponents = seat_opponents(self.game, opponents)
        self._state = self.game.start()
        self._dice = _hoyle.Rng(0)
        self._luck = [_hoyle.Rng(0) for _ in self._opponents]
        self._lost = False
        self.seat = 0 if seat is None else seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts the next game, up to the learner's first decision."""
        super().reset(seed=seed)
        while True:
            drawn = int(self.np_random.integers(1 << 63))
            self._dice = _hoyle.Rng(drawn)
            self._luck = [_hoyle.Rng(drawn, 1 + place) for place in range(len(self._opponents))]
            if self._wanted_seat is None:
                self.seat = int(self.np_random.integers(self.game.seats))
            for opponent in self._opponents:
                opponent.begin()
            self._state = self.game.start()
            self._lost = False
            self._play_on()
            if not self._state.is_over:  # a game in which the learner decides nothing is no episode
                return self._seen(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, then chance and the opponents up to the learner's next decision."""
        if self._state.is_over or self._lost:
            raise gymnasium.error.ResetNeeded("the game is over: call reset")
        try:
            self._state.play(int(action))
        except _hoyle.IllegalAction as error:
            self._lost = True
            return self._seen(), self.game.score_bounds[0], True, False, self._info() | {"illegal_action": str(error)}
        self._play_on()
        over = self._state.is_over
        reward = float(self._state.scores[self.seat]) if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions, one boolean per id."""
        if self._lost or self._state.turn != self.seat:
            return np.zeros(self.game.num_actions, dtype=np.bool_)
        return self._state.mask()

    def render(self) -> str | None:
        """The board as the learner sees it."""
        if self.render_mode == "ansi":
            return self._state.board(self.seat)
        if self.render_mode == "human":
            print(self._state.board(self.seat, color=True))
        return None

    def _play_on(self) -> None:
        """Lets chance and the opponents act until the learner is to decide or the game is over."""
        turn = self._state.advance(self._dice)
        while turn >= 0 and turn != self.seat:
            place = (turn - self.seat - 1) % self.game.seats
            action = self._opponents[place].choose(self._state, self._luck[place])
            try:
                turn = self._state.step(action, self._dice)
            except _hoyle.IllegalAction as error:
                raise _hoyle.PlayerFault(f"the opponent at seat {turn}: illegal answer: {error}") from error

    def _seen(self) -> NDArray[np.float32]:
        return self._state.observe(self.seat, self._layout)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().view(np.int8), "seat": self.seat}


class HoyleVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games at once, all stepped in Rust. Opponents are named.

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
        opponents: str | Sequence[str] = "random",
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
            opponents=[opponents] if isinstance(opponents, str) else list(opponents),
            seat=seat,
            layout=layout,
            same_step=self._same_step,
            threads=threads,
        )

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Starts all games anew. A list of seeds counts by its first."""
        if isinstance(seed, list):
            seed = seed[0]
        super().reset(seed=seed)
        self._solo.reset(int(self.np_random.integers(1 << 63)))
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
