"""What a measurement gave, written where it is kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write(path: Path, result: Mapping[str, Any]) -> None:
    """Write a result to its file, in the place of the one before: a row of a list in each line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_text(result) + "\n")


def _text(result: Mapping[str, Any]) -> str:
    """Return a result as JSON with a line for each of its values, and for each row of a list.

    >>> print(_text({"seed": 0, "rows": [{"bot": "rules"}, {"bot": "greedy"}]}))
    {
    "seed": 0,
    "rows": [
    {"bot": "rules"},
    {"bot": "greedy"}
    ]
    }
    """
    return (
        "{\n"
        + ",\n".join(f"{json.dumps(name)}: {_value(one)}" for name, one in result.items())
        + "\n}"
    )


def _value(value: Any) -> str:
    """Return a value as JSON, a list with a line for each row."""
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"
    return json.dumps(value)
