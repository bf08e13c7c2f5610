"""Full fault campaigns: `python -m tools.soak [NAME ...] [--scale 1.0] [--seed 0] [--pieces N]`.

Each campaign runs against servers and databases of its own, shows its progress, and writes its counts
to tools/bench/results/faults-NAME.json with the command that made them. Long campaigns are cut into
pieces of a few minutes. Results of finished pieces are stored in var/soak, so that a campaign that was
stopped, or limited by `--pieces N`, continues where it was. The exit code is 1 if any campaign found a
fault.
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

from brisca_site.base.progress import Progress
from tests.support.site import ROOT
from tools.soak.campaign_pieces import Pieces
from tools.soak.campaigns import CAMPAIGNS, Run

Json = dict[str, Any]
RESULTS = ROOT / "tools" / "bench" / "results"
PIECES_FOLDER = ROOT / "var" / "soak"
MAX_FAULTS = 20
"""Number of faults in the file of results at most."""


def main() -> None:
    """Run the fault campaigns that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CAMPAIGNS))
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full counts")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pieces", type=int, default=sys.maxsize, help="run so many, then stop")
    options = parser.parse_args()
    if unknown := set(options.names) - set(CAMPAIGNS):
        parser.error(f"no campaign is called {', '.join(sorted(unknown))}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.support.site_settings")
    failed = [name for name in options.names or CAMPAIGNS if not _campaign(name, options)]
    if failed:
        raise SystemExit(f"faults in {', '.join(failed)}")


def _campaign(name: str, options: argparse.Namespace) -> bool:
    """Run a campaign's missing pieces and write its results; return False if it found faults."""
    plan = CAMPAIGNS[name]
    if lacking := [
        program.__name__.lower() for program in plan.needs if not program.is_installed()
    ]:
        print(f"{name} is left out: needs {' and '.join(lacking)}")
        return True
    count = max(1, round(plan.count * options.scale))
    campaign = Pieces(PIECES_FOLDER, name, count, plan.piece, options.seed)
    missing = campaign.missing()
    with Progress(name, count) as bar:
        bar.step(count - sum(map(campaign.counts, missing)))
        for piece in missing[: options.pieces]:
            before = bar.done
            result = _piece(
                name, Run(campaign.counts(piece), 1000 * options.seed + piece, bar.step)
            )
            bar.step(before + campaign.counts(piece) - bar.done)
            campaign.keep(piece, result)
            for fault in result["faults"][:10]:
                print(f"  {fault}")
    left = len(missing) - options.pieces
    if left > 0:
        print(f"{name}: {left} of {len(campaign)} pieces are left")
        return True
    return _write(name, options, campaign)


def _piece(name: str, run: Run) -> Json:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="brisca-soak-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        run.folder = Path(folder)
        result = CAMPAIGNS[name].run(run)
    return {"took_seconds": time.monotonic() - began, **result}


def _write(name: str, options: argparse.Namespace, campaign: Pieces) -> bool:
    line = ["python", "-m", "tools.soak", name, "--seed", str(options.seed)]
    if options.scale != 1.0:
        line += ["--scale", str(options.scale)]
    result = campaign.together()
    faults = result["faults"]
    counted = {
        "pieces": len(campaign),
        **result,
        "faults": faults[:MAX_FAULTS],
        "faults_in_all": len(faults),
    }
    document = {"command": shlex.join(line), **counted}
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"faults-{name}.json").write_text(json.dumps(document, indent=2) + "\n")
    print(f"{name}: {len(faults)} faults in {document['took_seconds']} s")
    return not faults


if __name__ == "__main__":
    main()
