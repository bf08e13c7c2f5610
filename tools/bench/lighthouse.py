"""Measure pages with Lighthouse: accessibility of each, and performance of the lobby on a phone.

Lighthouse comes by `npx`, which needs Node and, the first time, the npm registry. The performance is
the median of the runs, on a phone as Lighthouse emulates one. Each score is from 0 to 100.

    python -m tools.bench.lighthouse [--runs 5]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from brisca_site.base.progress import Progress  # noqa: E402 - needs the project's path
from tests.support.browser_site import manage, served  # noqa: E402
from tests.support.chromium import chromium_path  # noqa: E402
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "lighthouse.json"
PACKAGE: Final = "lighthouse@12.8.2"
"""The last version that runs on Node 20."""
PAGES: Final = (
    *("/", "/learn/", "/learn/lesson/", "/guide/trumps/", "/rules/", "/rules/ludoteka/"),
    *("/puzzles/", "/puzzles/next/", "/daily/", "/tournaments/", "/people/", "/leaderboard/"),
    *("/clubs/", "/leagues/", "/teams/", "/matches/", "/players/Roble/", "/accounts/signup/"),
    "/no-such-page/",
)
"""Pages whose accessibility is measured."""
LIMITS: Final = {"accessibility": 100, "performance": 95}
TIMEOUT_S: Final = 180


def is_available() -> bool:
    """Return True if this machine has `npx` and a Chromium."""
    return shutil.which("npx") is not None and chromium_path() is not None


def score(url: str, category: str) -> int:
    """Return the score (0 to 100) that Lighthouse gives a page in one category.

    Raises:
        CalledProcessError: Lighthouse could not load the page.
    """
    command = ["npx", "--yes", PACKAGE, url, "--quiet", "--output=json", "--ignore-status-code"]
    options = [f"--only-categories={category}", "--chrome-flags=--headless --no-sandbox"]
    done = subprocess.run(
        [*command, *options],
        env={**os.environ, "CHROME_PATH": chromium_path() or ""},
        capture_output=True,
        check=True,
        timeout=TIMEOUT_S,
    )
    share: float = json.loads(done.stdout)["categories"][category]["score"]
    return round(100 * share)


def measure(runs: int = 5) -> dict[str, Any]:
    """Measure the pages of a fresh site; return the scores with their limits."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress("Lighthouse", len(PAGES) + runs) as progress,
    ):
        manage(Path(folder), "prepare")
        with served(Path(folder)) as address:
            accessibility = {}
            for page in PAGES:
                accessibility[page] = score(address + page, "accessibility")
                progress.step()
            performance = []
            for _ in range(runs):
                performance.append(score(f"{address}/", "performance"))
                progress.step()
    return {
        "command": f"python -m tools.bench.lighthouse --runs {runs}",
        "version": PACKAGE,
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
        "performance": {"median": statistics.median(performance), "limit": LIMITS["performance"]},
        "accessibility": {"lowest": min(accessibility.values()), "limit": LIMITS["accessibility"]},
        "pages": [{"page": page, "accessibility": value} for page, value in accessibility.items()],
    }


def show(result: dict[str, Any]) -> None:
    """Print the scores of the pages as a table."""
    for row in result["pages"]:
        print(f"accessibility {row['accessibility']:3} of 100  {row['page']}")
    row = result["performance"]
    print(f"performance   {row['median']:3.0f}, at least {row['limit']}  / on a phone")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure with these options, by default those of the command line; print and store the scores."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.lighthouse", description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args(arguments)
    if not is_available():
        parser.error("needs npx (Node) and Chromium")
    result = measure(options.runs)
    show(result)
    write_result(RESULT, result)


if __name__ == "__main__":
    main()
