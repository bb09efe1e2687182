"""Random play, and looking at what happens: every game, a few lines.

    python random_play.py [GAME]
"""

from __future__ import annotations

import sys

import numpy as np

import hoyle


def main(name: str = "dominion") -> None:
    game = hoyle.load(name)
    print(f"{game.name}: {game.seats} seats, {game.num_actions} actions, layouts {', '.join(game.layouts)}")

    # One game, decision by decision. Chance is explicit: `advance` lets it act with this generator.
    state, rng = game.start(), hoyle.Rng(7)
    decisions = 0
    while state.advance(rng) != hoyle.OVER:
        action = state.legal_actions()[rng.below(len(state.legal_actions()))]
        if decisions == 20:
            inspect(game, state, action)
        state.play(action)
        decisions += 1
    print(f"over after {decisions} decisions; scores {state.scores}")

    # Many games in step: arrays in, arrays out.
    batch = hoyle.Batch(game, 256, seed=1)
    scores = []
    for _ in range(500):
        batch.step(batch.random_actions(rng))
        scores.extend(batch.scores[batch.finished])
    if scores:
        print(f"{len(scores)} games of a batch ended; mean scores {np.mean(scores, axis=0).round(3)}")


def inspect(game: hoyle.Game, state: hoyle.State, action: int) -> None:
    """What the seat to move sees, and what it could do."""
    seat = state.turn
    print(state.board(seat))
    texts = [state.action_text(legal) for legal in state.legal_actions()]
    print(f"{game.seat_names[seat]} can play: {', '.join(texts)}; it plays {state.action_text(action)}")
    layout = game.layout()
    for field, values in hoyle.fields(layout, state.observe(seat)).items():
        if values.any():
            print(f"  {field} {values.shape}: {np.count_nonzero(values)} numbers that are not zero")
            break
    # A position that the seat cannot tell from this one: what search and opponents' models are made of.
    other = state.determinize(seat, rng=1)
    assert other.information_state(seat) == state.information_state(seat)
    print(f"determinized: the same information, {'another' if other != state else 'the same'} position")


if __name__ == "__main__":
    main(*sys.argv[1:])
