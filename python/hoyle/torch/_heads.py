"""Heads: what a network says beside its policy, as its description tells.

Which there are is declared in Rust (`crates/brain/src/heads.rs`). A model's description has the shape of each head behind
`value` and `extra`, which every network has: its name, what it reads, and how many numbers it says about each of that. So a
head needs no code here.
"""

from __future__ import annotations

from typing import Any, TypedDict

from torch import Tensor, nn

from ._layers import Layer, matrix, plain, relu, small

#: How long the vectors are by which entities meet in a pair.
MEETING = 32


class HeadShape(TypedDict):
    """What a description tells of a head."""

    #: The name of its matrices and of its output.
    name: str
    #: What it reads: `state`, `candidates`, `entities`, `pairs` (of entities) or `unseen` (cards that hidden hands may hold).
    reads: str
    #: How many numbers it says about each of what it reads.
    outputs: int


def shapes(about: dict[str, Any]) -> list[HeadShape]:
    """The heads of a description, but for those that every network has."""
    return list(about.get("heads", []))


def make(shape: HeadShape, inputs: int, width: int) -> Hidden:
    """A head that reads vectors of `inputs` numbers and a state of `width`."""
    return Hidden(shape, inputs, width)


class Hidden(nn.Module):
    """What a head says of vectors and the state, by a hidden layer."""

    def __init__(self, shape: HeadShape, inputs: int, width: int) -> None:
        super().__init__()
        self.reads = shape["reads"]
        wide = shape["outputs"] * MEETING
        if self.reads != "state":
            self.own = matrix(inputs, width, relu(2 * inputs))
        self.state = Layer(width, width, relu(2 * width))
        if self.reads == "pairs":
            self.first = matrix(width, wide, plain(width))
            self.second = matrix(width, wide, small(width))
        elif self.reads == "unseen":
            # Nothing is believed at the start.
            self.hand = matrix(width, wide, plain(width))
            self.card = matrix(inputs, wide)
        else:
            self.out = Layer(width, shape["outputs"], small(width))

    def hidden(self, x: Tensor, state: Tensor) -> Tensor:
        """The hidden layer: of the state itself, or of each of a view's vectors (views, things, inputs)."""
        of_state = self.state(state)
        return (of_state if self.reads == "state" else x @ self.own + of_state[:, None]).relu()  # type: ignore[no-any-return]

    def forward(self, x: Tensor, state: Tensor) -> Tensor:
        """(views, outputs) about the state, (views, things, outputs) about each vector, (views, entities, entities, outputs) about
        each ordered pair."""
        hidden = self.hidden(x, state)
        if self.reads != "pairs":
            return self.out(hidden)  # type: ignore[no-any-return]
        first, second = (_parts(hidden @ each).transpose(1, 2) for each in (self.first, self.second))
        return (first @ second.transpose(2, 3) * plain(MEETING)).permute(0, 2, 3, 1)

    def believe(self, hands: Tensor, cards: Tensor, state: Tensor) -> Tensor:
        """Of a head that reads `unseen`: (views, cards, outputs) about each card that a hidden hand may hold, given the vector of its
        hand and of the card (views, cards, inputs)."""
        said = _parts(self.hidden(hands, state) @ self.hand) * _parts(cards @ self.card)
        return said.sum(3) * plain(MEETING)


def _parts(x: Tensor) -> Tensor:
    """Apart by outputs: (views, things, outputs, numbers)."""
    return x.view(*x.shape[:2], -1, MEETING)
