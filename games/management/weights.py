"""The files of weights that the bots play by."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def keep(path: Path, name: str, weights: np.ndarray) -> None:
    """Put the weights of a table, scaled to whole numbers, into the file beside the others."""
    tables = {}
    if path.exists():
        with np.load(path, allow_pickle=False) as file:
            tables = {each: file[each] for each in file.files}
    tables[name] = np.round(weights).astype(np.int16)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **dict(sorted(tables.items())))
