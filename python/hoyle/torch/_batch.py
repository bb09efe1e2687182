"""What goes into a network and what comes out."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from typing_extensions import Self

#: What stands in place of a number for something that cannot be chosen: finite, so that no gradient is ever not a number.
MASKED = -1e9


class _Moves:
    """Tensors that move together."""

    def to(self, device: torch.device | str) -> Self:
        """The same on another device."""
        moved: dict[str, Any] = {}
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if isinstance(value, dict):
                moved[field.name] = {name: tensor.to(device) for name, tensor in value.items()}
            else:
                moved[field.name] = value.to(device) if isinstance(value, Tensor) else value
        return dataclasses.replace(self, **moved)  # type: ignore[type-var]


@dataclass(frozen=True)
class TensorBatch(_Moves):
    """Observations as their non-zeros, and what can be chosen. A number adds its multiple of a row of the first matrix to
    a vector; those of a view are one for each section, then one for each column."""

    #: (numbers) the vector that each adds to, counted through all views.
    vectors: Tensor
    #: (numbers) the row of the first matrix.
    rows: Tensor
    #: (numbers)
    numbers: Tensor
    #: (views, columns) whether there is something in the column.
    columns: Tensor
    #: (views, candidates, 4) where the parts of each candidate stand among the outputs.
    parts: Tensor
    #: (views, candidates) whether there is such a candidate.
    legal: Tensor
    #: The actions of each view in the order of its candidates.
    actions: list[list[int]]

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True)
class GraphBatch(_Moves):
    """Entity graphs, padded to the largest. Where a number points at nothing it is -1."""

    #: (views, entities, rows) for each entity a one in the row of its kind, and its features in those that follow.
    entities: Tensor
    #: (views, entities) whether there is such an entity.
    present: Tensor
    #: (views) the entity that is the observer.
    observer: Tensor
    #: (edges, 4) the view, the relation, from and to.
    edges: Tensor
    #: (lists, tokens) the lists of tokens that occur, each once, without the cards' own.
    lists: Tensor
    #: (lists) the row of the card's own vector.
    cards: Tensor
    #: (views, entities) which of the lists an entity has.
    list_of: Tensor
    #: (views, candidates) what is done; -1 beyond the last candidate.
    verbs: Tensor
    #: (views, candidates, 4) the source and three targets, as entities.
    points: Tensor
    #: (views, candidates, 2) how much or how many.
    numbers: Tensor
    #: The actions of each view in the order of its candidates.
    actions: list[list[int]]

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True)
class Outputs(_Moves):
    """What a network says about a batch."""

    #: (views, candidates) a number for each candidate; `MASKED` beyond the last.
    logits: Tensor
    #: (views, seats) logits of who wins, from the seat of the view on in playing order.
    values: Tensor
    #: (views, 2) the margin, and how long the game will last.
    extra: Tensor
    #: (views, candidates) the value of each candidate, of a network with `parameters`.
    quality: Tensor | None
    #: What further heads say, by name: (views, outputs) about the view, (views, candidates, outputs) about each candidate,
    #: (views, entities, outputs) about each entity, (views, entities, entities, outputs) about each pair of entities.
    heads: dict[str, Tensor] = dataclasses.field(default_factory=dict)

    def policy(self) -> Tensor:
        """The probability of each candidate."""
        return self.logits.softmax(1)

    def chances(self) -> Tensor:
        """The chance of each seat to win, from that of the view on in playing order."""
        return self.values.softmax(1)
