"""The tensor network: reads an observation as its non-zeros.

`crates/brain/src/tensor` is the same in Rust; its first page has a drawing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from .. import Game, State, View
from ._batch import MASKED, Outputs, TensorBatch
from ._layers import Layer, Norm, attention, matrix, plain, relu, small
from ._network import Network, describe, views
from ._reading import MOST_PARTS, Reading, Rows, heads

#: How long the vectors are by which verbs meet columns.
MEETING = 32


@dataclass(frozen=True)
class TensorConfig:
    """The sizes of a tensor network."""

    #: How long the vector of a section or column is.
    width: int = 64
    #: How many heads the fusion has.
    heads: int = 4
    #: How wide the trunk is.
    trunk: int = 128
    #: How many residual blocks the trunk has.
    blocks: int = 2
    #: Whether actions are scored by their parts; otherwise each has an output of its own.
    parts: bool = True
    #: Whether cards have learned embeddings beside their properties.
    embeddings: bool = True
    #: Whether hoyle gathers what is not zero; the answers are the same.
    sparse: bool = True


class TensorNetwork(Network):
    """Reads a layout. `load` makes one from a file, `new` one with drawn weights."""

    #: The sizes.
    config: TensorConfig

    def __init__(self, about: dict[str, Any], outputs: int, verb_outputs: int) -> None:
        """The network of a description; `outputs` and `verb_outputs` are those of its two policy heads."""
        super().__init__(about)
        self.config = TensorConfig(**{key: value for key, value in about["network"].items() if key != "kind"})
        self._rows = Rows.of(about["layout"])
        self._readings: dict[Game, Reading] = {}
        self.verbs = verb_outputs // MEETING
        width, trunk, sections = self.config.width, self.config.trunk, self._rows.section_count
        self.first = _First(self._rows.count + len(about.get("cards", [])), sections, width)
        self.section = _Sections(sections, width)
        self.card = Layer(width, width, relu(width))
        self.fusion = _Fusion(width)
        self.trunk = _Trunk(sections * width, trunk, self.config.blocks)
        self.policy = _Policy(width, trunk, outputs, verb_outputs)
        self.value = Layer(trunk, self.seats, small(trunk))
        self.extra = Layer(trunk, 2, small(trunk))

    @classmethod
    def new(cls, game: Game, layout: str | None = None, **config: Any) -> TensorNetwork:
        """A network with drawn weights for a layout of a game, the default if none is given. The further arguments are the
        fields of `TensorConfig`."""
        sizes, read = TensorConfig(**config), game.layout(layout)
        about = describe(game, {"kind": "tensor", **dataclasses.asdict(sizes)})
        columns = {"columns": read.columns} if read.columns else {}
        about["layout"] = {
            "name": read.name, "version": read.version, "shape": list(read.shape), "hash": read.hash,
            "fields": read.fields, **columns,
        }  # fmt: skip
        if read.columns and sizes.embeddings:
            known = max((game.layout(name).columns for name in reversed(game.layouts)), key=len)
            about["cards"] = sorted(name for name in known if name)
        outputs, verbs = heads(game, _by_parts(about, sizes, game))
        return cls(about, outputs, verbs * MEETING)

    def reading(self, game: Game) -> Reading:
        """How it reads a game; raises a `ValueError` if it cannot."""
        if game not in self._readings:
            self.check(game)
            by_parts = _by_parts(self.about, self.config, game)
            self._readings[game] = Reading.of(game, self.about, self._rows, by_parts)
        return self._readings[game]

    def encode(self, states: Sequence[State | View]) -> TensorBatch:
        seen = views(states)
        readings = [self.reading(view.game) for view in seen]
        columns = max((reading.columns for reading in readings), default=0)
        actions = [view.legal_actions() for view in seen]
        most = max((len(legal) for legal in actions), default=0)
        tall = self._rows.section_count + columns
        plain = self.policy.plain.weight.shape[1]
        parts = np.full((len(seen), most, MOST_PARTS), plain + self.verbs * columns)
        used, legal = np.zeros((len(seen), columns), bool), np.zeros((len(seen), most), bool)
        vectors, rows, numbers = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0, np.float32)]
        for n, (view, reading) in enumerate(zip(seen, readings, strict=True)):
            places, seen_numbers = view.observe_sparse(self.about["layout"]["name"])
            counts = reading.vectors[places] >= 0
            seen_ones = (reading.vectors[places[counts]], reading.rows[places[counts]], seen_numbers[counts])
            for to, row, number in [reading.constants, seen_ones]:
                vectors.append(to + n * tall)
                rows.append(row)
                numbers.append(number)
            used[n, : reading.columns] = True
            legal[n, : len(actions[n])] = True
            parts[n, : len(actions[n])] = reading.outputs_of(actions[n], columns, plain, self.verbs)
        return TensorBatch(
            vectors=torch.from_numpy(np.concatenate(vectors)),
            rows=torch.from_numpy(np.concatenate(rows)),
            numbers=torch.from_numpy(np.concatenate(numbers)),
            columns=torch.from_numpy(used),
            parts=torch.from_numpy(parts),
            legal=torch.from_numpy(legal),
            actions=actions,
        )

    def forward(self, batch: TensorBatch) -> Outputs:
        """What it says about a batch."""
        views, columns = batch.columns.shape
        tall = self._rows.section_count + columns
        added = self.first.weight[batch.rows] * batch.numbers[:, None]
        sums = added.new_zeros(views * tall, self.config.width).index_add(0, batch.vectors, added)
        return self.think(sums.view(views, tall, self.config.width), batch.columns, batch.parts, batch.legal)

    def think(self, sums: Tensor, columns: Tensor, parts: Tensor, legal: Tensor) -> Outputs:
        """The same from the sums of the first layer: (views, sections and columns, width)."""
        sections = self._rows.section_count
        biases = [self.first.section_bias, self.first.card_bias.expand(columns.shape[1], -1)]
        vectors = (sums + torch.cat(biases)).relu()
        z, cards = self.section(vectors[:, :sections]), self.card(vectors[:, sections:])
        z = z + self.fusion(z, torch.cat([z, cards], 1), columns, self.config.heads)
        trunk = self.trunk(z.flatten(1))
        outputs = self.policy(trunk, cards)
        logits = outputs.gather(1, parts.flatten(1)).view(parts.shape).sum(2)
        logits = torch.where(legal, logits, MASKED)
        return Outputs(logits, self.value(trunk), self.extra(trunk), None)


def _by_parts(about: dict[str, Any], config: TensorConfig, game: Game) -> bool:
    """Whether actions are scored by their parts: not where there are no columns that verbs could meet."""
    return config.parts and (bool(about["layout"].get("columns")) or game.parts()["verbs"] == 0)


class _First(nn.Module):
    """The sparse first layer: a row for each number, then one for each card."""

    def __init__(self, rows: int, sections: int, width: int) -> None:
        super().__init__()
        # An observation has some dozens of numbers that are not zero.
        self.weight = matrix(rows, width, relu(32))
        self.section_bias = matrix(sections, width)
        self.card_bias = matrix(1, width)


class _Sections(nn.Module):
    """A processor for each section."""

    def __init__(self, sections: int, width: int) -> None:
        super().__init__()
        self.weight = matrix(sections * width, width, relu(width))
        self.bias = matrix(sections, width)

    def forward(self, x: Tensor) -> Tensor:
        weight = self.weight.view(self.bias.shape[0], x.shape[2], x.shape[2])
        return (x.transpose(0, 1) @ weight).transpose(0, 1) + self.bias


class _Fusion(nn.Module):
    """Each section asks all sections and all columns."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.query = Layer(width, width, plain(width))
        self.key = Layer(width, width, plain(width))
        self.value = Layer(width, width, plain(width))
        self.out = Layer(width, width, plain(width))

    def forward(self, z: Tensor, all: Tensor, columns: Tensor, heads: int) -> Tensor:
        there = torch.cat([columns.new_ones(columns.shape[0], z.shape[1]), columns], 1)
        bias = torch.where(there, 0.0, MASKED)[:, None, None]
        mixed = attention(self.query(z), self.key(all), self.value(all), heads, bias)
        return self.out(mixed)  # type: ignore[no-any-return]


class _Block(nn.Module):
    """One residual block of the trunk."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = Norm(width)
        self.up = Layer(width, width, relu(width))
        self.down = Layer(width, width, plain(width))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(self.up(self.norm(x)).relu())  # type: ignore[no-any-return]


class _Trunk(nn.ModuleDict):
    """The residual trunk; its blocks are numbered."""

    def __init__(self, inputs: int, width: int, blocks: int) -> None:
        numbered = {str(n): _Block(width) for n in range(blocks)}
        super().__init__({"enter": Layer(inputs, width, plain(inputs)), **numbered, "norm": Norm(width)})

    def forward(self, x: Tensor) -> Tensor:
        for part in self.values():
            x = part(x)
        return x


class _Policy(nn.Module):
    """All outputs in a row: those of the plain heads, verb by verb a number for each column, a zero."""

    def __init__(self, width: int, trunk: int, outputs: int, verb_outputs: int) -> None:
        super().__init__()
        self.plain = Layer(trunk, outputs, small(trunk))
        self.verbs = Layer(trunk, verb_outputs, plain(trunk))
        self.columns = Layer(width, MEETING if verb_outputs else 0, small(width))

    def forward(self, trunk: Tensor, cards: Tensor) -> Tensor:
        outputs = [self.plain(trunk)]
        if self.verbs.weight.shape[1]:
            asked = self.verbs(trunk).view(trunk.shape[0], self.verbs.weight.shape[1] // MEETING, MEETING)
            outputs.append((asked @ self.columns(cards).transpose(1, 2) * plain(MEETING)).flatten(1))
        return torch.cat([*outputs, trunk.new_zeros(trunk.shape[0], 1)], 1)
