"""OpenSpiel's IS-MCTS plays Dominion against a random bot.

    pip install open_spiel
    python ismcts_dominion.py [SIMULATIONS]
"""

from __future__ import annotations

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

import hoyle
import hoyle.openspiel  # registers hoyle_dominion


class BigMoney:
    """Judges a position by a rollout of scripted players, instead of OpenSpiel's random ones: far better, and faster."""

    def __init__(self, game: hoyle.Game) -> None:
        self._player, self._rng = game.player("big-money"), hoyle.Rng(1)

    def evaluate(self, state: hoyle.openspiel.HoyleState) -> list[float]:
        position = state.hoyle
        while position.advance(self._rng) != hoyle.OVER:
            position.play(self._player.choose(position, self._rng))
        return position.scores

    def prior(self, state: hoyle.openspiel.HoyleState) -> list[tuple[int, float]]:
        legal = state.legal_actions(state.current_player())
        return [(action, 1 / len(legal)) for action in legal]


def main(simulations: int = 20, max_turns: int = 20) -> list[float]:
    """Plays a game and gives its scores."""
    game = pyspiel.load_game(f"hoyle_dominion(kingdom=first-game,max_turns={max_turns})")
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, BigMoney(game.hoyle), 1.4, simulations, random_state=rng)
    # OpenSpiel's own sampler takes a new seed in each run; with this one the same game is played every time.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
            continue
        player = state.current_player()
        action = bot.step(state) if player == 0 else rng.choice(state.legal_actions())
        if player == 0 and len(state.legal_actions()) > 1:
            print(state.action_to_string(player, action))
        state.apply_action(action)
    print(f"scores: {state.returns()}")
    return list(state.returns())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
