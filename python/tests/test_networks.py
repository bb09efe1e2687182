"""The networks of hoyle.torch say what those of hoyle say, and have the same gradients."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import decisions

import hoyle

torch = pytest.importorskip("torch")
import hoyle.torch  # noqa: E402
from hoyle.torch import RelationalTransformer, TensorNetwork  # noqa: E402

#: What `cargo run -p hoyle-brain --example gradients -- FOLDER` wrote.
FOLDER = os.environ.get("HOYLE_GRADIENTS", "")
CASES = sorted(path.parent for path in Path(FOLDER).glob("*/model.safetensors")) if FOLDER else []
assert CASES or not FOLDER, f"there is nothing in {FOLDER}"

NAMES = [
    "acquire",
    "dominion",
    "dominion:players=3,kingdom=first-game",
    "ludo",
    "ludo:players=2,preset=danish",
    "magic",
]
GRAPHS: list[dict[str, Any]] = [
    {},
    {"relations": False},
    {"card_ids": False},
    {"parameters": True},
    {"parameters": True, "top": 2, "layers": 1, "heads": 2},
    {"scorer": 2, "counts": True},
    {"scorer": 3, "counts": True, "parameters": True},
]


def positions(game: hoyle.Game, wanted: int = 12) -> list[hoyle.State]:
    """Decisions of a random game at which there is something to choose."""
    chosen = (state.clone() for state in decisions(game, seed=3) if len(state.legal_actions()) > 1)
    return [state for n, state in enumerate(chosen) if n % 7 == 0][:wanted]


def shake(module: hoyle.torch.Network) -> None:
    """Weights away from where they begin, so that everything counts."""
    torch.manual_seed(1)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))


def networks(game: hoyle.Game) -> list[TensorNetwork | RelationalTransformer]:
    """Small networks of every kind."""
    sizes = {"width": 16, "trunk": 24}
    made: list[TensorNetwork | RelationalTransformer] = []
    made += [TensorNetwork.new(game, layout, **sizes) for layout in game.layouts]
    made += [TensorNetwork.new(game, parts=False, embeddings=False, blocks=1, heads=2, **sizes)]
    made += [RelationalTransformer.new(game, width=16, **config) for config in GRAPHS]
    for module in made:
        shake(module.eval())
    return made


@pytest.mark.parametrize("name", NAMES)
def test_what_is_saved_plays_the_same_in_rust(name: str, tmp_path: Path) -> None:
    game = hoyle.load(name)
    states = positions(game)
    for module in networks(game):
        file = tmp_path / "model.safetensors"
        hoyle.torch.save(module, file)
        again = hoyle.torch.load(tmp_path)
        assert type(again) is type(module) and again.about == module.about and again.config == module.config
        assert [*again.state_dict()] == [*module.state_dict()]
        assert all(torch.equal(a, b) for a, b in zip(again.parameters(), module.parameters(), strict=True))
        again.reranks = True
        batch = again.encode(states)
        with torch.no_grad():
            policy = again(batch).logits.log_softmax(1)
        for state, actions, row in zip(states, batch.actions, policy, strict=True):
            found = state.analyze(f"net:{file},method=raw")["candidates"]
            rust = {candidate["id"]: np.log(candidate["prior"]) for candidate in found}
            assert sorted(actions) == sorted(rust) == state.legal_actions()
            assert row[: len(actions)].tolist() == pytest.approx([rust[id] for id in actions], abs=1e-4)


def test_a_network_refuses_what_it_was_not_made_for(tmp_path: Path) -> None:
    ludo, duel, acquire = (hoyle.load(name) for name in ["ludo", "ludo:players=2", "acquire"])
    for module in [TensorNetwork.new(ludo), RelationalTransformer.new(ludo)]:
        for other in [duel, acquire]:
            with pytest.raises(ValueError, match="made for"):
                module.encode(positions(other, 1))
    with pytest.raises(ValueError, match="no seat is to decide"):
        TensorNetwork.new(ludo).encode([ludo.start()])
    (tmp_path / "other").write_bytes(b"no model at all")
    with pytest.raises(ValueError, match="not a model"):
        hoyle.torch.load(tmp_path / "other")


def test_heads_follow_the_description(tmp_path: Path) -> None:
    game = hoyle.load("magic")
    reads = {"state": 2, "candidates": 1, "entities": 3, "pairs": 2, "unseen": 1}
    shapes: Any = [{"name": f"of_{what}", "reads": what, "outputs": outputs} for what, outputs in reads.items()]
    module = RelationalTransformer.new(game, width=16, further=shapes)
    batch = module.encode(positions(game, 4))
    heads = module(batch).heads
    (views, entities), candidates = batch.present.shape, batch.verbs.shape[1]
    assert {name: tuple(said.shape) for name, said in heads.items()} == {
        "of_state": (views, 2),
        "of_candidates": (views, candidates, 1),
        "of_entities": (views, entities, 3),
        "of_pairs": (views, entities, entities, 2),
    }
    # What hidden hands may hold is given apart.
    hands, cards, state = (torch.randn(views, *shape) for shape in [(5, 16), (5, 16), (16,)])
    unseen: Any = module.get_submodule("of_unseen")
    believed = unseen.believe(hands, cards, state)
    assert believed.shape == (views, 5, 1) and not believed.any(), "nothing is believed at the start"
    torch.stack([said.sum() for said in [believed, *heads.values()]]).sum().backward()
    assert all(parameter.grad is not None for name, parameter in module.named_parameters() if name.startswith("of_"))
    hoyle.torch.save(module, tmp_path / "model.safetensors")
    again = hoyle.torch.load(tmp_path)(batch).heads
    assert all(torch.equal(said, again[name]) for name, said in heads.items())
    assert module(batch).to("cpu").heads.keys() == heads.keys()


def test_views_are_read_from_their_seat() -> None:
    game = hoyle.load("acquire")
    state = positions(game, 1)[0]
    for module in networks(game):
        mine, other = state.view(), state.view((state.turn + 1) % 4)
        batch = module.encode([state, mine, other])
        assert batch.actions[0] == batch.actions[1] and batch.actions[2] == []
        outputs = module(batch)
        same, changed = outputs.values[1:]
        assert torch.equal(outputs.values[0], same) and not torch.equal(outputs.values[0], changed)
        assert outputs.policy()[0].sum().item() == pytest.approx(1)
        assert (outputs.logits[2] <= hoyle.torch.MASKED).all()


def test_ids_are_hidden_in_training() -> None:
    module = RelationalTransformer.new(hoyle.load("magic"), width=16, id_dropout=0.5)
    shake(module)
    batch = module.encode(positions(hoyle.load("magic")))
    assert not torch.equal(module.train()(batch).values, module(batch).values)
    assert torch.equal(module.eval()(batch).values, module(batch).values)


def test_copies_are_their_own() -> None:
    import copy
    import pickle

    for module in networks(hoyle.load("ludo")):
        batch = module.encode(positions(hoyle.load("ludo")))
        before = module(batch).values
        for other in [copy.deepcopy(module), pickle.loads(pickle.dumps(module))]:
            shake(other)
            assert torch.equal(module(batch).values, before) and not torch.equal(other(batch).values, before)


@pytest.fixture(params=CASES or [None], ids=lambda path: path.name if path else "none")
def case(request: pytest.FixtureRequest) -> Path:
    if request.param is None:
        pytest.skip("HOYLE_GRADIENTS names no folder; `cargo xtask test python` makes one")
    assert isinstance(request.param, Path)
    return request.param


def read(case: Path) -> tuple[TensorNetwork | RelationalTransformer, Any, dict[str, Any]]:
    """The network of a case, the batch of its positions, and the answers."""
    module = hoyle.torch.load(case)
    lines = (case / "positions.jsonl").read_text().splitlines()
    batch = module.encode([hoyle.from_json(line) for line in lines])
    return module, batch, json.loads((case / "answers.json").read_text())


def apart(mine: Any, rust: list[list[float]]) -> float:
    """The largest difference."""
    return max(
        abs(row[: len(other)].double() - torch.tensor(other).double()).max().item()
        for row, other in zip(mine, rust, strict=True)
    )


def test_answers_are_those_of_rust(case: Path) -> None:
    module, batch, answers = read(case)
    rows = answers["rows"]
    assert batch.actions == [row["actions"] for row in rows]
    with torch.no_grad():
        outputs = module(batch)
        module.reranks = True
        played = module(batch)
    pairs = {"logits": outputs.logits, "played": played.logits, "values": outputs.chances(), "extra": outputs.extra}
    if outputs.quality is not None:
        pairs["quality"] = outputs.quality
    errors = {name: apart(mine, [row[name] for row in rows]) for name, mine in pairs.items()}
    assert all(row["heads"].keys() == outputs.heads.keys() for row in rows)
    for name, mine in outputs.heads.items():
        known = said_about(module, name, batch)
        flat = [said[there].flatten() for said, there in zip(mine, known, strict=True)]
        errors[name] = apart(flat, [row["heads"][name] for row in rows])
    print(case.name, errors)
    assert (rows[0]["quality"] is None) == (outputs.quality is None)
    assert max(errors.values()) < 1e-4


def said_about(module: Any, name: str, batch: Any) -> Any:
    """Of which of all padded things a further head says something, view by view."""
    reads = next(shape["reads"] for shape in module.about["heads"] if shape["name"] == name)
    there = batch.present
    if reads == "pairs":
        return there[:, :, None] & there[:, None]
    every = torch.ones(len(there), dtype=torch.bool)
    return {"state": every, "candidates": batch.verbs >= 0, "entities": there}[reads]


def loss_of(module: Any, outputs: hoyle.torch.Outputs, batch: Any) -> Any:
    """The loss that crates/brain/examples/gradients.rs describes."""
    views, seats = outputs.values.shape
    targets = torch.zeros_like(outputs.logits)
    for row, actions in enumerate(batch.actions):
        weights = (1 + (row + torch.arange(len(actions))) % 3).to(targets.dtype)
        targets[row, : len(actions)] = weights / weights.sum()
    winners = torch.nn.functional.one_hot(torch.arange(views) % 3 % seats, seats)
    loss = -(outputs.logits.log_softmax(1) * targets).sum(1).mean()
    loss = loss - (outputs.values.log_softmax(1) * winners).sum(1).mean() + ((outputs.extra - 0.5) ** 2).mean()
    if outputs.quality is not None:
        loss = loss + ((outputs.quality - 0.5) ** 2 * targets).sum(1).mean()
    for name, said in outputs.heads.items():
        loss = loss + 0.5 * ((said[said_about(module, name, batch)] - 0.5) ** 2).sum() / views
    return loss


def doubled(batch: Any) -> Any:
    """The same numbers with 64 bits."""
    tensors = {field.name: getattr(batch, field.name) for field in dataclasses.fields(batch) if field.name != "actions"}
    numbers = {name: tensor.double() for name, tensor in tensors.items() if tensor.is_floating_point()}
    return dataclasses.replace(batch, **numbers)


def test_gradients_are_those_of_rust(case: Path) -> None:
    """PyTorch computes with 64 bits: so what differs is what Rust rounds, and what should be zero is."""
    module, batch, answers = read(case)
    loss = loss_of(module, module.double()(doubled(batch)), batch)
    assert loss.item() == pytest.approx(answers["loss"], rel=1e-5)
    loss.backward()
    rust = {name: x.double() for name, x in hoyle.torch.load(case / "gradients.safetensors").state_dict().items()}
    mine = {name: torch.zeros_like(x) if x.grad is None else x.grad for name, x in module.named_parameters()}
    assert [*mine] == [*rust]
    lengths = {name: gradient.norm().item() for name, gradient in mine.items()}
    errors = {name: (mine[name] - rust[name]).norm().item() for name in mine}
    length, error = (sum(number**2 for number in each.values()) ** 0.5 for each in [lengths, errors])
    # Such as what is added to all keys alike, or to the logits of all candidates.
    zero = [name for name in mine if lengths[name] < 1e-9 * length]
    others = {name: errors[name] / lengths[name] for name in mine if name not in zero}
    worst = max(others, key=lambda name: others[name])
    print(f"{case.name}: the whole {error / length:.1e}, {worst} {others[worst]:.1e}, zero: {', '.join(zero)}")
    assert length > 0 and error < 1e-4 * length and others[worst] < 1e-4
    assert all(errors[name] < 1e-6 * length for name in zero)
    assert len(others) > 0.7 * len(mine), "most of the network takes part"
