"""Judge the positions of the guide, and write their values beside them.

    .venv/bin/python -m tools.laboratory.guide_positions

The values in `games/guide/positions.json` are computed anew; all else in it stays.
"""

from __future__ import annotations

import json
import random
from typing import Any, Final

from games.bots.evaluation.evaluator import evaluate
from games.guide.positions import FILE, position, positions
from games.management.progress import Progress

WORLDS: Final = 2000
"""Ways in which the hidden cards may lie."""


def main() -> None:
    """Judge all positions, with a progress bar."""
    rows = json.loads(FILE.read_text())
    with Progress("positions", len(positions())) as progress:
        for row in rows:
            row["cards"] = values_of(row["name"])
            progress.step()
    lines = ",\n".join(json.dumps(row) for row in rows)
    FILE.write_text(f"[\n{lines}\n]\n")


def values_of(name: str, seed: str = "guide", worlds: int = WORLDS) -> dict[str, list[Any]]:
    """Return expected points and the chance to win of each card of a position, the best first."""
    found = evaluate(position(name).view(), random.Random(f"{seed}/{name}"), worlds)
    best = found.best.card
    cards = sorted(found.cards, key=lambda one: (one.action.card != best, -one.points))
    return {one.action.card: [round(one.points, 1), round(one.win, 3)] for one in cards}


if __name__ == "__main__":
    main()
