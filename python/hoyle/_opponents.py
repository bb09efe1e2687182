"""Who plays the other seats: players by name, or functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ._hoyle import View

#: A player by name (`"fast"`, `"ismcts:sims=500"`), or a function from what its seat may know to one of its legal actions.
Opponent: TypeAlias = "str | Callable[[View], int]"


def listed(opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """One opponent or several, as a list."""
    return [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
