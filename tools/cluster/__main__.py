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

from games.management.progress import Progress
from tools.bench.written import write
from tools.cluster import apart, needs, waits
from tools.cluster.campaign import Campaign, installed
from tools.cluster.losses import LOSSES
from tools.soak.site import ROOT

Json = dict[str, Any]
RESULTS: Final = ROOT / "tools" / "bench" / "results" / "cluster.json"
DOCUMENT: Final = ROOT / "docs" / "operations.md"
"""Its section "Three machines" has the table of what was measured."""
INSIDE: Final = "--inside"


def main() -> int:
    """Run this program again apart from the machine, or, where it is, the trials."""
    options = _options()
    if why := needs.missing():
        print(f"make cluster {why}", file=sys.stderr)
        return 2
    if not options.inside:
        return apart.run([sys.executable, "-m", "tools.cluster", INSIDE, *sys.argv[1:]])
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
    """Run the trials that were asked for, and write down and print what was measured."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tools.soak.settings")
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
        DOCUMENT.write_text(
            waits.into_document(DOCUMENT.read_text(), json.loads(RESULTS.read_text()))
        )
    return int(any(result["faults_in_all"] for result in results.values()))


@contextlib.contextmanager
def in_memory() -> Iterator[Path]:
    """Give a folder in memory, so that no disk of this machine is part of what is measured."""
    folder = Path(tempfile.mkdtemp())
    mount = [needs.program("mount"), "-t", "tmpfs", "-o", "mode=0755", "tmpfs", str(folder)]
    subprocess.run(mount, check=True)
    yield folder
    subprocess.run([needs.program("umount"), "--lazy", str(folder)], check=False)


def _write(results: dict[str, Json], options: argparse.Namespace) -> None:
    """Write what was measured, beside what an earlier run measured of other losses."""
    kept = json.loads(options.out.read_text()) if options.out.exists() else {}
    line = ["python", "-m", "tools.cluster", "--repeat", str(options.repeat)]
    line += ["--tables", str(options.tables), "--seed", str(options.seed)]
    for name, result in results.items():
        kept[name] = {"command": shlex.join([*line, "--only", name]), **result}
    ordered = {name: kept[name] for name in LOSSES if name in kept}
    write(options.out, ordered)


if __name__ == "__main__":
    raise SystemExit(main())
