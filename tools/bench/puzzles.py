"""The repository's puzzles judged again with other random numbers.

.venv/bin/python -m tools.bench.puzzles    # -> tools/bench/results/puzzles.json
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, Final

import games.puzzles
from games.management.progress import Progress
from games.puzzles import StoredDeal, assess, is_still_right
from tools.bench.written import write

RESULT: Final = Path(__file__).resolve().parent / "results" / "puzzles.json"
SET: Final = Path(games.puzzles.__file__).parent / "data" / "puzzles.ndjson"
LEAST: Final = 0.98
"""Share of the judgements by which the solution must stay right."""
WORLDS: Final = 2000
SEEDS: Final = ("another", "and another", "a third")
"""Random numbers by which no puzzle was made."""


def judged_again(lines: list[dict[str, Any]], worlds: int = WORLDS) -> list[tuple[str, str, bool]]:
    """Return for each puzzle and seed the theme, the seed, and whether its solution stays right."""
    found = []
    with Progress("puzzles", len(lines) * len(SEEDS)) as progress:
        for line in lines:
            view = StoredDeal.from_json(line["deal"]).view
            for seed in SEEDS:
                right = is_still_right(assess(view, seed, worlds), line["solution"][2][0])
                found.append((line["theme"], seed, right))
                progress.step()
    return found


def measure() -> dict[str, Any]:
    """Judge the whole set again and return the figures."""
    lines = [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]
    found = judged_again(lines)
    themes = Counter(theme for theme, _seed, _right in found)
    right = Counter(theme for theme, _seed, stays in found if stays)
    return {
        "puzzles": len(lines),
        "games": Counter(line["deal"]["preset"] for line in lines),
        "worlds": WORLDS,
        "judgements": len(found),
        "stay_right": round(right.total() / len(found), 4),
        "by_theme": {theme: round(right[theme] / count, 4) for theme, count in themes.items()},
    }


def main() -> None:
    """Measure, write the result and print it.

    Raises:
        SystemExit: fewer than LEAST of the solutions stay right.
    """
    result = measure()
    write(RESULT, result)
    print(json.dumps(result, indent=1))
    if result["stay_right"] < LEAST:
        raise SystemExit(f"fewer than {LEAST:.0%} stay right")


if __name__ == "__main__":
    main()
