"""Measure the size of a finished match and the time to verify it, each as a ratio.

Size: the stored record (zlib) over the same record as plain JSON, and the bytes for each deal. Time:
verifying a record, with every deck and every action, over only parsing its JSON.

    python tools/bench/records.py [--matches 300] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
import zlib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from brisca_site.base.progress import Progress  # noqa: E402
from games.engine import build_ruleset  # noqa: E402 - needs the project's folder on the path
from games.record import verify_record  # noqa: E402
from games.record.record import build_record  # noqa: E402
from tests.support.bot_matches import NO_TIME, Contest, bot_sitters, play_contest  # noqa: E402
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "records.json"
TABLES = [(2, "individual"), (3, "individual"), (4, "pairs"), (6, "threes")]
ZLIB_LEVEL = 6
"""Compression level, as in games/services/records.py."""


def measure(matches: int, seed: int) -> dict[str, object]:
    """Return size and verification time of records, from `matches` bot matches at each table."""
    rows = []
    with Progress("records", len(TABLES) * matches) as progress:
        for players, teams in TABLES:
            rules = build_ruleset("ludoteka", players, {"teams": teams}).rules
            contest = Contest(rules, ("rules",), matches, str(seed))
            plain, packed, deals, reading, checking = 0, 0, 0, [], []
            for played in play_contest(contest):
                record = build_record(
                    played.log,
                    sitters=bot_sitters(contest, played),
                    started_at=NO_TIME,
                    finished_at=NO_TIME,
                )
                body = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode()
                plain += len(body)
                packed += len(zlib.compress(body, ZLIB_LEVEL))
                deals += len(record["deals"])
                began = time.perf_counter()
                parsed = json.loads(body)
                read = time.perf_counter()
                verify_record(parsed)
                reading.append(read - began)
                checking.append(time.perf_counter() - read)
                progress.step()
            ratios = [check / read for check, read in zip(checking, reading, strict=True)]
            rows.append(
                {
                    "players": players,
                    "teams": teams,
                    "matches": matches,
                    "bytes_a_deal": round(packed / deals),
                    "packed_to_plain": round(packed / plain, 4),
                    "verify_to_read": round(statistics.median(ratios), 2),
                }
            )
    return {"seed": seed, "rows": rows}


def show(result: Any) -> None:
    """Print the result about records as a table."""
    print(f"{'table':<28}{'bytes a deal':>14}{'packed/plain':>14}{'verify/read':>14}")
    for row in result["rows"]:
        table = f"ludoteka, {row['players']} {row['teams']}"
        sizes = f"{row['bytes_a_deal']:>14,}{row['packed_to_plain']:>14.3f}"
        print(f"{table:<28}{sizes}{row['verify_to_read']:>14.1f}")


def main() -> None:
    """Measure records with the options of the command line; store and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = measure(options.matches, options.seed)
    write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
