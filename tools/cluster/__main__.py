"""Take one thing at a time from three machines while tables are played: `make cluster`.

`python -m tools.cluster [--only NAME ...] [--repeat 20] [--tables 50] [--seed 0] [--out FILE]`. The machines are
network namespaces; what runs on them is configured by the templates of docs/deploy/cluster/. The exit
code is 1 where an acknowledged action was lost or doubled, a table was stuck, or somebody waited for
longer than the limit.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from brisca_site.base.progress import Progress
from tests.support.site import ROOT
from tools.bench.result_files import write_result
from tools.cluster import isolation, needs, waits
from tools.cluster.campaign import Campaign, installed
from tools.cluster.losses import LOSSES

Json = dict[str, Any]
RESULTS: Final = ROOT / "tools" / "bench" / "results" / "cluster.json"
DOCUMENT: Final = ROOT / "docs" / "operations" / "several-machines.md"
"""Page whose section "Three machines" sets the machines up."""
RESULTS_DOCUMENT: Final = ROOT / "docs" / "operations" / "monitoring.md"
"""Page that has the table of results."""
INSIDE: Final = "--inside"


def main() -> int:
    """Try losses of services and machines on three simulated machines; return the exit code.

    The program runs itself again in isolation for that.
    """
    options = _options()
    if why := needs.missing():
        print(f"make cluster {why}", file=sys.stderr)
        return 2
    if not options.inside:
        return isolation.run([sys.executable, "-m", "tools.cluster", INSIDE, *sys.argv[1:]])
    return _trials(options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.cluster", description=__doc__)
    parser.add_argument("--only", action="append", choices=LOSSES, metavar="NAME", default=[])
    parser.add_argument("--repeat", type=int, default=20, help="so many times each")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RESULTS, help="file of what was measured")
    parser.add_argument(INSIDE, action="store_true", help=argparse.SUPPRESS)
    parser.epilog = f"NAME is one of {', '.join(LOSSES)}."
    return parser.parse_args()


def _trials(options: argparse.Namespace) -> int:
    """Run the losses named on the command line during play; store and print the results."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.support.site_settings")
    results: dict[str, Json] = {}
    with in_memory() as folder, installed(folder) as (installation, site):
        for name in options.only or LOSSES:
            with Progress(name, options.repeat) as bar:
                trial = Campaign(installation, site, tables=options.tables, step=bar.step)
                results[name] = trial.run(LOSSES[name], options.repeat, options.seed)
            for fault in results[name]["faults"]:
                print(f"  {fault}")
            _write(results, options)
    print(waits.table(results))
    if options.out == RESULTS:
        RESULTS_DOCUMENT.write_text(
            waits.into_document(RESULTS_DOCUMENT.read_text(), json.loads(RESULTS.read_text()))
        )
    return int(any(result["faults_in_all"] for result in results.values()))


@contextlib.contextmanager
def in_memory() -> Iterator[Path]:
    """Give a folder in memory within the block, so that disks do not affect the results."""
    folder = Path(tempfile.mkdtemp())
    mount = [needs.program("mount"), "-t", "tmpfs", "-o", "mode=0755", "tmpfs", str(folder)]
    subprocess.run(mount, check=True)
    yield folder
    subprocess.run([needs.program("umount"), "--lazy", str(folder)], check=False)


def _write(results: dict[str, Json], options: argparse.Namespace) -> None:
    """Store the measured waits of players, keeping earlier results for other losses."""
    by_loss = json.loads(options.out.read_text()) if options.out.exists() else {}
    line = ["python", "-m", "tools.cluster", "--repeat", str(options.repeat)]
    line += ["--tables", str(options.tables), "--seed", str(options.seed)]
    for name, result in results.items():
        by_loss[name] = {"command": shlex.join([*line, "--only", name]), **result}
    ordered = {name: by_loss[name] for name in LOSSES if name in by_loss}
    write_result(options.out, ordered)


if __name__ == "__main__":
    raise SystemExit(main())
