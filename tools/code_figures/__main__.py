"""Print the figures of the code with their limits: `python -m tools.code_figures [--json]`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence

from tools.code_figures.figures import Figure, measure


def main() -> None:
    """Measure how this checkout's code is written; print the figures as a table or JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tools.code_figures", description=__doc__)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object instead of the table"
    )
    parser.add_argument(
        "--all", action="store_true", help="list every cause of a missed limit, not five for each"
    )
    options = parser.parse_args()
    figures = measure()
    print(as_json(figures) if options.json else as_table(figures, None if options.all else 5))


def as_json(figures: Sequence[Figure]) -> str:
    """Return the figures as JSON text, by name: each with value, limit and causes of missing it."""
    rows = {
        figure.name: {
            "value": figure.value,
            "limit": figure.limit,
            "reached": figure.reached,
            "worst": figure.worst,
        }
        for figure in figures
    }
    return json.dumps(rows, indent=2)


def as_table(figures: Sequence[Figure], most: int | None) -> str:
    """Return a text table with a line a figure; a missed limit has at most `most` causes below."""
    lines = [f"{'figure':<52}{'value':>12}{'limit':>12}"]
    for figure in figures:
        limit = "" if figure.limit is None else f"{figure.limit:,}"
        lines.append(f"{figure.name:<52}{figure.value:>12,}{limit:>12}")
        if not figure.reached:
            lines += [f"    {each}" for each in figure.worst[:most]]
    return "\n".join(lines)


def breaches(figures: Iterable[Figure], most: int = 20) -> str:
    """Return a line with causes and cure for every figure that misses its limit; "" if there is none."""
    lines = []
    for figure in figures:
        if figure.reached:
            continue
        bound = "at least" if figure.at_least else "at most"
        lines.append(
            f"{figure.name}: {figure.value:g}, and {bound} {figure.limit:g} is allowed. {figure.cure}"
        )
        lines += [f"    {cause}" for cause in figure.worst[:most]]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
