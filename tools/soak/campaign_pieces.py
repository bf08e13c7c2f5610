"""Pieces of long campaigns: each has a seed of its own and is stored until all are there and added up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.site import ROOT

Json = dict[str, Any]
LARGEST_OF_ALL = frozenset({"ack_ms", "sockets_most", "last_exit", "growth_percent_when_warm"})
"""Names of which the largest value of all pieces counts; other numbers are added."""
SETS = frozenset({"exits"})
EACH = frozenset({"memory_mib"})
"""Names of which the values of all pieces are listed."""


class Pieces:
    """Stored pieces of one campaign: `count` repetitions in all, at most `size` in each."""

    def __init__(self, folder: Path, name: str, count: int, size: int, seed: int) -> None:
        self.count, self.size, self.seed = count, size, seed
        self._folder, self._name = folder, f"{name}-{count}-{size}-{seed}-{code()}"

    def __len__(self) -> int:
        return -(-self.count // self.size)

    def counts(self, piece: int) -> int:
        """Return the number of repetitions in a piece, by the piece's number."""
        return min(self.size, self.count - piece * self.size)

    def missing(self) -> list[int]:
        """Return the numbers of the pieces that were not run yet with this code."""
        return [piece for piece in range(len(self)) if not self._file(piece).exists()]

    def keep(self, piece: int, result: Json) -> None:
        """Store the result of a piece in a file."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(piece).write_text(json.dumps(result))

    def together(self) -> Json:
        """Return the sum of all pieces' results, and delete their files."""
        files = [self._file(piece) for piece in range(len(self))]
        result = together([json.loads(file.read_text()) for file in files])
        for file in files:
            file.unlink()
        return result

    def _file(self, piece: int) -> Path:
        return self._folder / f"{self._name}-{piece}.json"


def together(results: Sequence[Json]) -> Json:
    """Return the sum of several pieces' results."""
    names = list(dict.fromkeys(name for result in results for name in result))
    return {
        name: _one(name, [result[name] for result in results if name in result]) for name in names
    }


def _one(name: str, values: list[Any]) -> Any:
    if name in EACH:
        return values if len(values) > 1 else values[0]
    if name in LARGEST_OF_ALL:
        if isinstance(values[0], dict):
            return {key: max(value[key] for value in values) for key in values[0]}
        return max(values)
    if name in SETS:
        return sorted({code for value in values for code in value})
    if isinstance(values[0], dict):
        return together(values)
    if isinstance(values[0], list):
        return [item for value in values for item in value]
    if isinstance(values[0], str):
        return values[0]
    return round(sum(values), 1) if isinstance(values[0], float) else sum(values)


@cache
def code() -> str:
    """Return a digest of the code under test; pieces run with other code do not count."""
    hashed = hashlib.sha256()
    for folder in (
        "games",
        "accounts",
        "brisca_site",
        "tools/soak",
        "tests/support",
        "static/js/lib",
    ):
        for suffix in ("py", "js"):
            for file in sorted((ROOT / folder).rglob(f"*.{suffix}")):
                hashed.update(file.read_bytes())
    return hashed.hexdigest()[:12]
