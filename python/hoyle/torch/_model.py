"""A network in a file: `model.safetensors`, as `hoyle train` writes it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from torch import Tensor

from . import _file
from ._graph import RelationalTransformer
from ._network import FORMAT, Network
from ._tensor import TensorNetwork


def load(path: str | os.PathLike[str]) -> TensorNetwork | RelationalTransformer:
    """The network in a file, or in the folder of a run. It is in the mode of evaluation."""
    file = Path(path)
    file = file / "model.safetensors" if file.is_dir() else file
    tensors, metadata = _file.read(file)
    if "hoyle" not in metadata:
        raise ValueError(f"{file} is not a model: its metadata say nothing of `hoyle`")
    try:
        about = json.loads(metadata["hoyle"])
        if about["format"] != FORMAT:
            raise ValueError(f"its format is {about['format']}, and this package reads {FORMAT}")
        module = _make(about, tensors)
        module.load_state_dict(tensors)
    except (KeyError, TypeError, RuntimeError, ValueError) as error:
        raise ValueError(f"{file} is not a model that can be read: {error}") from error
    return module.eval()


def _make(about: dict[str, Any], tensors: dict[str, Tensor]) -> TensorNetwork | RelationalTransformer:
    if about["network"]["kind"] == "graph":
        return RelationalTransformer(about)
    return TensorNetwork(about, tensors["policy.plain.weight"].shape[1], tensors["policy.verbs.weight"].shape[1])


def save(module: Network, path: str | os.PathLike[str]) -> None:
    """Writes a network as `hoyle` reads it."""
    _file.write(Path(path), module.state_dict(), {"hoyle": json.dumps(module.about)})
