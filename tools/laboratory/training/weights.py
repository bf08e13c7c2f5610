"""Files of the weights by which the bots play."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from games.bots.simulation.weights_file import packed


def write_table(path: Path, name: str, weights: np.ndarray) -> None:
    """Write the weights of one table, rounded to 16-bit integers, into a file of several tables."""
    tables = {}
    if path.exists():
        with np.load(path, allow_pickle=False) as file:
            tables = {each: file[each] for each in file.files}
    tables[name] = packed(np.round(weights).astype(np.int16))
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **dict(sorted(tables.items())))
