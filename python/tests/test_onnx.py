"""Exported networks say in onnxruntime what they say in PyTorch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hoyle

torch = pytest.importorskip("torch")
onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnxscript")
import hoyle.torch  # noqa: E402
from hoyle.torch import RelationalTransformer, TensorNetwork  # noqa: E402
from test_networks import positions, shake  # noqa: E402

NETWORKS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("ludo", "squares", {"trunk": 24}),
    ("dominion:kingdom=first-game", "tensor", {"trunk": 24}),
    ("acquire", "planes", {"trunk": 24, "parts": False}),
    ("ludo", None, {"relations": False}),
    ("acquire", None, {}),
    ("magic", None, {"parameters": True}),
    ("magic", None, {"scorer": 2, "counts": True}),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "layout", "config"), NETWORKS, ids=str)
def test_onnxruntime_says_the_same(name: str, layout: str | None, config: dict[str, Any], tmp_path: Path) -> None:
    game = hoyle.load(name)
    module: TensorNetwork | RelationalTransformer
    if layout is None:
        module = RelationalTransformer.new(game, width=16, **config)
        module.reranks = True
    else:
        module = TensorNetwork.new(game, layout, width=16, **config)
    shake(module.train())
    file = tmp_path / "model.onnx"
    hoyle.torch.to_onnx(module, file, game)
    assert module.training, "the mode is as before"
    session = onnxruntime.InferenceSession(file)
    assert "hoyle" in session.get_modelmeta().custom_metadata_map
    names = [output.name for output in session.get_outputs()]
    every = positions(game)
    for states in [every, every[:1], every[3:8]]:
        batch = module.eval().encode(states)
        with torch.no_grad():
            mine = module(batch)
        if layout is None:
            given = {input.name: getattr(batch, input.name).numpy() for input in session.get_inputs()}
        else:
            seen = np.stack([state.observe(layout=layout) for state in states])
            given = {"observation": seen, "legal": np.stack([state.mask() for state in states])}
        found = dict(zip(names, session.run(None, given), strict=True))
        if layout is not None:
            # There is a number for every action of the game.
            logits, legal = found.pop("logits"), given["legal"]
            assert (logits[~legal] == np.float32(hoyle.torch.MASKED)).all()
            assert np.abs(logits[legal] - mine.logits[batch.legal].numpy()).max() < 1e-4
        for output, numbers in found.items():
            assert np.abs(numbers - getattr(mine, output).numpy()).max() < 1e-4, output
