"""The games as environments of PettingZoo: agents take turns. Each game has a module: `ludo_v0`, `dominion_v0` and so on.

>>> from hoyle.pettingzoo import dominion_v0
>>> env = dominion_v0.env(players=3)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> action = env.action_space(env.agent_selection).sample(observation["action_mask"])

An illegal action ends the game in `env()`: its agent gets the lowest score that the game has, everybody else 0. `raw_env()`
raises `hoyle.IllegalAction`.
"""

from __future__ import annotations

import functools
import sys
from types import ModuleType

from .. import _hoyle
from ._env import HoyleAEC, env, raw_env

__all__ = ["HoyleAEC"]


def _module(game: str) -> ModuleType:
    """The module of a game, with PettingZoo's usual functions `env` and `raw_env`."""
    made = ModuleType(f"{__name__}.{game}_v0", f"{game.capitalize()} as an environment of PettingZoo.")
    made.env = functools.partial(env, game)  # type: ignore[attr-defined]
    made.raw_env = functools.partial(raw_env, game)  # type: ignore[attr-defined]
    made.__all__ = ["env", "raw_env"]  # type: ignore[attr-defined]
    return made


#: One module for every game that there is.
_MODULES = {f"{game['name']}_v0": _module(game["name"]) for game in _hoyle.games()}
# `import hoyle.pettingzoo.ludo_v0` finds what has been imported already.
sys.modules.update({made.__name__: made for made in _MODULES.values()})


def __getattr__(name: str) -> ModuleType:
    try:
        return _MODULES[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
