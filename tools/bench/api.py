"""What the API costs as a site grows, each figure a ratio of one interleaved run.

Every address is asked for in turn of a small site and of a large one, filled by `make_matches` with
the same seed. A page of 50 matches is held against a view of the same framework that has the bytes
ready, a download of records against the driver that reads the same rows, and a download that is cut
again and again against one that is not.

    python tools/bench/api.py [--small 10000] [--large 100000] [--postgres URL_OF_A_SERVER] [--keep]
    python tools/bench/api.py --sites NAME=ENVIRONMENT,... # ready ones: sqlite=VAR_DIR,VAR_DIR
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench import api_downloads  # noqa: E402 - needs the project's folder on the path
from tools.bench.written import write  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "api.json"
GROWTH, PAGE, EXPORT, MEMORY = 1.3, 3.0, 0.6, 50.0
"""Most that an address may take of the small site's time; a page of the ready one's; least of the
driver's rate; most MB that a download may grow a process by."""
PAGE_PATH, SAME_PATH = "/api/v1/matches/?limit=50", "/bench/same/"
ROUNDS = 5
CUT_RECORDS = 20_000
FIRST = 400
"""Records after which a process has all that a download needs."""
PIECE = 8_000
"""Records of a download that is held against the driver, a few times in turn."""
ASKED = 12
USUAL = 60
"""Matches of the player and the team that are asked for, or somewhat less."""
PEOPLE = 30_000

Environment = dict[str, str]


class Worker:
    """A process with one of the sites."""

    def __init__(self, environment: Environment) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tools" / "bench" / "api_worker.py")],
            cwd=ROOT,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def do(self, *work: Any) -> Any:
        """Ask, and wait for what comes of it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(work) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{work[0]}: the worker is gone")
        return json.loads(answer)

    def end(self) -> None:
        """No more questions."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def growth(small: Worker, large: Worker, rounds: int, asked: int) -> dict[str, Any]:
    """Every address: medians of both sites, and of the ratios of each round.

    They are asked by turns, request for request: a machine that others share may be half as quick a
    moment later.
    """
    sites = (small, large)
    found = small.do("begin", USUAL, USUAL)
    told = [found, large.do("begin", *found["played"])]
    rows = []
    for name in told[0]["paths"]:
        ratios, best = [], [9e9, 9e9]
        for _ in range(rounds):
            spent: tuple[list[float], list[float]] = ([], [])
            for site in sites:
                site.do("tidy")
            for _ in range(asked):
                for place, site in enumerate(sites):
                    spent[place].extend(site.do("ask", told[place]["paths"][name], 1))
            ratios.append(statistics.median(spent[1]) / statistics.median(spent[0]))
            best = [min(found, *taken) for found, taken in zip(best, spent, strict=True)]
        rows.append(
            {
                "name": name,
                "ratio": round(statistics.median(ratios), 2),
                "ratio_of_quickest": round(best[1] / best[0], 2),
                "small_ms": round(best[0] * 1000, 2),
                "large_ms": round(best[1] * 1000, 2),
            }
        )
    return {
        "vendor": told[0]["vendor"],
        "small": told[0]["matches"],
        "large": told[1]["matches"],
        "addresses": rows,
    }


def page(port: int, rounds: int, asked: int) -> dict[str, Any]:
    """A page of 50 matches over the same bytes out of memory, both served by Daphne."""
    paths, ratios, quickest = (PAGE_PATH, SAME_PATH), [], [9e9, 9e9]
    api_downloads.seconds(port, paths, 3)
    for _ in range(rounds):
        spent = api_downloads.seconds(port, paths, asked)
        ratios.append(statistics.median(spent[0]) / statistics.median(spent[1]))
        quickest = [min(found, *taken) for found, taken in zip(quickest, spent, strict=True)]
    return {
        "ratio": round(statistics.median(ratios), 2),
        "page_ms": round(quickest[0] * 1000, 2),
        "ready_ms": round(quickest[1] * 1000, 2),
    }


def export(large: Worker, count: int, rounds: int) -> dict[str, Any]:
    """A download over the driver, with and without unpacking what it reads."""
    large.do("export", FIRST)
    unpacked, packed = [], []
    for _ in range(rounds):
        streamed = large.do("export", count)["rate"]
        unpacked.append(streamed / large.do("bare", count, True)["rate"])
        packed.append(streamed / large.do("bare", count, False)["rate"])
    return {
        "to_driver_unpacking": round(statistics.median(unpacked), 2),
        "to_driver_bare": round(statistics.median(packed), 2),
    }


def grown(site: Environment, count: int) -> dict[str, Any]:
    """By how much a long download makes a new process grow, beyond what a short one did."""
    large = Worker(site)
    try:
        large.do("export", FIRST)
        long = large.do("export", count)
    finally:
        large.end()
    return {"records": long["rows"], "grown_mb": long["grown_mb"]}


def measure(
    sites: list[tuple[Environment, Environment]],
    *,
    rounds: int,
    asked: int,
    records: int,
    seed: int,
    told: Sequence[str] = (),
) -> dict[str, Any]:
    """All figures of pairs of sites, the small and the large one; `told` are options besides."""
    options = [
        *told, f"--rounds {rounds}", f"--asked {asked}", f"--records {records}", f"--seed {seed}",
    ]  # fmt: skip
    found = []
    for small_site, large_site in sites:
        small, large = Worker(small_site), Worker(large_site)
        try:
            result = growth(small, large, rounds, asked)
            result["export"] = export(large, min(records or PIECE, PIECE), rounds)
        finally:
            small.end()
            large.end()
        with api_downloads.served(large_site) as (port, pid):
            result["page"] = page(port, rounds, asked * 3)
            cut = min(records or CUT_RECORDS, CUT_RECORDS)
            result["cut"] = api_downloads.measure(port, pid, cut, seed)
        if records:  # last: it takes long, and its time does not count
            result["export"] |= grown(large_site, records)
        result["command"] = f"python tools/bench/api.py {' '.join(options)}"
        found.append(result)
    return {
        "targets": {"growth": GROWTH, "page": PAGE, "export": EXPORT, "memory_mb": MEMORY},
        "sites": found,
    }


def fill(environment: Environment, count: int, seed: int, played: int = 1500) -> None:
    """A site with so many matches, of which some are played and the others dealt again."""
    settings = {**os.environ, **environment}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=settings, check=True)
    fresh = ["--fresh", str(min(count, played))]
    people = ["--people", str(max(20, min(PEOPLE, count // 2)))]
    subprocess.run(
        [*manage, "make_matches", "--count", str(count), "--seed", str(seed), *fresh, *people],
        cwd=ROOT, env=settings, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def keep(result: dict[str, Any]) -> None:
    """Write the result to its file; what it holds of databases that were not asked stays."""
    asked = {site["vendor"] for site in result["sites"]}
    before = json.loads(RESULT.read_text())["sites"] if RESULT.exists() else []
    others = [site for site in before if site["vendor"] not in asked]
    whole = {**result, "sites": sorted(others + result["sites"], key=lambda one: one["vendor"])}
    write(RESULT, whole)


def show(result: dict[str, Any]) -> None:
    """Print the result as a table."""
    for site in result["sites"]:
        print(f"{site['vendor']}: {site['small']:,} and {site['large']:,} matches")
        for row in sorted(site["addresses"], key=lambda row: -row["ratio"]):
            mark = "" if row["ratio"] <= GROWTH else f"  more than {GROWTH}"
            times = f"{row['small_ms']:>9.2f}{row['large_ms']:>9.2f} ms"
            print(f"  {row['name']:<42}{row['ratio']:>6.2f}{times}{mark}")
        print(f"  page over the same bytes from memory: {site['page']['ratio']} (most {PAGE})")
        told = site["export"]
        print(
            f"  download over the driver: {told['to_driver_unpacking']} (least {EXPORT};"
            f" over the driver that leaves all packed {told['to_driver_bare']})"
        )
        if "records" in told:
            print(f"  memory over {told['records']:,} records: +{told['grown_mb']} MB")
        cut = site["cut"]
        print(
            f"  {cut['records']:,} records served, cut {cut['cuts']} times: {cut['lost']} lost,"
            f" {cut['doubled']} doubled, the server's memory +{cut['server_grown_mb']} MB"
        )


def run(
    small: int, large: int, *, rounds: int, asked: int, seed: int = 0, played: int = 1500
) -> dict[str, Any]:
    """Fill two sites on SQLite and measure them; they are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="brisca-api-") as folder:
        pair = []
        for count in (small, large):
            environment = {"VAR_DIR": f"{folder}/{count}", "DATABASE_URL": ""}
            fill(environment, count, seed, played)
            pair.append(environment)
        told = (f"--small {small}", f"--large {large}")
        return measure(
            [(pair[0], pair[1])],
            rounds=rounds, asked=asked, records=large, seed=seed, told=told,
        )  # fmt: skip


def _site(text: str) -> Environment:
    """A site that is there: the address of a database, or the folder of one on SQLite."""
    if "://" in text:
        return {"DATABASE_URL": text}
    return {"VAR_DIR": text, "DATABASE_URL": ""}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--small", type=int, default=2_000)
    parser.add_argument("--large", type=int, default=20_000)
    parser.add_argument(
        "--sites",
        action="append",
        metavar="SMALL,LARGE",
        help="sites that are filled: databases by address, or folders (VAR_DIR); again for more",
    )
    parser.add_argument(
        "--records", type=int, default=1_000_000, help="of the long download; 0: none"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--asked", type=int, default=ASKED)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if options.sites:
        pairs = [tuple(map(_site, pair.split(","))) for pair in options.sites]
        result = measure(
            [(pair[0], pair[1]) for pair in pairs],
            rounds=options.rounds,
            asked=options.asked,
            records=options.records,
            seed=options.seed,
            told=[f"--sites {pair}" for pair in options.sites],
        )
    else:
        result = run(
            options.small, options.large,
            rounds=options.rounds, asked=options.asked, seed=options.seed,
        )  # fmt: skip
    keep(result)
    show(result)


if __name__ == "__main__":
    main()
