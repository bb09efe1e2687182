"""Graphs as padded tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from .. import Graph
from ._batch import GraphBatch

#: The categories of tokens that stand for one card each: as the first of a list such a token is the card's own.
OWN = ("card:", "token:")
#: How many entities a candidate points at: the source and three targets.
POINTS = 4


class Terms:
    """Where the terms of a graph stand in the matrices."""

    def __init__(self, schema: Mapping[str, Any], *, relations: bool, card_ids: bool) -> None:
        self.relations = len(schema["relations"]) if relations else 0
        self.verbs, self.tokens = len(schema["verbs"]), len(schema["tokens"])
        self.features = max((len(kind["features"]) for kind in schema["kinds"]), default=0)
        sizes = [1 + len(kind["features"]) for kind in schema["kinds"]]
        #: The row of each kind; those of its features follow.
        self.kinds = np.cumsum([0, *sizes[:-1]])
        self.rows = sum(sizes)
        is_own = np.array([name.startswith(OWN) for name in schema["tokens"]], bool)
        #: For each token whether it is a card's own.
        self.is_own = is_own
        #: For each token the row of a card's own vector.
        self.own = np.cumsum(is_own) - 1
        self.cards = int(is_own.sum()) if card_ids else 0
        #: The kind of players, and which of its features marks the observer.
        self.observer: tuple[int, int] | None = None
        for n, kind in enumerate(schema["kinds"]):
            names = [feature["name"] for feature in kind["features"]]
            if kind["name"] == "player" and "own" in names:
                self.observer = (n, names.index("own"))

    def compose(self, tokens: Sequence[int]) -> tuple[int, list[int]]:
        """The row of a card's own vector and the tokens of a list; -1 for none, and for those unknown or the card's own."""
        known = [token if token < self.tokens else -1 for token in tokens]
        if not known or known[0] < 0 or not self.is_own[known[0]]:
            return -1, known
        return int(self.own[known[0]]) if self.cards else -1, [-1, *known[1:]]

    def batch(self, graphs: Sequence[Graph]) -> GraphBatch:
        """Graphs, one of each view."""
        n = max((len(graph.kinds) for graph in graphs), default=0)
        most = max((len(graph.actions) for graph in graphs), default=0)
        views = len(graphs)
        entities, present = np.zeros((views, n, self.rows + self.features), np.float32), np.zeros((views, n), bool)
        observer, list_of = np.full(views, -1), np.full((views, n), -1)
        verbs, points = np.full((views, most), -1), np.full((views, most, POINTS), -1)
        numbers = np.zeros((views, most, 2), np.float32)
        edges = [np.zeros((0, 4), np.int64)]
        lists: dict[bytes, int] = {}
        composed: list[tuple[int, list[int]]] = []
        for view, graph in enumerate(graphs):
            count, first = len(graph.kinds), self.kinds[graph.kinds]
            present[view, :count] = True
            row = entities[view, np.arange(count)]
            np.put_along_axis(row, first[:, None], 1.0, 1)
            # Features beyond those of a kind are zero, and so may stand on those of the next.
            place = first[:, None] + 1 + np.arange(self.features)
            np.put_along_axis(row, place, np.take_along_axis(row, place, 1) + graph.features, 1)
            entities[view, :count] = row
            if self.observer:
                kind, own = self.observer
                found = np.flatnonzero((graph.kinds == kind) & (graph.features[:, own] == 1.0))
                observer[view] = found[0] if len(found) else -1
            if self.tokens:
                for entity in range(count):
                    words = graph.tokens[graph.token_starts[entity] : graph.token_starts[entity + 1]]
                    if len(words):
                        number = lists.setdefault(words.tobytes(), len(lists))
                        if number == len(composed):
                            composed.append(self.compose(words.tolist()))
                        list_of[view, entity] = number
            if self.relations:
                edges.append(np.insert(graph.edges.astype(np.int64), 0, view, 1))
            candidates = len(graph.actions)
            verbs[view, :candidates] = graph.verbs
            points[view, :candidates] = np.concatenate([graph.sources[:, None], graph.targets], 1)
            numbers[view, :candidates] = graph.numbers
        tokens = np.full((len(composed), max((len(words) for _, words in composed), default=0)), -1)
        for number, (_, known) in enumerate(composed):
            tokens[number, : len(known)] = known
        return GraphBatch(
            entities=torch.from_numpy(np.ascontiguousarray(entities[:, :, : self.rows])),
            present=torch.from_numpy(present),
            observer=torch.from_numpy(observer),
            edges=torch.from_numpy(np.concatenate(edges)),
            lists=torch.from_numpy(tokens),
            cards=torch.tensor([card for card, _ in composed], dtype=torch.long),
            list_of=torch.from_numpy(list_of),
            verbs=torch.from_numpy(verbs),
            points=torch.from_numpy(points),
            numbers=torch.from_numpy(numbers),
            actions=[graph.actions.tolist() for graph in graphs],
        )
