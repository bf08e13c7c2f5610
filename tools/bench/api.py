"""Measure how the API's response times grow with the site, and what pages and downloads cost.

Each figure is a ratio from one interleaved run. Every address is requested in turn from a small and a
large site, both filled by `make_matches` with the same seed. A page of 50 matches is compared with a
view of the same framework that returns the same bytes from memory, a download of records with the
database driver reading the same rows, and a download that is cut again and again with a whole one.

    python tools/bench/api.py [--small 2000] [--large 20000]
    python tools/bench/api.py --sites SMALL,LARGE   # filled sites: database URLs, or folders (VAR_DIR)
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
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "api.json"
MAX_GROWTH = 1.3
"""Limit of the time of an address on the large site, in times on the small one."""
MAX_PAGE_RATIO = 3.0
"""Limit of the time of a page of matches, in times of the same bytes from memory."""
MIN_EXPORT_RATIO = 0.6
"""Least rate of a download, as a share of the database driver's rate."""
MAX_MEMORY_MB = 50.0
"""Limit of the memory that a download may add to a process."""
PAGE_PATH, SAME_PATH = "/api/v1/matches/?limit=50", "/bench/same/"
ROUNDS = 5
CUT_RECORDS = 20_000
WARM_UP_RECORDS = 400
"""Records of a first download, after which a process has loaded everything that downloads need."""
DRIVER_RECORDS = 8_000
"""Records of each download that is compared with the database driver."""
REQUESTS_A_ROUND = 12
MAX_EXAMPLE_MATCHES = 60
"""Most matches of the player and of the team whose lists are requested."""
MAX_PEOPLE = 30_000

Environment = dict[str, str]


class Worker:
    """A process that runs `tools/bench/api_worker.py` on one of the measured sites."""

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
        """Send a command with its arguments to the worker process; return the decoded answer.

        Raises:
            SystemExit: the worker has ended.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(work) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{work[0]}: the worker is gone")
        return json.loads(answer)

    def end(self) -> None:
        """Close the worker process's input and wait until the process has ended."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure_growth(small: Worker, large: Worker, rounds: int, asked: int) -> dict[str, Any]:
    """Return for each API address its times on both sites, and the median ratio large to small.

    Each of the `rounds` sends `asked` requests to every address. Both sites are asked in turn, request
    by request, because a shared machine may be half as fast a moment later.
    """
    sites = (small, large)
    small_facts = small.do("begin", MAX_EXAMPLE_MATCHES, MAX_EXAMPLE_MATCHES)
    facts = [small_facts, large.do("begin", *small_facts["played"])]
    rows = []
    for name in facts[0]["paths"]:
        ratios, best = [], [9e9, 9e9]
        for _ in range(rounds):
            seconds_by_site: tuple[list[float], list[float]] = ([], [])
            for site in sites:
                site.do("tidy")
            for _ in range(asked):
                for place, site in enumerate(sites):
                    seconds_by_site[place].extend(site.do("ask", facts[place]["paths"][name], 1))
            ratios.append(
                statistics.median(seconds_by_site[1]) / statistics.median(seconds_by_site[0])
            )
            best = [
                min(fastest, *times) for fastest, times in zip(best, seconds_by_site, strict=True)
            ]
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
        "vendor": facts[0]["vendor"],
        "small": facts[0]["matches"],
        "large": facts[1]["matches"],
        "addresses": rows,
    }


def measure_page(port: int, rounds: int, asked: int) -> dict[str, Any]:
    """Compare an API page of 50 matches with the same bytes from memory, both served by Daphne.

    Returns the median ratio and the fastest time of each, in ms.
    """
    paths, ratios, quickest = (PAGE_PATH, SAME_PATH), [], [9e9, 9e9]
    api_downloads.seconds(port, paths, 3)
    for _ in range(rounds):
        seconds_by_path = api_downloads.seconds(port, paths, asked)
        ratios.append(statistics.median(seconds_by_path[0]) / statistics.median(seconds_by_path[1]))
        quickest = [
            min(fastest, *times) for fastest, times in zip(quickest, seconds_by_path, strict=True)
        ]
    return {
        "ratio": round(statistics.median(ratios), 2),
        "page_ms": round(quickest[0] * 1000, 2),
        "ready_ms": round(quickest[1] * 1000, 2),
    }


def measure_export(large: Worker, count: int, rounds: int) -> dict[str, Any]:
    """Return the rate of a download of `count` records as a share of the database driver's rate.

    The driver is measured with and without decompressing the records that it reads.
    """
    large.do("export", WARM_UP_RECORDS)
    unpacked, packed = [], []
    for _ in range(rounds):
        streamed = large.do("export", count)["rate"]
        unpacked.append(streamed / large.do("bare", count, True)["rate"])
        packed.append(streamed / large.do("bare", count, False)["rate"])
    return {
        "to_driver_unpacking": round(statistics.median(unpacked), 2),
        "to_driver_bare": round(statistics.median(packed), 2),
    }


def measure_memory(site: Environment, count: int) -> dict[str, Any]:
    """Return the MB by which a download of `count` records grows a process, after a short one."""
    large = Worker(site)
    try:
        large.do("export", WARM_UP_RECORDS)
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
    site_options: Sequence[str] = (),
) -> dict[str, Any]:
    """Measure the API on pairs of sites (small, large); return all figures with their targets.

    `records` is the size of the long download (0: none). `site_options` are the command line's options
    that chose the sites; they are stored in the command of the result.
    """
    options = [
        *site_options, f"--rounds {rounds}", f"--asked {asked}", f"--records {records}",
        f"--seed {seed}",
    ]  # fmt: skip
    results = []
    for small_site, large_site in sites:
        small, large = Worker(small_site), Worker(large_site)
        try:
            result = measure_growth(small, large, rounds, asked)
            count = min(records or DRIVER_RECORDS, DRIVER_RECORDS)
            result["export"] = measure_export(large, count, rounds)
        finally:
            small.end()
            large.end()
        with api_downloads.served(large_site) as (port, pid):
            result["page"] = measure_page(port, rounds, asked * 3)
            cut = min(records or CUT_RECORDS, CUT_RECORDS)
            result["cut"] = api_downloads.measure(port, pid, cut, seed)
        if records:  # last: it takes long, and its time does not count
            result["export"] |= measure_memory(large_site, records)
        result["command"] = f"python tools/bench/api.py {' '.join(options)}"
        results.append(result)
    return {
        "targets": {
            "growth": MAX_GROWTH,
            "page": MAX_PAGE_RATIO,
            "export": MIN_EXPORT_RATIO,
            "memory_mb": MAX_MEMORY_MB,
        },
        "sites": results,
    }


def fill(environment: Environment, count: int, seed: int, played: int = 1500) -> None:
    """Migrate a site and fill it with `count` matches, of which `played` are really played.

    The other matches are copies of the played ones, dealt again.
    """
    settings = {**os.environ, **environment}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=settings, check=True)
    fresh = ["--fresh", str(min(count, played))]
    people = ["--people", str(max(20, min(MAX_PEOPLE, count // 2)))]
    subprocess.run(
        [*manage, "make_matches", "--count", str(count), "--seed", str(seed), *fresh, *people],
        cwd=ROOT, env=settings, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip


def keep(result: dict[str, Any]) -> None:
    """Write the result to its file; stored results of other databases are kept."""
    measured = {site["vendor"] for site in result["sites"]}
    before = json.loads(RESULT.read_text())["sites"] if RESULT.exists() else []
    others = [site for site in before if site["vendor"] not in measured]
    sites = sorted(others + result["sites"], key=lambda site: site["vendor"])
    write_result(RESULT, {**result, "sites": sites})


def show(result: dict[str, Any]) -> None:
    """Print the result of the API's benchmark as a table."""
    for site in result["sites"]:
        print(f"{site['vendor']}: {site['small']:,} and {site['large']:,} matches")
        for row in sorted(site["addresses"], key=lambda row: -row["ratio"]):
            mark = "" if row["ratio"] <= MAX_GROWTH else f"  more than {MAX_GROWTH}"
            times = f"{row['small_ms']:>9.2f}{row['large_ms']:>9.2f} ms"
            print(f"  {row['name']:<42}{row['ratio']:>6.2f}{times}{mark}")
        ratio = site["page"]["ratio"]
        print(f"  page over the same bytes from memory: {ratio} (most {MAX_PAGE_RATIO})")
        export = site["export"]
        print(
            f"  download over the driver: {export['to_driver_unpacking']} (least {MIN_EXPORT_RATIO};"
            f" over the driver that leaves all packed {export['to_driver_bare']})"
        )
        if "records" in export:
            print(f"  memory over {export['records']:,} records: +{export['grown_mb']} MB")
        cut = site["cut"]
        print(
            f"  {cut['records']:,} records served, cut {cut['cuts']} times: {cut['lost']} lost,"
            f" {cut['doubled']} doubled, the server's memory +{cut['server_grown_mb']} MB"
        )


def run(
    small: int, large: int, *, rounds: int, asked: int, seed: int = 0, played: int = 1500
) -> dict[str, Any]:
    """Fill a small and a large site on SQLite in a temporary folder; return the API's figures."""
    with tempfile.TemporaryDirectory(prefix="brisca-api-") as folder:
        pair = []
        for count in (small, large):
            environment = {"VAR_DIR": f"{folder}/{count}", "DATABASE_URL": ""}
            fill(environment, count, seed, played)
            pair.append(environment)
        return measure(
            [(pair[0], pair[1])],
            rounds=rounds, asked=asked, records=large, seed=seed,
            site_options=(f"--small {small}", f"--large {large}"),
        )  # fmt: skip


def _site(text: str) -> Environment:
    """Return the environment of an existing site, given by its database's URL or its folder."""
    if "://" in text:
        return {"DATABASE_URL": text}
    return {"VAR_DIR": text, "DATABASE_URL": ""}


def main() -> None:
    """Measure the API with the options of the command line; store and print the result."""
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
    parser.add_argument("--asked", type=int, default=REQUESTS_A_ROUND)
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
            site_options=[f"--sites {pair}" for pair in options.sites],
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
