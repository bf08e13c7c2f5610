"""Measure what figures and ratings cost when a match ends, each as a ratio from one run on SQLite.

Time: counting a match into every figure and rating, over storing the whole match. Size: bytes of all
figures and ratings, over those of the database. Recount: a match of `rebuild_stats`, over counting it
when it ended.

    python tools/bench/figures.py [--matches 60] [--people 100] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.result_files import write_result  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "figures.json"
TABLES = [
    ("ludoteka", 2, "individual"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 6, "threes"),
    ("chiamata", 5, "individual"),
]


def measure(matches: int, people: int, seed: int) -> dict[str, Any]:
    """Return the cost ratios of figures and ratings, from `matches` matches of each table.

    The matches are on a new site in a process of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, __file__, "--inside", str(matches), str(people), str(seed)],
            cwd=ROOT,
            env={**os.environ, "VAR_DIR": folder, "DATABASE_URL": ""},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def measure_here(matches: int, people: int, seed: int) -> dict[str, Any]:
    """Return the cost ratios of figures and ratings from this process; its database must be empty."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    import django

    django.setup()
    from datetime import timedelta

    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from brisca_site.base.progress import Progress
    from games.engine import build_ruleset
    from games.models import Player
    from games.models.matches import match_id
    from games.services import match_ends
    from games.stats.rebuild import rebuild
    from tests.support.bot_matches import Contest, play_contest

    call_command("migrate", verbosity=0)
    crowd = [Player.objects.create(name=f"player {n}") for n in range(people)]
    dice, now, fold_seconds, rows = random.Random(seed), timezone.now(), [], []
    service: Any = match_ends  # whose import of fold_match is replaced
    untimed_fold = service.fold_match

    def timed_fold(*arguments: Any) -> None:
        began = time.perf_counter()
        untimed_fold(*arguments)
        fold_seconds.append(time.perf_counter() - began)

    service.fold_match = timed_fold
    with Progress("figures", len(TABLES) * matches) as progress:
        for preset, players, teams in TABLES:
            rules = build_ruleset(preset, players, {"teams": teams}).rules
            ratios, folds = [], []
            for played in play_contest(Contest(rules, ("greedy",), matches, str(seed)), match_id):
                sitting = dice.sample(crowd, players)
                began = time.perf_counter()
                now += timedelta(minutes=20)
                match_ends.store_match(
                    log=played.log, players=sitting, started_at=now, finished_at=now
                )
                folds.append(fold_seconds[-1])
                ratios.append(fold_seconds[-1] / (time.perf_counter() - began))
                progress.step()
            row = {"preset": preset, "players": players, "teams": teams}
            rows.append({**row, "fold_to_store": round(statistics.median(ratios), 3)})
    began = time.perf_counter()
    counted, differing, _moves = rebuild(check=True)
    recount_seconds = (time.perf_counter() - began) / counted
    assert not differing, differing
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")
        sizes = dict(cursor.fetchall())
        cursor.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'")
        tables = dict(cursor.fetchall())
    figures_bytes = sum(
        size
        for name, size in sizes.items()
        if any(
            word in (tables.get(name) or name)
            for word in ("figures", "rating", "_playerday", "counted")
        )
    )
    return {
        "seed": seed,
        "matches": counted,
        "people": people,
        "rows": rows,
        "recount_to_fold": round(recount_seconds / statistics.mean(fold_seconds), 2),
        "figures_to_all_bytes": round(figures_bytes / sum(sizes.values()), 4),
    }


def show(result: dict[str, Any]) -> None:
    """Print the cost ratios of figures and ratings as a table."""
    print(f"{'table':<28}{'fold/store':>14}")
    for row in result["rows"]:
        table = f"{row['preset']}, {row['players']} {row['teams']}"
        print(f"{table:<28}{row['fold_to_store']:>14.3f}")
    print(f"{'counting again/fold':<28}{result['recount_to_fold']:>14.2f}")
    print(f"{'bytes of figures/all':<28}{result['figures_to_all_bytes']:>14.4f}")


def main() -> None:
    """Measure figures with the options of the command line; store and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", type=int, nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(measure_here(*options.inside)))
        return
    result = measure(options.matches, options.people, options.seed)
    write_result(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
