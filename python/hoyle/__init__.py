"""Exact and fast rule engines for modern table games: Dominion, Acquire, Ludo, Magic.

>>> import hoyle
>>> game = hoyle.load("ludo", players=2)
>>> state, rng = game.start(), hoyle.Rng(1)
>>> while state.advance(rng) != hoyle.OVER:
...     state.play(state.legal_actions()[0])
>>> sorted(state.scores)
[-1.0, 1.0]

`hoyle.gym`, `hoyle.pettingzoo` and `hoyle.openspiel` are the same games for the tools of those names, `hoyle.torch` has the
networks; `docs/python.md` shows all of it.
"""

from ._fields import fields
from ._hoyle import (
    CHANCE,
    OVER,
    Batch,
    Game,
    Graph,
    IllegalAction,
    Layout,
    Leaves,
    Player,
    PlayerFault,
    Rng,
    Solo,
    State,
    View,
    __version__,
    from_json,
    games,
    load,
)

__all__ = [
    "CHANCE",
    "OVER",
    "Batch",
    "Game",
    "Graph",
    "IllegalAction",
    "Layout",
    "Leaves",
    "Player",
    "PlayerFault",
    "Rng",
    "Solo",
    "State",
    "View",
    "__version__",
    "fields",
    "from_json",
    "games",
    "load",
]
