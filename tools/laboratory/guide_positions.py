"""Judge the positions of the guide, and store the values of their cards in `games/guide/positions.json`.

    .venv/bin/python -m tools.laboratory.guide_positions

Only the values in that file change.
"""

from __future__ import annotations

import json
import random
from typing import Any, Final

from brisca_site.base.progress import Progress
from games.bots.evaluation.evaluator import evaluate
from games.guide.positions import FILE, position, positions

WORLDS: Final = 2000
"""Layouts of the hidden cards with which each card is judged."""


def main() -> None:
    """Judge all positions of the guide and write their cards' values, with a progress bar."""
    rows = json.loads(FILE.read_text())
    with Progress("positions", len(positions())) as progress:
        for row in rows:
            row["cards"] = values_of(row["name"])
            progress.step()
    lines = ",\n".join(json.dumps(row) for row in rows)
    FILE.write_text(f"[\n{lines}\n]\n")


def values_of(name: str, seed: str = "guide", worlds: int = WORLDS) -> dict[str, list[Any]]:
    """Return [expected points, chance to win] of each card of a position, the best card first."""
    judgement = evaluate(position(name).view(), random.Random(f"{seed}/{name}"), worlds)
    best = judgement.best.card
    cards = sorted(judgement.cards, key=lambda card: (card.action.card != best, -card.points))
    return {card.action.card: [round(card.points, 1), round(card.win, 3)] for card in cards}


if __name__ == "__main__":
    main()
