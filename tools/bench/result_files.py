"""Writing the result of a benchmark to its JSON file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_result(path: Path, result: Mapping[str, Any]) -> None:
    """Write a benchmark's result to its file as JSON, with one line for each row of a list.

    Missing folders are created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_text(result) + "\n")


def _text(result: Mapping[str, Any]) -> str:
    """Return a result as JSON with one line for each value and for each row of a list.

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
        + ",\n".join(f"{json.dumps(name)}: {_value(value)}" for name, value in result.items())
        + "\n}"
    )


def _value(value: Any) -> str:
    """Return a value of a result as JSON; a list gets one line for each row."""
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(json.dumps(row) for row in value) + "\n]"
    return json.dumps(value)
