"""The relational transformer: reads the entity graph of any game.

`crates/brain/src/graph` is the same in Rust; its first page has a drawing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from .. import Game, State, View
from . import _heads
from ._batch import MASKED, GraphBatch, Outputs
from ._layers import Layer, Norm, attention, matrix, plain, relu, small
from ._network import Network, describe, views
from ._rows import POINTS, Terms

#: How many places in a list of tokens are told apart; those behind count as the last.
PLACES = 32
#: How much wider the layer within a block is.
FACTOR = 2
#: What the sum of all entities is multiplied by, so that it is about as large as other numbers.
SUM = 1 / 16
#: What a whole win by quality counts against the logarithm of a probability when candidates are put into order.
QUALITY = 10.0


@dataclass(frozen=True)
class GraphConfig:
    """The sizes of a relational transformer."""

    #: How long the vector of an entity is.
    width: int = 64
    #: How many blocks there are.
    layers: int = 2
    #: How many heads the attention has; a divisor of the width.
    heads: int = 4
    #: How many times the width the layer has by which candidates are scored.
    scorer: int = 1
    #: Whether the pooled state has the sum of all entities beside their mean, which cannot count.
    counts: bool = False
    #: Whether relations bias the attention.
    relations: bool = True
    #: Whether cards have learned vectors of their own beside what they are composed of.
    card_ids: bool = True
    #: How often training hides a card's own vector.
    id_dropout: float = 0.1
    #: Whether the policy first chooses verb and source and then targets and numbers, with a quality for complete candidates.
    parameters: bool = False
    #: With parameters: how many of the likeliest candidates are put into another order by their quality in play.
    top: int = 4


class RelationalTransformer(Network):
    """Reads the entity graph. `load` makes one from a file, `new` one with drawn weights.

    In the mode of training (`module.train()`) a card's own vector is left out of a view as often as `id_dropout` says.
    """

    #: The sizes.
    config: GraphConfig
    #: With parameters: whether the likeliest candidates are put into another order by their quality, as `hoyle` plays. What
    #: learns wants the policy itself.
    reranks: bool

    def __init__(self, about: dict[str, Any]) -> None:
        """The network of a description."""
        super().__init__(about)
        self.config = GraphConfig(**{key: value for key, value in about["network"].items() if key != "kind"})
        self.reranks = False
        config, schema = self.config, about["graph"]
        width, scorer = config.width, config.scorer * config.width
        terms = Terms(schema, relations=config.relations, card_ids=config.card_ids)
        self._terms, self._known = terms, set[Game]()
        # An entity has a handful of numbers that are not zero.
        self.entity = _Table(terms.rows, width, plain(4))
        if terms.tokens:
            self.token = _Tokens(terms.tokens, width)
            self.card = _Cards(terms.cards, width)
        if terms.relations:
            self.relation = _Relations(terms.relations, config.heads)
        self.block = nn.ModuleList(_Block(width, config.layers) for _ in range(config.layers))
        self.last = Norm(width)
        parts = 3 if config.counts else 2
        self.pool = Layer(parts * width, width, relu(parts * width))
        self.value = Layer(width, self.seats, small(width))
        self.extra = Layer(width, 2, small(width))
        self.policy = _Policy(terms.verbs, width, scorer)
        if config.parameters:
            self.base = _Base(terms.verbs, width, scorer)
            self.parameter = _Parameters(terms.verbs, width, scorer)
        for shape in _heads.shapes(about):
            reads = scorer if shape["reads"] == "candidates" else width
            self.add_module(shape["name"], _heads.make(shape, reads, width))

    @classmethod
    def new(cls, game: Game, *, further: Sequence[_heads.HeadShape] = (), **config: Any) -> RelationalTransformer:
        """A network with drawn weights for a game. The other arguments are the fields of `GraphConfig`; `further` are the
        heads that it has behind `value` and `extra`."""
        about = describe(game, {"kind": "graph", **dataclasses.asdict(GraphConfig(**config))})
        described = {"heads": [dict(shape) for shape in further]} if further else {}
        return cls({**about, "graph": game.schema(), **described})

    def check(self, game: Game) -> None:
        if game not in self._known:
            super().check(game)
            if _declared(game.schema()) != _declared(self.about["graph"]):
                raise ValueError("the model reads another version of the game's graph, or other tokens: train it anew")
            self._known.add(game)

    def encode(self, states: Sequence[State | View]) -> GraphBatch:
        seen = views(states)
        for view in seen:
            self.check(view.game)
        return self._terms.batch([view.entities() for view in seen])

    def forward(self, batch: GraphBatch) -> Outputs:
        """What it says about a batch."""
        x = batch.entities @ self.entity.weight
        if self._terms.tokens:
            x = x + _pick(self.token(batch.lists), batch.list_of)
            cards = _pick(batch.cards[:, None], batch.list_of, -1)[:, :, 0]
            x = x + self.card(cards, self.config.id_dropout if self.training else 0.0)
        bias = torch.where(batch.present, 0.0, MASKED)[:, None, None]
        if self._terms.relations:
            bias = bias + self.relation(batch.edges, x.shape[0], x.shape[1])
        for block in self.block:
            x = block(x, bias, self.config.heads)
        x = self.last(x)

        # The pooled state: the mean, the observer and perhaps the sum.
        there = batch.present.to(x.dtype)
        total = (x * there[:, :, None]).sum(1)
        mean = total / there.sum(1).clamp(min=1)[:, None]
        observer = _pick_each(x, batch.observer[:, None])[:, 0]
        pooled = [mean, observer, total * SUM] if self.config.counts else [mean, observer]
        state = self.pool(torch.cat(pooled, 1)).relu()

        points = _pick_each(x, batch.points.flatten(1)).view(*batch.verbs.shape, POINTS * x.shape[2])
        context = (state @ self.policy.context)[:, None]
        verbs, legal = batch.verbs.clamp(min=0), batch.verbs >= 0
        described = self.policy(points, verbs, batch.numbers, context)
        scored = torch.where(legal, self.policy.out(described)[:, :, 0], MASKED)
        values, extra = self.value(state), self.extra(state)
        read = {"state": state, "candidates": described, "entities": x, "pairs": x}
        shapes = _heads.shapes(self.about)
        # What hidden hands may hold is no part of a view's graph: see `Hidden.believe`.
        heads = {
            shape["name"]: self.get_submodule(shape["name"])(read[shape["reads"]], state)
            for shape in shapes
            if shape["reads"] in read
        }
        if not self.config.parameters:
            return Outputs(scored, values, extra, None, heads)
        width = x.shape[2]
        base, score = self.base(points[:, :, :width], verbs, context)
        within = self.parameter(points[:, :, width:], verbs, batch.numbers, base)
        logits = _by_groups(score, within, batch.verbs, batch.points[:, :, 0])
        if self.reranks:
            logits = _reranked(logits, scored, self.config.top)
        return Outputs(logits, values, extra, scored, heads)


def _declared(schema: dict[str, Any]) -> list[Any]:
    """The terms of a graph without the prose."""
    kinds = [[kind["name"], *((f["name"], f["min"], f["max"]) for f in kind["features"])] for kind in schema["kinds"]]
    names = [[term["name"] for term in schema[which]] for which in ["relations", "verbs"]]
    return [schema["version"], kinds, names, schema["tokens"]]


def _pick(table: Tensor, rows: Tensor, nothing: float = 0.0) -> Tensor:
    """Rows of a table by number; -1 picks a row of nothing."""
    padded = torch.cat([table, table.new_full((1, table.shape[1]), nothing)])
    return padded[torch.where(rows < 0, table.shape[0], rows)]


def _pick_each(x: Tensor, places: Tensor) -> Tensor:
    """For each view its entities by number; -1 picks zeros."""
    padded = torch.cat([x, x.new_zeros(x.shape[0], 1, x.shape[2])], 1)
    places = torch.where(places < 0, x.shape[1], places)
    return padded.gather(1, places[:, :, None].expand(-1, -1, x.shape[2]))


def _by_groups(base: Tensor, within: Tensor, verbs: Tensor, sources: Tensor) -> Tensor:
    """The log-probabilities of candidates: that of the base action, which all of one verb and source share, and within it
    that of the parameters."""
    legal = verbs >= 0
    same = (verbs[:, :, None] == verbs[:, None]) & (sources[:, :, None] == sources[:, None])
    within = within - torch.where(same, within[:, None], MASKED).logsumexp(2)
    # A group of many counts once.
    once = base - same.to(base.dtype).sum(2).log()
    base = base - torch.where(legal, once, MASKED).logsumexp(1, keepdim=True)
    return torch.where(legal, base + within, MASKED)


def _reranked(logits: Tensor, quality: Tensor, top: int) -> Tensor:
    """The `top` largest log-probabilities are taken from their owners and dealt out anew among the same candidates, in the
    order of log-probability and quality together."""
    candidates = logits.shape[1]
    logits, quality = (nn.functional.pad(x, (0, top), value=MASKED) for x in (logits, quality))
    falling, order = _falling(logits)
    # By number first: of equal ones the first counts as the larger.
    order = order[:, :top].sort(1)[0]
    best = _falling((logits + QUALITY * quality).gather(1, order))[1]
    return logits.scatter(1, order.gather(1, best), falling[:, :top])[:, :candidates]


def _falling(x: Tensor) -> tuple[Tensor, Tensor]:
    """The numbers of each row in falling order and where they stood; of equal ones the first comes first."""
    if torch.onnx.is_in_onnx_export():
        # ONNX always sorts so, and has no word for it.
        return x.sort(1, descending=True)
    return x.sort(dim=1, descending=True, stable=True)


class _Table(nn.Module):
    """A row for each of many."""

    def __init__(self, rows: int, width: int, deviation: float) -> None:
        super().__init__()
        self.weight = matrix(rows, width, deviation)


class _Tokens(nn.Module):
    """What lists of tokens say: each token times the gate of its place, and a vector for the place."""

    def __init__(self, tokens: int, width: int) -> None:
        super().__init__()
        # A list has a dozen tokens.
        self.weight = matrix(tokens, width, plain(12))
        self.gate = matrix(PLACES, width, 0.3)
        self.place = matrix(PLACES, width, 0.1)
        self.up = Layer(width, width, relu(width))
        self.down = Layer(width, width, plain(width))

    def forward(self, lists: Tensor) -> Tensor:
        places = torch.arange(lists.shape[1], device=lists.device).clamp(max=PLACES - 1)
        gated = self.weight[lists.clamp(min=0)] * (1 + self.gate[places]) + self.place[places]
        sums = torch.where((lists >= 0)[:, :, None], gated, 0.0).sum(1)
        return self.down(self.up(sums).relu())  # type: ignore[no-any-return]


class _Cards(nn.Module):
    """The cards' own vectors, zero at the start, through a gate."""

    def __init__(self, cards: int, width: int) -> None:
        super().__init__()
        self.weight = matrix(cards, width)
        self.gate = matrix(1, width, 0.1)

    def forward(self, cards: Tensor, dropout: float) -> Tensor:
        if dropout > 0:
            hidden = torch.rand(cards.shape[0], self.weight.shape[0] + 1, device=cards.device) < dropout
            cards = torch.where(hidden.gather(1, cards + 1), -1, cards)
        return _pick(self.weight, cards) * self.gate[0]


class _Relations(nn.Module):
    """A number for each relation and head, then the same for the edges read backwards."""

    def __init__(self, relations: int, heads: int) -> None:
        super().__init__()
        self.bias = matrix(2 * relations, heads, 0.1)

    def forward(self, edges: Tensor, views: int, n: int) -> Tensor:
        view, relation, start, end = edges.unbind(1)
        pairs = torch.cat([(view * n + start) * n + end, (view * n + end) * n + start])
        added = self.bias[torch.cat([relation, relation + self.bias.shape[0] // 2])]
        sums = added.new_zeros(views * n * n, added.shape[1]).index_add(0, pairs, added)
        return sums.view(views, n, n, added.shape[1]).permute(0, 3, 1, 2)


class _Block(nn.Module):
    """Attention with a bias, and a layer within."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        self.before = Norm(width)
        self.ask = Layer(width, 3 * width, plain(width))
        # What a block adds to its input is smaller the more blocks there are (Radford et al. 2019).
        self.mix = Layer(width, width, plain(2 * layers * width))
        self.between = Norm(width)
        self.up = Layer(width, FACTOR * width, relu(width))
        self.down = Layer(FACTOR * width, width, plain(2 * layers * FACTOR * width))

    def forward(self, x: Tensor, bias: Tensor, heads: int) -> Tensor:
        q, k, v = self.ask(self.before(x)).chunk(3, 2)
        x = x + self.mix(attention(q, k, v, heads, bias))
        return x + self.down(self.up(self.between(x)).relu())  # type: ignore[no-any-return]


class _Policy(nn.Module):
    """Complete candidates as vectors: what they point at, verb, numbers and the pooled state. `out` makes a number of each."""

    def __init__(self, verbs: int, width: int, scorer: int) -> None:
        super().__init__()
        self.context = matrix(width, scorer, plain(width))
        self.candidate = Layer(POINTS * width, scorer, plain(width))
        self.verb = matrix(verbs, scorer, 0.5)
        self.number = matrix(2, scorer, 0.3)
        self.out = Layer(scorer, 1, small(scorer))

    def forward(self, points: Tensor, verbs: Tensor, numbers: Tensor, context: Tensor) -> Tensor:
        described = self.candidate(points) + self.verb[verbs] + numbers @ self.number + context
        return described.relu()  # type: ignore[no-any-return]


class _Base(nn.Module):
    """Verb and source of a candidate as a vector, and a number for it."""

    def __init__(self, verbs: int, width: int, scorer: int) -> None:
        super().__init__()
        self.verb = matrix(verbs, scorer, 0.5)
        self.weight = matrix(width, scorer, plain(width))
        self.bias = matrix(1, scorer)
        self.out = matrix(scorer, 1, small(scorer))

    def forward(self, sources: Tensor, verbs: Tensor, context: Tensor) -> tuple[Tensor, Tensor]:
        base = (sources @ self.weight + self.bias[0] + self.verb[verbs] + context).relu()
        return base, (base @ self.out)[:, :, 0]


class _Parameters(nn.Module):
    """A number for targets and numbers of a candidate, by the head of its verb."""

    def __init__(self, verbs: int, width: int, scorer: int) -> None:
        super().__init__()
        self.targets = Layer((POINTS - 1) * width, scorer, plain(width))
        self.number = matrix(2, scorer, 0.3)
        self.condition = matrix(scorer, scorer, plain(scorer))
        self.heads = matrix(verbs, scorer, small(scorer))

    def forward(self, targets: Tensor, verbs: Tensor, numbers: Tensor, base: Tensor) -> Tensor:
        hidden = (self.targets(targets) + numbers @ self.number + base @ self.condition).relu()
        return (hidden * self.heads[verbs]).sum(2)  # type: ignore[no-any-return]
