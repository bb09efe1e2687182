"""Matrices as they stand in the file: inputs by outputs, vectors as one row."""

from __future__ import annotations

import torch
from torch import Tensor, nn

NORM_EPSILON = 1e-5


def relu(inputs: int) -> float:
    """The deviation for a layer that is followed by a ReLU (He et al. 2015)."""
    return float((2 / inputs) ** 0.5)


def plain(inputs: int) -> float:
    """The deviation for a layer that is not (LeCun et al. 1998)."""
    return float((1 / inputs) ** 0.5)


def small(inputs: int) -> float:
    """The deviation for the last layer of a policy: almost even at the start (Andrychowicz et al. 2020)."""
    return 0.01 * plain(inputs)


def matrix(rows: int, cols: int, deviation: float = 0.0) -> nn.Parameter:
    """A matrix of normal numbers."""
    return nn.Parameter(torch.randn(rows, cols) * deviation)


class Layer(nn.Module):
    """A matrix and a vector that is added."""

    def __init__(self, inputs: int, outputs: int, deviation: float) -> None:
        super().__init__()
        self.weight = matrix(inputs, outputs, deviation)
        self.bias = matrix(1, outputs)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight + self.bias[0]


class Norm(nn.Module):
    """A layer norm of the last dimension."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1, width))
        self.shift = matrix(1, width)

    def forward(self, x: Tensor) -> Tensor:
        return nn.functional.layer_norm(x, self.scale.shape[1:], self.scale[0], self.shift[0], NORM_EPSILON)


def attention(q: Tensor, k: Tensor, v: Tensor, heads: int, bias: Tensor | None) -> Tensor:
    """What each of `q` finds among `k`, head by head; `bias` is added before the softmax."""

    def split(x: Tensor) -> Tensor:
        return x.reshape(x.shape[0], x.shape[1], heads, x.shape[2] // heads).transpose(1, 2)

    scores = split(q) @ split(k).transpose(2, 3) * plain(q.shape[2] // heads)
    if bias is not None:
        scores = scores + bias
    return (scores.softmax(3) @ split(v)).transpose(1, 2).flatten(2)
