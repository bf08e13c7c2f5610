"""What a finished match weighs and what it takes to check it, each as a ratio.

Size: the stored record (zlib) over the same record as plain JSON, and bytes a deal. Time: to
verify a record, every deck and every action, over the time to read its JSON alone.

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

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from games.engine import build_ruleset  # noqa: E402 - needs the project's folder on the path
from games.management.progress import Progress  # noqa: E402
from games.record import verify_record  # noqa: E402
from games.record.record import build_record  # noqa: E402
from tools.bench.written import write  # noqa: E402
from tools.laboratory.bot_matches import NO_TIME, Contest, bot_sitters, play_contest  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "records.json"
TABLES = [(2, "individual"), (3, "individual"), (4, "pairs"), (6, "threes")]
LEVEL = 6
"""Of zlib, as in games/services/records.py."""


def measure(matches: int, seed: int) -> dict[str, object]:
    """Figures for each way to play, from so many matches of each."""
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
                packed += len(zlib.compress(body, LEVEL))
                deals += len(record["deals"])
                began = time.perf_counter()
                again = json.loads(body)
                read = time.perf_counter()
                verify_record(again)
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


def show(result) -> None:
    """Print the result as a table."""
    print(f"{'table':<28}{'bytes a deal':>14}{'packed/plain':>14}{'verify/read':>14}")
    for row in result["rows"]:
        table = f"ludoteka, {row['players']} {row['teams']}"
        sizes = f"{row['bytes_a_deal']:>14,}{row['packed_to_plain']:>14.3f}"
        print(f"{table:<28}{sizes}{row['verify_to_read']:>14.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    result = measure(options.matches, options.seed)
    write(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
