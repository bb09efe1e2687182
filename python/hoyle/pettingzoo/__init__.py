"""The games as environments of PettingZoo: agents take turns.

>>> from hoyle.pettingzoo import dominion_v0
>>> env = dominion_v0.env(players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])

An illegal action ends the game in `env()`: its agent gets the lowest score that the game has, everybody else 0. `raw_env()`
raises `hoyle.IllegalAction`.
"""

from ._env import HoyleAEC

__all__ = ["HoyleAEC"]
