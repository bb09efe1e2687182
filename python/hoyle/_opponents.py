"""Who plays the other seats: players by name, or functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ._hoyle import Game, Player, Rng, State, View

#: A player by name (`"fast"`, `"ismcts:sims=500"`), or a function from what its seat may know to one of its legal actions.
Opponent: TypeAlias = "str | Callable[[View], int]"


class OpponentPlayer:
    """One opponent, asked in the same way whatever it is."""

    def __init__(self, game: Game, opponent: Opponent) -> None:
        self._player: Player | None = game.player(opponent) if isinstance(opponent, str) else None
        self._choose: Callable[[View], int] | None = None if isinstance(opponent, str) else opponent

    def begin(self) -> None:
        """Forgets the last game."""
        if self._player is not None:
            self._player.begin()

    def choose(self, state: State, rng: Rng) -> int:
        """Chooses for the seat to move."""
        if self._player is not None:
            return self._player.choose(state, rng)
        assert self._choose is not None
        return int(self._choose(state.view()))


def seat_opponents(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[OpponentPlayer]:
    """An opponent for every seat but one; a shorter list is repeated."""
    named: list[Opponent] = [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if not named:
        raise ValueError("at least one opponent is needed")
    return [OpponentPlayer(game, named[place % len(named)]) for place in range(game.seats - 1)]
