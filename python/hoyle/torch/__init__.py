"""The networks of hoyle in PyTorch: what `hoyle train` wrote is loaded, trained on, saved and exported.

>>> import hoyle, hoyle.torch
>>> module = hoyle.torch.TensorNetwork.new(hoyle.load("ludo"), width=16)
>>> state, rng = hoyle.load("ludo").start(), hoyle.Rng(1)
>>> state.advance(rng) >= 0
True
>>> batch = module.encode([state])
>>> module(batch).policy().shape == (1, len(state.legal_actions()))
True

| file | idea |
|---|---|
| `_tensor.py`, `_graph.py` | the two networks |
| `_reading.py` | how a tensor network reads the layout of a game |
| `_rows.py` | graphs as padded tensors |
| `_batch.py` | what goes in and what comes out |
| `_heads.py` | what networks say beside their policy, as their descriptions tell |
| `_network.py` | what both networks share |
| `_layers.py` | matrices, layers, norms |
| `_model.py`, `_file.py` | models in files; safetensors |
| `_onnx.py` | export |
"""

from ._batch import MASKED, GraphBatch, Outputs, TensorBatch
from ._graph import GraphConfig, RelationalTransformer
from ._heads import HeadShape
from ._model import load, save
from ._network import Network
from ._onnx import to_onnx
from ._tensor import TensorConfig, TensorNetwork

__all__ = [
    "MASKED",
    "GraphBatch",
    "GraphConfig",
    "HeadShape",
    "Network",
    "Outputs",
    "RelationalTransformer",
    "TensorBatch",
    "TensorConfig",
    "TensorNetwork",
    "load",
    "save",
    "to_onnx",
]
