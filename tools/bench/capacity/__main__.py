"""The capacity model held against measurements: `python -m tools.bench.capacity`.

Constants are measured at 25 tables of a real site (PostgreSQL, Redis, real sockets, people who are
programs). Then 10, 50 and 100 tables play at a pace that should take 10, 35 and 50 % of a core, and what they
use stands beside what the model says. More does not go on two cores, as those who play, PostgreSQL and
Redis need the rest. Results go to `tools/bench/results/capacity.json`, the table of them and the picture to
docs/. `--check` keeps the constants that are there and measures the sizes alone, `--quick` looks whether it
works, `--write` writes the documents from the results that are there.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections.abc import Mapping
from typing import Any, Final

from games.management.progress import Progress
from tools.bench.capacity import calibration, tell
from tools.bench.capacity.model import Constants, Load
from tools.bench.capacity.site import OPEN_TABLES, database, running
from tools.bench.live import figures as live
from tools.bench.written import write
from tools.soak.failover import Node

Json = dict[str, Any]
SERVER: Final = "uvicorn"
SIZES: Final = ((10, 0.1), (50, 0.35), (100, 0.5))
"""Tables, and the share of a core that the process should use."""
PAGES_A_TABLE_S: Final = 0.02
ROWS_OF: Final = 20
"""Matches whose rows are counted."""
VISITORS_A_TABLE: Final = 2


def calibrate(node: Node, seconds: float) -> tuple[dict[str, Json], float]:
    """Return the rates of all runs for the constants, and the rows that a match leaves."""
    told, rows = dict[str, Json](), 0.0
    with Progress("constants", len(calibration.RUNS) + len(calibration.ALONE)) as progress:
        for processes, runs in ((calibration.PROCESSES, calibration.RUNS), (1, calibration.ALONE)):
            with running(node, SERVER, processes) as site:
                for name, run in runs.items():
                    told[name] = run.observe(site, seconds)
                    progress.step()
                rows = site.rows_a_match(ROWS_OF)
    return told, rows


def check(
    node: Node, costs: Constants, size: tuple[int, float], seconds: float, work_ms: float
) -> Json:
    """Return predicted and measured values of so many tables at the pace that should take so much of a core."""
    tables, aim = size
    beside = Load(
        tables=tables,
        lobby=VISITORS_A_TABLE * tables,
        listed=OPEN_TABLES,
        pages_s=PAGES_A_TABLE_S * tables,
        lobby_changes_s=1,
        beats_s=tables * 0.4,
    )
    think = max(0.02, tables / tell.moves_for(costs, beside, aim) - 0.01)
    job: Json = {"play": True, "think": think, "lobby": beside.lobby, "changes_s": 1}
    run = calibration.Run(tables=tables, pages_s=beside.pages_s, job=job)
    with running(node, SERVER, calibration.PROCESSES) as site:
        observed = run.observe(site, seconds)
    measured = calibration.scaled(observed, work_ms)
    return {
        "tables": tables,
        "aim": aim,
        "think_s": round(think, 3),
        "load": round(os.getloadavg()[0], 1),
        "moves_s": round(measured["moves"], 1),
        "work_ms": round(observed["work_ms"], 3),
        "measured": _short(measured),
        "rows": tell.compared(costs, measured, beside),
    }


def measure(seconds: float, sizes: tuple[tuple[int, float], ...] = SIZES) -> Json:
    """Return constants, and for each size what was predicted and what was measured."""
    with database() as node:
        before = os.getloadavg()[0]
        runs, rows = calibrate(node, seconds)
        stored = json.loads(live.RESULT.read_text())["storage"]["rows"]["PostgreSQL"]["stored"]
        work_ms = statistics.median(run["work_ms"] for run in runs.values())
        runs = {name: calibration.scaled(run, work_ms) for name, run in runs.items()}
        known: dict[str, tuple[float, str]] = calibration.constants(runs) | {
            "match_rows": (rows, f"{ROWS_OF} matches of four bots"),
            "match_bytes": (stored, "live.json, part storage, PostgreSQL"),
        }
        checks = check_all(node, known, seconds, work_ms, sizes)
    kept = {name: _short(run) for name, run in runs.items()}
    about = {"server": SERVER, "cores": os.cpu_count(), "load": round(before, 1)}
    return {
        **about,
        "work_ms": round(work_ms, 3),
        "seconds": seconds,
        "constants": known,
        "sizes": checks,
        "runs": kept,
    }


def check_all(
    node: Node,
    known: Mapping[str, tuple[float, str]],
    seconds: float,
    work_ms: float,
    sizes: tuple[tuple[int, float], ...] = SIZES,
) -> list[Json]:
    """Return predicted and measured values of each size, by these constants."""
    checks = []
    with Progress("sizes", len(sizes)) as progress:
        for size in sizes:
            checks.append(check(node, Constants.read(known), size, seconds, work_ms))
            progress.step()
    return checks


def _short(run: Mapping[str, float]) -> dict[str, float]:
    """Return what is not nothing of a run, in four digits."""
    return {name: float(f"{value:.4g}") for name, value in run.items() if value and name != "at"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.capacity")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each run")
    parser.add_argument("--quick", action="store_true", help="a look only: nothing is written")
    parser.add_argument("--check", action="store_true", help="keep the constants that are there")
    parser.add_argument("--write", action="store_true", help="write the documents, measure nothing")
    options = parser.parse_args()
    if options.write:
        tell.into_documents(json.loads(tell.RESULT.read_text()))
        return
    if options.check:
        told = json.loads(tell.RESULT.read_text())
        with database() as node:
            told["sizes"] = check_all(node, told["constants"], options.seconds, told["work_ms"])
    else:
        told = measure(2.0 if options.quick else options.seconds)
    if not options.quick:
        write(tell.RESULT, told)
        tell.into_documents(told)
    print("\n".join(tell.comparison(told)))


if __name__ == "__main__":
    main()
