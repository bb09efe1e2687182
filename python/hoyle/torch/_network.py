"""What both networks share."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

from torch import nn

from .. import Game, State, View
from ._batch import GraphBatch, Outputs, TensorBatch

#: The version of the format of models.
FORMAT = 1


class Network(nn.Module, abc.ABC):
    """A network: its parameters have the names that they have in the file."""

    #: What the model was made for and how, as it stands in the file.
    about: dict[str, Any]

    def __init__(self, about: dict[str, Any]) -> None:
        super().__init__()
        self.about = about

    @property
    def seats(self) -> int:
        """How many seats it judges."""
        return int(self.about["seats"])

    @abc.abstractmethod
    def encode(self, states: Sequence[State | View]) -> TensorBatch | GraphBatch:
        """What the seats see, and what they can do. Of a state it is the seat to move that looks at it."""

    @abc.abstractmethod
    def forward(self, batch: Any) -> Outputs:
        """What it says about a batch."""

    def check(self, game: Game) -> None:
        """Raises a `ValueError` if it cannot play a game."""
        for what, here in [("game", game.name), ("version", game.version), ("seats", game.seats)]:
            if self.about[what] != here:
                raise ValueError(f"the model was made for {what} {self.about[what]}, and this is {what} {here}")


def describe(game: Game, network: dict[str, Any]) -> dict[str, Any]:
    """What is to be said about a new network for a game."""
    trained = {"method": "", "on": "", "iterations": 0, "samples": 0, "games": 0, "seconds": 0.0}
    about = {"format": FORMAT, "game": game.name, "version": game.version, "seats": game.seats}
    return {**about, "network": network, "trained": trained}


def views(states: Sequence[State | View]) -> list[View]:
    """States as the seats to move see them."""
    return [state if isinstance(state, View) else state.view() for state in states]
