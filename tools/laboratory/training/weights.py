"""Writing of the files of weights by which the bots play."""

from __future__ import annotations

import io
import zipfile
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
    write_arrays(path, tables)


def write_arrays(path: Path, arrays: dict[str, np.ndarray]) -> None:
    """Write arrays as `np.load` reads them, compressed by LZMA: an eighth less than `savez_compressed`."""
    with zipfile.ZipFile(path, "w") as file:
        for name, array in sorted(arrays.items()):
            stored = io.BytesIO()
            np.lib.format.write_array(stored, array, allow_pickle=False)
            # without a time in it, the same weights make the same file
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), stored.getvalue(), zipfile.ZIP_LZMA)
