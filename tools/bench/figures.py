"""What figures and ratings cost as a match ends, each as a ratio of one run on SQLite.

Time: to count a match into every figure and rating, over storing the match whole. Size: bytes of
all figures and ratings, over those of the database. Counting again: a match of `rebuild_stats`,
over counting it as it ended.

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

from tools.bench.written import write  # noqa: E402 - needs the project's folder on the path

RESULT = ROOT / "tools" / "bench" / "results" / "figures.json"
TABLES = [
    ("ludoteka", 2, "individual"),
    ("ludoteka", 3, "individual"),
    ("ludoteka", 4, "pairs"),
    ("ludoteka", 6, "threes"),
    ("chiamata", 5, "individual"),
]


def measure(matches: int, people: int, seed: int) -> dict[str, Any]:
    """Figures of so many matches of each table, in a site of its own."""
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


def inside(matches: int, people: int, seed: int) -> dict[str, Any]:
    """The same in this process, whose database is empty."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "brisca_site.settings")
    import django

    django.setup()
    from datetime import timedelta

    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from games.engine import build_ruleset
    from games.management.progress import Progress
    from games.models import Player
    from games.models.matches import match_id
    from games.services.match_ends import store_match
    from games.stats import update
    from games.stats.rebuild import rebuild
    from tools.laboratory.bot_matches import Contest, play_contest

    call_command("migrate", verbosity=0)
    crowd = [Player.objects.create(name=f"player {n}") for n in range(people)]
    dice, now, spent, rows = random.Random(seed), timezone.now(), [], []
    whole = update.fold_match

    def fold(*given: Any) -> None:
        began = time.perf_counter()
        whole(*given)
        spent.append(time.perf_counter() - began)

    update.fold_match = fold
    with Progress("figures", len(TABLES) * matches) as progress:
        for preset, players, teams in TABLES:
            rules = build_ruleset(preset, players, {"teams": teams}).rules
            ratios, folds = [], []
            for played in play_contest(Contest(rules, ("greedy",), matches, str(seed)), match_id):
                sitting = dice.sample(crowd, players)
                began = time.perf_counter()
                now += timedelta(minutes=20)
                store_match(log=played.log, players=sitting, started_at=now, finished_at=now)
                folds.append(spent[-1])
                ratios.append(spent[-1] / (time.perf_counter() - began))
                progress.step()
            row = {"preset": preset, "players": players, "teams": teams}
            rows.append({**row, "fold_to_store": round(statistics.median(ratios), 3)})
    began = time.perf_counter()
    counted, differing, _moves = rebuild(check=True)
    again = (time.perf_counter() - began) / counted
    assert not differing, differing
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")
        sizes = dict(cursor.fetchall())
        cursor.execute("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index'")
        tables = dict(cursor.fetchall())
    own = sum(
        size
        for name, size in sizes.items()
        if any(
            word in tables.get(name, name)
            for word in ("figures", "rating", "_playerday", "counted")
        )
    )
    return {
        "seed": seed,
        "matches": counted,
        "people": people,
        "rows": rows,
        "recount_to_fold": round(again / statistics.mean(spent), 2),
        "figures_to_all_bytes": round(own / sum(sizes.values()), 4),
    }


def show(result: dict[str, Any]) -> None:
    """Print the result as a table."""
    print(f"{'table':<28}{'fold/store':>14}")
    for row in result["rows"]:
        table = f"{row['preset']}, {row['players']} {row['teams']}"
        print(f"{table:<28}{row['fold_to_store']:>14.3f}")
    print(f"{'counting again/fold':<28}{result['recount_to_fold']:>14.2f}")
    print(f"{'bytes of figures/all':<28}{result['figures_to_all_bytes']:>14.4f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=60)
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--inside", type=int, nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        print(json.dumps(inside(*options.inside)))
        return
    result = measure(options.matches, options.people, options.seed)
    write(RESULT, result)
    show(result)


if __name__ == "__main__":
    main()
