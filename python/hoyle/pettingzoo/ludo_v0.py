"""Ludo as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from . import _env

__all__ = ["env", "raw_env"]


def raw_env(**settings: Any) -> _env.HoyleAEC:
    """The environment itself: an illegal action raises `hoyle.IllegalAction`."""
    return _env.raw_env("ludo", **settings)


def env(**settings: Any) -> Any:
    """The environment in PettingZoo's wrappers: an illegal action ends the game."""
    return _env.env("ludo", **settings)
