"""Measure the pairing of the worst round of a Swiss, on one core.

Whole Swisses are paired and scored by lot, in two ways: with scores that differ and with all scores
level, which leaves the matching most to choose from. Printed is the longest round in seconds of the
processor; from 513 entrants on rounds are paired by neighbours.

    python -m tools.bench.pairing [--rounds 9]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from games.tournaments.pairing import Entrant, Pairing, pair_round  # noqa: E402 - needs the folder above
from tools.bench.written import write  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "pairing.json"
LIMITS: Final = {64: 0.05, 256: 0.5, 512: 3.0}
"""Seconds that the worst round may take, by the number of entrants."""

REPEATED: Final = 4
"""Times that each round is paired; the shortest counts, as others use the machine too."""


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    rows = [_row(count, options.rounds) for count in LIMITS]
    print(f"{'entrants':>9}{'scores':>8}{'level':>8}{'limit':>8}   seconds of the worst round")
    for row in rows:
        print(f"{row['entrants']:>9}{row['scores_s']:>8}{row['level_s']:>8}{row['limit_s']:>8}")
    write(RESULT, {"rounds": options.rounds, "rows": rows})


def _row(entrants: int, rounds: int) -> dict[str, Any]:
    """Return the times of the worst rounds with so many entrants."""
    return {
        "entrants": entrants,
        "scores_s": round(worst_round(entrants, rounds, level=False), 3),
        "level_s": round(worst_round(entrants, rounds, level=True), 3),
        "limit_s": LIMITS[entrants],
    }


def worst_round(count: int, rounds: int, *, level: bool) -> float:
    """Return the seconds of the processor that the longest round of a Swiss takes."""
    dice = random.Random(f"pairing/{count}")
    ratings = [dice.randrange(1200, 1900) for _ in range(count)]
    scores = [0.0] * count
    met: list[set[int]] = [set() for _ in range(count)]
    longest = 0.0
    for number in range(rounds):
        field = [
            Entrant(one, scores[one], rating=ratings[one], met=frozenset(met[one]))
            for one in range(count)
        ]
        taken, found = _timed(field, f"round {number}")
        longest = max(longest, taken)
        for one, other in found.pairs:
            met[one].add(other)
            met[other].add(one)
            share = 10.0 if level else dice.randrange(41) / 2
            scores[one] += share
            scores[other] += 20 - share
    return longest


def _timed(field: list[Entrant], seed: str) -> tuple[float, Pairing]:
    """Return the shortest time in which a round is paired, and the round."""
    times = []
    for _ in range(REPEATED - 1):
        began = time.process_time()
        pair_round(field, seed=seed)
        times.append(time.process_time() - began)
    began = time.process_time()
    found = pair_round(field, seed=seed)
    return min(*times, time.process_time() - began), found


if __name__ == "__main__":
    main()
