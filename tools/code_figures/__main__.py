"""Print the figures of the code with their limits: `python -m tools.code_figures [--json]`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from tools.code_figures.figures import Figure, measure


def main() -> None:
    """Measure the checkout and print a table, or one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tools.code_figures", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object in place of the table")
    parser.add_argument("--all", action="store_true", help="all that is in the way, not five each")
    options = parser.parse_args()
    figures = measure()
    print(as_json(figures) if options.json else as_table(figures, None if options.all else 5))


def as_json(figures: Sequence[Figure]) -> str:
    """Return the figures by name, each with value, limit and what is in its way."""
    told = {
        figure.name: {
            "value": figure.value,
            "limit": figure.limit,
            "reached": figure.reached,
            "worst": figure.worst,
        }
        for figure in figures
    }
    return json.dumps(told, indent=2)


def as_table(figures: Sequence[Figure], most: int | None) -> str:
    """Return a line a figure; below those that miss their limit stands at most so much of why."""
    lines = [f"{'figure':<52}{'value':>12}{'limit':>12}"]
    for figure in figures:
        limit = "" if figure.limit is None else f"{figure.limit:,}"
        lines.append(f"{figure.name:<52}{figure.value:>12,}{limit:>12}")
        if not figure.reached:
            lines += [f"    {each}" for each in figure.worst[:most]]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
