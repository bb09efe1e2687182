"""What the tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hoyle

GAMES = ["acquire", "dominion", "ludo", "magic"]
SECRET = ["acquire", "dominion", "magic"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> hoyle.Game:
    return hoyle.load(request.param)


@pytest.fixture(params=SECRET)
def secret_game(request: pytest.FixtureRequest) -> hoyle.Game:
    return hoyle.load(request.param)


def decisions(game: hoyle.Game, seed: int, limit: int = 400) -> Iterator[hoyle.State]:
    """The decisions of a random game; what is done to the state that is shown is done to the game."""
    state, rng = game.start(), hoyle.Rng(seed)
    for _ in range(limit):
        if state.advance(rng) == hoyle.OVER:
            return
        yield state
        legal = state.legal_actions()
        state.play(legal[rng.below(len(legal))])


def play_out(state: hoyle.State, rng: hoyle.Rng) -> hoyle.State:
    """Plays at random to the end."""
    while state.advance(rng) != hoyle.OVER:
        legal = state.legal_actions()
        state.play(legal[rng.below(len(legal))])
    return state
