"""Safetensors: named matrices and some texts in one file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch


def read(path: Path) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """The matrices of 32-bit numbers by name, and the metadata."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    try:
        header = json.loads(data[8 : 8 + length])
        metadata = header.pop("__metadata__", {})
        tensors = {}
        for name, entry in header.items():
            if entry["dtype"] != "F32":
                raise ValueError(f"`{name}` has numbers of the type {entry['dtype']}")
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(data[8 + length + start : 8 + length + end], dtype="<f4")
            tensors[name] = torch.from_numpy(numbers.reshape(entry["shape"]).astype(np.float32))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is not a model: {error}") from error
    return tensors, metadata


def write(path: Path, tensors: Mapping[str, torch.Tensor], metadata: Mapping[str, str]) -> None:
    """Writes to another name first, so that the file is always whole."""
    header: dict[str, object] = {"__metadata__": dict(metadata)}
    parts, place = [], 0
    for name, tensor in tensors.items():
        part = tensor.detach().cpu().contiguous().numpy().astype("<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [place, place + len(part)]}
        parts.append(part)
        place += len(part)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    other = path.with_name(path.name + ".part")
    with other.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text + b"".join(parts))
    os.replace(other, path)
