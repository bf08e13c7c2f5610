"""Files of tables of weights: 16-bit integers whose low and high bytes stand apart, to take less room.

>>> unpacked(packed(np.array([0, -1, 300, -32768], np.int16))).tolist()
[0, -1, 300, -32768]
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def packed(weights: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return weights as two rows of bytes, the low ones and the high ones.

    The sign is the lowest bit, so that the high bytes of small numbers are 0.
    """
    wide = weights.astype(np.int32)
    folded = ((wide << 1) ^ (wide >> 31)).astype("<u2")
    return np.ascontiguousarray(folded.view(np.uint8).reshape(-1, 2).T)


def unpacked(stored: NDArray[Any]) -> NDArray[Any]:
    """Return an array of a file as weights; rows of bytes made by `packed` are joined."""
    if stored.dtype != np.uint8:
        return stored.astype(np.int32)
    low, high = stored.astype(np.int32)
    folded = low | (high << 8)
    return np.asarray((folded >> 1) ^ -(folded & 1))


def read_tables(path: Path) -> dict[str, NDArray[Any]]:
    """Return the weights of each table of a file by name; empty where there is no file."""
    if not path.exists():
        return {}
    with np.load(path, allow_pickle=False) as file:
        return {name: unpacked(file[name]) for name in file.files}
