"""Measure the live path: `python -m tools.bench.live [--only NAME ...] [--rounds 3] [--seconds 3]`.

Each part's result goes to `tools/bench/results/live.json` with the command that made it, and results
of other parts stay; the chart goes to `docs/images/ladder.svg`. `--quick` runs short versions to see
whether everything works, and writes nothing.
"""

from __future__ import annotations

import argparse

from tools.bench.live.figures import measure
from tools.bench.live.rounds import QUICK, Plan


def main() -> None:
    """Measure the live path with the options of the command line; print and store the results."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.live")
    parser.add_argument("--only", nargs="+", default=[], help="echo, moves, waiting, ...")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument(
        "--matches", type=int, default=300, help="matches that the storage part plays"
    )
    parser.add_argument("--quick", action="store_true", help="run short versions and write nothing")
    parser.add_argument("--no-peers", action="store_true", help="install and run nothing from npm")
    options = parser.parse_args()
    plan = Plan(options.rounds, seconds=options.seconds, tables=options.tables)
    quick = options.quick
    measure(
        options.only,
        QUICK if quick else plan,
        matches=5 if quick else options.matches,
        peers=not options.no_peers,
        store=not quick,
    )


if __name__ == "__main__":
    main()
