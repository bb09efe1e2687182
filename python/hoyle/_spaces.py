"""What the environments of Gymnasium and PettingZoo say of a game."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from ._hoyle import Game


def observation_space(game: Game, layout: str | None) -> spaces.Box[np.float32]:
    """What a seat of this game can see. Numbers that are always 0 in this version get room: checkers think them a mistake."""
    low, high = game.layout(layout).bounds()
    return spaces.Box(low, np.where(high > low, high, low + 1).astype(np.float32), dtype=np.float32)
