"""What a measurement gave, written where it is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write(path: Path, result: Mapping[str, Any]) -> None:
    """Write a result to its file, in the place of the one before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(result, indent=2) + "\n")
