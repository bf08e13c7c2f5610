"""Measure the pages around the live path, each as a multiple of a page with nothing but its frame.

Every page is asked for in turn with the bare one (`BARE_PATH`: the same middleware, the same base
template), by a stranger and by a member, over Django's own client in one process. The member is the
player with most matches, who gets an account for it. What is measured is processor time, that of
SQLite included, so that other work on the machine counts little. Then strangers ask a server for the
same pages (`tools.bench.pages_served`).

    python -m tools.bench.pages [--matches 100000] [--rounds 30]
    python -m tools.bench.pages --site FOLDER      # one that is filled: what VAR_DIR named
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.bench.bars import draw  # noqa: E402 - needs the project's folder on the path
from tools.bench.written import write  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "pages.json"
LIMIT: Final = 3.0
"""Limit of the cost of a page, in bare pages."""
FULL: Final = 100_000
"""Matches from which on a result is kept."""
BARE: Final = "bare"
BARE_PATH: Final = "/accounts/password/reset/done/"
VISITORS: Final = ("stranger", "member")
ROUNDS: Final = 30
PLAYED: Final = 1500
"""Matches of a filling that are played; the others are dealt the same decks again."""


def main() -> None:
    """Measure, print the table and keep it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=FULL)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--site", metavar="FOLDER", help="a site that is filled: its VAR_DIR")
    options = parser.parse_args()
    if options.site:
        result = ask_site(options.site, options.rounds)
    else:
        result = run(options.matches, options.rounds)
    show(result)
    if result["matches"] >= FULL:
        keep(result)


def run(matches: int, rounds: int) -> dict[str, Any]:
    """Fill a site with so many matches, measure its pages, and delete it."""
    with tempfile.TemporaryDirectory(prefix="brisca-pages-") as folder:
        environment = _environment(folder)
        manage = [sys.executable, "manage.py"]
        fill = ["make_matches", "--count", str(matches), "--fresh", str(min(matches, PLAYED))]
        for command in (["migrate", "--verbosity", "0"], fill):
            subprocess.run(
                [*manage, *command], cwd=ROOT, env=environment, check=True,
                stdout=subprocess.DEVNULL,
            )  # fmt: skip
        return ask_site(folder, rounds)


def ask_site(folder: str, rounds: int) -> dict[str, Any]:
    """Measure the pages of a filled site, in a process of its own."""
    code = f"from tools.bench.pages import serve; serve({rounds})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=_environment(folder), check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    _add_served(result["rows"], folder, max(3, rounds // 3))
    return result


def _add_served(rows: list[dict[str, Any]], folder: str, rounds: int) -> None:
    """Add to the rows of strangers what the server takes for the page, in ms and in bare pages."""
    from tools.bench.pages_served import cost

    strangers = [row for row in rows if row["visitor"] == "stranger"]
    spent = cost(_environment(folder), {row["page"]: row["path"] for row in strangers}, rounds)
    for row in strangers:
        served = spent[row["page"]]
        row |= {"served_ms": served, "served_ratio": round(served / spent[BARE], 2)}


def _environment(folder: str) -> dict[str, str]:
    """Return the environment of a process with the site in a folder, on SQLite."""
    return {**os.environ, "VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}


def keep(result: dict[str, Any]) -> None:
    """Write the result, and show it in the documents."""
    from tools.bench.live.pages import PERFORMANCE, put

    write(RESULT, result)
    put(PERFORMANCE, "pages", table(result))
    picture = ROOT / "docs" / "images" / "pages.svg"
    draw(picture, "Cost of each page, in bare pages", bars(result), form=".1f", limit=LIMIT)


def bars(result: Mapping[str, Any]) -> list[tuple[str, float, bool]]:
    """Return a bar for each page and visitor, the stranger's emphasised."""
    return [
        (f"{row['page']}, {row['visitor']}", row["ratio"], row["visitor"] == "stranger")
        for row in sorted(result["rows"], key=lambda one: -one["ratio"])
        if row["page"] != BARE
    ]


def table(result: Mapping[str, Any]) -> list[str]:
    """Return the result as lines of a table for the documents."""
    ratios: dict[str, dict[str, Any]] = {}
    for row in result["rows"]:
        ratios.setdefault(row["page"], {})[row["visitor"]] = row
    lines = [
        "| page | a stranger's, bare pages | queries | a member's, bare pages | queries "
        "| a stranger's, through the server, bare pages | ms |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for page, of in ratios.items():
        cells = [f"{of[one]['ratio']:.2f} | {of[one]['queries']}" for one in VISITORS]
        served = of[VISITORS[0]]
        cells.append(f"{served['served_ratio']:.2f} | {served['served_ms']:.1f}")
        lines.append(f"| {page} | {' | '.join(cells)} |")
    bare = " and ".join(f"{ratios[BARE][one]['ms']:.1f} ms as a {one}" for one in VISITORS)
    return [*lines, "", f"{result['matches']:,} matches on SQLite; a bare page took {bare}."]


def show(result: Mapping[str, Any]) -> None:
    """Print the result as a table."""
    print(f"{result['matches']:,} matches; a page costs at most {LIMIT:g} bare ones")
    print(f"{'page':<14}{'visitor':<10}{'ms':>8}{'ratio':>8}{'queries':>9}{'served, ms':>12}")
    for row in result["rows"]:
        ratio, queries = f"{row['ratio']:.2f}", row["queries"]
        served = row.get("served_ms", "")
        worst = max(row["ratio"], row.get("served_ratio", 0.0))
        mark = "" if worst <= LIMIT else f"  more than {LIMIT:g}"
        told = f"{row['page']:<14}{row['visitor']:<10}{row['ms']:>8}{ratio:>8}{queries:>9}"
        print(f"{told}{served:>12}{mark}")


def serve(rounds: int) -> None:
    """Print as JSON what the pages of the site in VAR_DIR cost."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "brisca_site.settings"
    import django

    django.setup()
    from django.test import override_settings

    storage = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    files = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    with override_settings(
        STORAGES={"default": files, "staticfiles": storage}, ALLOWED_HOSTS=["testserver"]
    ):
        print(json.dumps(measure(rounds)))


def measure(rounds: int) -> dict[str, Any]:
    """Return the medians of each page, and of the ratios to the bare page of the same round."""
    from games.models import Match

    rows = [row for visitor in VISITORS for row in _measure_as(visitor, rounds)]
    return {
        "command": f"python -m tools.bench.pages --rounds {rounds}",
        "matches": Match.objects.count(),
        "limit": LIMIT,
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
        "rows": rows,
    }


def _measure_as(visitor: str, rounds: int) -> list[dict[str, Any]]:
    """Return the row of each page for a stranger or a member."""
    from django.test import Client

    client = Client()
    name = sign_in(client) if visitor == "member" else busiest()
    paths = {BARE: BARE_PATH, **pages(name)}
    queries = {page: _queries(client, path) for page, path in paths.items()}
    spent: dict[str, list[float]] = {page: [] for page in paths}
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        for page, path in paths.items():
            began = time.thread_time()
            answer = client.get(path)
            spent[page].append(time.thread_time() - began)
            assert answer.status_code == 200, (path, answer.status_code)
        gc.collect()
    gc.enable()
    found = []
    for page, seconds in spent.items():
        ratios = [own / bare for own, bare in zip(seconds, spent[BARE], strict=True)]
        row = {"page": page, "visitor": visitor, "path": paths[page], "queries": queries[page]}
        row |= {"ms": round(1000 * statistics.median(seconds), 2)}
        found.append({**row, "ratio": round(statistics.median(ratios), 2)})
    return found


def _queries(client: Any, path: str) -> int:
    """Return how many queries a page takes that was asked for before."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(path)
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)


def busiest() -> str:
    """Return the name of the person who has played most."""
    from games.models import PlayerFigures

    rows = PlayerFigures.objects.filter(pool="all", month=0, player__kind="human")
    found: str = rows.order_by("-matches", "pk").values_list("player__name", flat=True)[0]
    return found


def sign_in(client: Any) -> str:
    """Sign in the person who has played most, with a new account if need be; return the name."""
    from accounts.models import User
    from games.models import Player

    player = Player.objects.get(name=busiest())
    if player.user is None:
        player.user = User.objects.create(username=player.name)
        player.save(update_fields=["user"])
    client.force_login(player.user, backend="accounts.backends.PasswordBackend")
    return player.name


def pages(name: str) -> dict[str, str]:
    """Return the address of each page that is held to the limit; `name` is a player's."""
    from games.models import Match

    newest = Match.objects.filter(finished_at__isnull=False).order_by("-finished_at", "-pk")
    return {
        "lobby": "/",
        "match": f"/matches/{newest.values_list('public_id', flat=True)[0]}/",
        "player": f"/players/{name}/",
        "matches": "/matches/",
        "ranking": "/leaderboard/",
        "new table": "/tables/new/",
    }


if __name__ == "__main__":
    main()
