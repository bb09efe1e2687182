"""Heads: what a network says beside its policy, as its description tells.

Which there are is declared in Rust (`crates/brain/src/heads.rs`). A model's description has the shape of each head behind
`value` and `extra`, which every network has: its name, what it reads, and how many numbers it says about each of that. So a
head needs no code here.
"""

from __future__ import annotations

from typing import Any, TypedDict

from torch import Tensor, nn

from ._layers import Layer, matrix, plain, small

#: How long the vectors are by which entities meet in a pair.
MEETING = 32


class HeadShape(TypedDict):
    """What a description tells of a head."""

    #: The name of its matrices and of its output.
    name: str
    #: What it reads: `state`, `candidates`, `entities` or `pairs` (of entities).
    reads: str
    #: How many numbers it says about each of what it reads.
    outputs: int


def shapes(about: dict[str, Any]) -> list[HeadShape]:
    """The heads of a description, but for those that every network has."""
    return list(about.get("heads", []))


def make(shape: HeadShape, inputs: int) -> nn.Module:
    """A head that reads vectors of this width."""
    if shape["reads"] == "pairs":
        return _Pairs(inputs, shape["outputs"])
    return Layer(inputs, shape["outputs"], small(inputs))


class _Pairs(nn.Module):
    """Numbers for each ordered pair of entities: (views, entities, entities, outputs)."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.first = matrix(inputs, outputs * MEETING, plain(inputs))
        self.second = matrix(inputs, outputs * MEETING, small(inputs))

    def forward(self, x: Tensor) -> Tensor:
        first, second = (
            (x @ each).view(*x.shape[:2], -1, MEETING).transpose(1, 2) for each in (self.first, self.second)
        )
        return (first @ second.transpose(2, 3) * plain(MEETING)).permute(0, 2, 3, 1)
