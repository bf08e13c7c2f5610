"""Fault campaigns in full: `python -m tools.soak [NAME ...] [--scale 1.0] [--seed 0] [--pieces N]`.

Each runs against servers and databases of its own, shows how far it is, and leaves what it counted
in tools/bench/results/faults-NAME.json with the command that made it. Long ones are cut into pieces of a
few minutes: what is done is kept in var/soak, so that a campaign that was stopped, or was asked for
`--pieces N` of it, goes on where it was. The exit code is 1 where any of them found a fault.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from games.management.progress import Progress
from tools.soak.campaigns import CAMPAIGNS, Run
from tools.soak.pieces import Pieces
from tools.soak.site import ROOT

Json = dict[str, Any]
RESULTS = ROOT / "tools" / "bench" / "results"
KEPT = ROOT / "var" / "soak"
TOLD = 20
"""Faults that are written down."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full counts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pieces", type=int, default=sys.maxsize, help="run so many, then stop")
    options = parser.parse_args()
    if unknown := set(options.names) - set(CAMPAIGNS):
        parser.error(f"no campaign is called {', '.join(sorted(unknown))}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.soak.settings")
    failed = [name for name in options.names or CAMPAIGNS if not _campaign(name, options)]
    if failed:
        raise SystemExit(f"faults in {', '.join(failed)}")


def _campaign(name: str, options: argparse.Namespace) -> bool:
    """Run a campaign and keep its counts; return whether it found no fault."""
    campaign = CAMPAIGNS[name]
    if lacking := [one.__name__.lower() for one in campaign.needs if not one.there()]:
        print(f"{name} is left out: needs {' and '.join(lacking)}")
        return True
    count = max(1, round(campaign.count * options.scale))
    pieces = Pieces(KEPT, name, count, campaign.piece, options.seed)
    missing = pieces.missing()
    with Progress(name, count) as bar:
        bar.step(count - sum(map(pieces.counts, missing)))
        for piece in missing[: options.pieces]:
            before = bar.done
            result = _piece(name, Run(pieces.counts(piece), 1000 * options.seed + piece, bar.step))
            bar.step(before + pieces.counts(piece) - bar.done)
            pieces.keep(piece, result)
            for fault in result["faults"][:10]:
                print(f"  {fault}")
    left = len(missing) - options.pieces
    if left > 0:
        print(f"{name}: {left} of {len(pieces)} pieces are left")
        return True
    return _write(name, options, pieces)


def _piece(name: str, run: Run) -> Json:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="brisca-soak-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        run.folder = Path(folder)
        result = CAMPAIGNS[name].run(run)
    return {"took_seconds": time.monotonic() - began, **result}


def _write(name: str, options: argparse.Namespace, pieces: Pieces) -> bool:
    line = ["python", "-m", "tools.soak", name, "--seed", str(options.seed)]
    if options.scale != 1.0:
        line += ["--scale", str(options.scale)]
    result = pieces.together()
    faults = result["faults"]
    counted = {
        "pieces": len(pieces),
        **result,
        "faults": faults[:TOLD],
        "faults_in_all": len(faults),
    }
    kept = {"command": shlex.join(line), **counted}
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"faults-{name}.json").write_text(json.dumps(kept, indent=2) + "\n")
    print(f"{name}: {len(faults)} faults in {kept['took_seconds']} s")
    return not faults


if __name__ == "__main__":
    main()
