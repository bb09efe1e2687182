"""An observation taken apart into the fields of its layout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._hoyle import Layout


def fields(layout: Layout, observation: NDArray[np.float32]) -> dict[str, NDArray[np.float32]]:
    """The fields of an observation by name, as views in the shapes that the layout declares."""
    flat = np.ascontiguousarray(observation, dtype=np.float32).reshape(-1)
    size = int(np.prod(layout.shape))
    if flat.size != size:
        raise ValueError(f"the array has {flat.size} numbers, layout `{layout.name}` has {size}")
    step = flat.itemsize
    return {
        field["name"]: np.lib.stride_tricks.as_strided(
            flat[field["offset"] :],
            shape=field["shape"],
            strides=[stride * step for stride in field["strides"]],
            writeable=False,
        )
        for field in layout.fields
    }
