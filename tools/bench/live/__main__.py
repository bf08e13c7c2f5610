"""The live path measured: `python -m tools.bench.live [--only NAME ...] [--rounds 3] [--seconds 3]`.

Results go to `tools/bench/results/live.json`, each part with the command that made it and what was there
of the others kept; the plot to `docs/images/ladder.svg`. `--quick` looks whether everything works
and writes nothing.
"""

from __future__ import annotations

import argparse

from tools.bench.live.figures import measure
from tools.bench.live.rounds import QUICK, Plan


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.live")
    parser.add_argument("--only", nargs="+", default=[], help="echo, moves, waiting, ...")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--matches", type=int, default=300, help="for the storage")
    parser.add_argument("--quick", action="store_true", help="a look only: nothing is written")
    parser.add_argument("--no-peers", action="store_true", help="install and run nothing from npm")
    options = parser.parse_args()
    plan = Plan(options.rounds, seconds=options.seconds, tables=options.tables)
    quick = options.quick
    measure(
        options.only,
        QUICK if quick else plan,
        matches=5 if quick else options.matches,
        peers=not options.no_peers,
        write=not quick,
    )


if __name__ == "__main__":
    main()
