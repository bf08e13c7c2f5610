"""Measure the habits that the guide discusses, and write the figures that its pages show.

.venv/bin/python -m tools.laboratory.habits --decks 25000 --seconds 660
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, Final

from brisca_site.base.progress import Progress
from tools.laboratory.habits.experts import measure_expert
from tools.laboratory.habits.measuring import measure, total_of

FIGURES_FILE: Final = Path(__file__).parents[3] / "games" / "guide" / "habits.json"


def main() -> None:
    """Measure all habits and write their figures, with a progress bar for each part."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decks", type=int, default=25_000, help="decks of each game")
    parser.add_argument("--seconds", type=float, default=660, help="time that the expert plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FIGURES_FILE)
    options = parser.parse_args()
    with Progress("decks by habit", total_of(options.decks)) as progress:
        learned = measure(options.decks, options.seed, progress.step)
    with Progress("seconds of the expert", int(options.seconds)) as progress:
        expert = measure_expert(options.seconds, options.seed, progress.step)
    figures = {
        "made": time.strftime("%Y-%m-%d", time.gmtime()),
        "learned": learned,
        "expert": expert,
    }
    options.out.write_text(text_of(figures))


def text_of(figures: dict[str, Any]) -> str:
    """Return the habits' figures as JSON text with one line for each case of a habit."""
    marked = {
        name: {**part, "habits": name} if isinstance(part, dict) else part
        for name, part in figures.items()
    }
    text = json.dumps(marked, indent=1)
    for name, part in figures.items():
        if isinstance(part, dict):
            rows = ",\n   ".join(json.dumps(row) for row in part["habits"])
            text = text.replace(f'"habits": "{name}"', f'"habits": [\n   {rows}\n  ]')
    return text + "\n"


if __name__ == "__main__":
    main()
