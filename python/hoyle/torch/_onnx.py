"""Networks as ONNX files, for programs without PyTorch."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from .. import Game
from ._batch import GraphBatch, Outputs
from ._graph import RelationalTransformer
from ._heads import shapes
from ._rows import POINTS
from ._tensor import TensorNetwork

#: The opset of the files.
OPSET = 20


def to_onnx(module: TensorNetwork | RelationalTransformer, path: str | os.PathLike[str], game: Game) -> None:
    """Writes an ONNX file that plays a game. Needs the package `onnxscript`.

    Of a tensor network the inputs are

    - `observation`: (views, shape of the layout) 32-bit numbers, as `state.observe` gives them in the network's layout,
    - `legal`: (views, actions) booleans, as `state.mask()` gives them,

    and what stands in the columns of the layout, in Dominion the kingdom, is that of the game. Of a relational transformer
    the inputs are the tensors of `GraphBatch` under their names, without `edges` if there are no relations and without
    `lists`, `cards` and `list_of` if there are no tokens; each needs at least one edge, list or candidate.

    The outputs are `logits` (views, actions or candidates), `values`, `extra`, with parameters `quality`, and further heads by
    their names, as in `Outputs` (not those that read `unseen`); logits are re-ranked if `module.reranks` says so. The number of views can be any, and of a relational
    transformer also those of entities, edges, lists, tokens and candidates. The metadata has the model's description under
    `hoyle`.
    """
    module.check(game)
    before = module.training
    module.eval()
    try:
        if isinstance(module, TensorNetwork):
            _export(_Dense(module, game), _observation(module, game), path, module)
        else:
            _export(_Padded(module), _graph(module), path, module)
    finally:
        module.train(before)


def _export(
    network: nn.Module,
    inputs: dict[str, tuple[Tensor, tuple[str, ...]]],
    path: str | os.PathLike[str],
    module: TensorNetwork | RelationalTransformer,
) -> None:
    """Exports with example inputs; the names of their first dimensions say which can be any."""
    names = ["logits", "values", "extra"] + ["quality"] * bool(module.about["network"].get("parameters"))
    names += [shape["name"] for shape in shapes(module.about) if shape["reads"] != "unseen"]
    dims = {name: torch.export.Dim(name) for _, axes in inputs.values() for name in axes}
    any_size = tuple({axis: dims[name] for axis, name in enumerate(axes)} for _, axes in inputs.values())
    with warnings.catch_warnings():
        # The exporter warns about itself.
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            network.eval(),
            tuple(example for example, _ in inputs.values()),
            input_names=list(inputs),
            output_names=names,
            dynamic_shapes=(any_size,),
            opset_version=OPSET,
            dynamo=True,
            verbose=False,
        )
    assert program is not None, "the exporter gives a program"
    program.model.metadata_props["hoyle"] = json.dumps(module.about)
    program.save(path)


def _tuple(outputs: Outputs) -> tuple[Tensor, ...]:
    every = (outputs.logits, outputs.values, outputs.extra, outputs.quality, *outputs.heads.values())
    return tuple(output for output in every if output is not None)


class _Dense(nn.Module):
    """A tensor network that reads whole observations of one game."""

    places: Tensor
    rows: Tensor
    cards: Tensor
    parts: Tensor

    def __init__(self, network: TensorNetwork, game: Game) -> None:
        super().__init__()
        self.network = network
        reading, sections = network.reading(game), network.first.section_bias.shape[0]
        of_section = [np.flatnonzero(reading.vectors == section) for section in range(sections)]
        self.section_places = [torch.from_numpy(places) for places in of_section]
        self.section_rows = [torch.from_numpy(reading.rows[places]) for places in of_section]
        in_columns = np.flatnonzero(reading.vectors >= sections)
        rows = np.unique(reading.rows[in_columns])
        places = np.zeros((reading.columns, len(rows)), np.int64)
        places[reading.vectors[in_columns] - sections, np.searchsorted(rows, reading.rows[in_columns])] = in_columns
        outputs = network.policy.plain.weight.shape[1]
        every = range(game.num_actions)
        parts = reading.outputs_of(every, reading.columns, outputs, network.verbs)
        for name, array in [("places", places), ("rows", rows), ("cards", reading.cards), ("parts", parts)]:
            self.register_buffer(name, torch.from_numpy(array))

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        observation, legal = inputs
        flat, first = observation.flatten(1), self.network.first.weight
        each = zip(self.section_places, self.section_rows, strict=True)
        sums = torch.stack([flat[:, places] @ first[rows] for places, rows in each], 1)
        columns = self.places.shape[0]
        if columns:
            own = torch.cat([first, first.new_zeros(1, first.shape[1])])[self.cards]
            seen = flat[:, self.places.flatten()].view(flat.shape[0], columns, self.places.shape[1])
            sums = torch.cat([sums, seen @ first[self.rows] + own], 1)
        there = legal.new_ones(legal.shape[0], columns)
        parts = self.parts.expand(legal.shape[0], -1, -1)
        return _tuple(self.network.think(sums, there, parts, legal))


def _observation(module: TensorNetwork, game: Game) -> dict[str, tuple[Tensor, tuple[str, ...]]]:
    shape = game.layout(module.about["layout"]["name"]).shape
    legal = torch.ones(2, game.num_actions, dtype=torch.bool)
    return {"observation": (torch.zeros(2, *shape), ("views",)), "legal": (legal, ("views",))}


class _Padded(nn.Module):
    """A relational transformer that takes the tensors of a batch one by one."""

    def __init__(self, network: RelationalTransformer) -> None:
        super().__init__()
        self.network = network

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        none = inputs[0].new_zeros(0, 0, dtype=torch.long)
        given: dict[str, Any] = dict(zip(_graph(self.network), inputs, strict=True))
        batch = {"edges": none, "lists": none, "cards": none, "list_of": none, **given}
        return _tuple(self.network(GraphBatch(**batch, actions=[])))


def _graph(module: RelationalTransformer) -> dict[str, tuple[Tensor, tuple[str, ...]]]:
    """Small numbers in the shapes of a batch."""
    views, entities, edges, lists, tokens, candidates = 2, 3, 5, 4, 6, 7

    def zeros(*shape: int) -> Tensor:
        return torch.zeros(shape, dtype=torch.long)

    rows = module.entity.weight.shape[0]
    inputs: dict[str, tuple[Tensor, tuple[str, ...]]] = {
        "entities": (torch.zeros(views, entities, rows), ("views", "entities")),
        "present": (zeros(views, entities) == 0, ("views", "entities")),
        "observer": (zeros(views), ("views",)),
    }
    if hasattr(module, "relation"):
        inputs["edges"] = (zeros(edges, 4), ("edges",))
    if hasattr(module, "token"):
        inputs["lists"] = (zeros(lists, tokens), ("lists", "tokens"))
        inputs["cards"] = (zeros(lists) - 1, ("lists",))
        inputs["list_of"] = (zeros(views, entities), ("views", "entities"))
    inputs["verbs"] = (zeros(views, candidates), ("views", "candidates"))
    inputs["points"] = (zeros(views, candidates, POINTS), ("views", "candidates"))
    inputs["numbers"] = (torch.zeros(views, candidates, 2), ("views", "candidates"))
    return inputs
