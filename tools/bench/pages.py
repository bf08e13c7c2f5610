"""Measure the pages around the live path, each as a multiple of the cost of a bare page.

Every page is requested in turn with the bare one (`BARE_PATH`: the same middleware, the same base
template), by a stranger and by a member, with Django's own client in one process. The member is the
player with most matches, who gets an account for it. The figures are processor time, that of SQLite
included, so that other work on the machine counts little. Then strangers request the same pages from
a server (`tools.bench.pages_over_http`).

    python -m tools.bench.pages [--matches 100000] [--rounds 30]
    python -m tools.bench.pages --site FOLDER      # a filled site: the folder that VAR_DIR named
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

from tools.bench.bar_chart import draw_bar_chart  # noqa: E402 - needs the project's folder on the path
from tools.bench.result_files import write_result  # noqa: E402

RESULT = ROOT / "tools" / "bench" / "results" / "pages.json"
MAX_RATIO: Final = 8.0
"""Limit of the cost of a page, in bare pages."""
FULL_MATCHES: Final = 100_000
"""Least number of matches on a site whose result is stored."""
BARE_PAGE: Final = "bare"
BARE_PATH: Final = "/accounts/password/reset/done/"
VISITORS: Final = ("stranger", "member")
ROUNDS: Final = 30
PLAYED_MATCHES: Final = 1500
"""Matches that are really played when a site is filled; the others repeat their decks."""


def main() -> None:
    """Measure pages with the options of the command line; print, store if the site is full."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=FULL_MATCHES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--site", metavar="FOLDER", help="a site that is filled: its VAR_DIR")
    options = parser.parse_args()
    if options.site:
        result = measure_site(options.site, options.rounds)
    else:
        result = run(options.matches, options.rounds)
    show(result)
    if result["matches"] >= FULL_MATCHES:
        keep(result)


def run(matches: int, rounds: int) -> dict[str, Any]:
    """Fill a new site with `matches` matches, measure its pages and delete it; return the result."""
    with tempfile.TemporaryDirectory(prefix="brisca-pages-") as folder:
        environment = _environment(folder)
        manage = [sys.executable, "manage.py"]
        fill = [
            "make_matches",
            "--count",
            str(matches),
            "--fresh",
            str(min(matches, PLAYED_MATCHES)),
        ]
        for command in (["migrate", "--verbosity", "0"], fill):
            subprocess.run(
                [*manage, *command], cwd=ROOT, env=environment, check=True,
                stdout=subprocess.DEVNULL,
            )  # fmt: skip
        return measure_site(folder, rounds)


def measure_site(folder: str, rounds: int) -> dict[str, Any]:
    """Measure the pages of the filled site in a folder, in a process of its own."""
    code = f"from tools.bench.pages import print_costs; print_costs({rounds})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=_environment(folder), check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    _add_served(result["rows"], folder, max(3, rounds // 3))
    return result


def _add_served(rows: list[dict[str, Any]], folder: str, rounds: int) -> None:
    """Add the server's cost for each page to the rows of strangers, in ms and in bare pages."""
    from tools.bench.pages_over_http import cost

    strangers = [row for row in rows if row["visitor"] == "stranger"]
    served_ms = cost(_environment(folder), {row["page"]: row["path"] for row in strangers}, rounds)
    for row in strangers:
        served = served_ms[row["page"]]
        row |= {"served_ms": served, "served_ratio": round(served / served_ms[BARE_PAGE], 2)}


def _environment(folder: str) -> dict[str, str]:
    """Return the environment of a process that has the site of a folder, on SQLite."""
    return {**os.environ, "VAR_DIR": folder, "DATABASE_URL": "", "REDIS_URL": ""}


def keep(result: dict[str, Any]) -> None:
    """Store the result about pages, and update the documents' table and chart."""
    from tools.bench.live.doc_tables import PERFORMANCE_PAGE, write_block

    write_result(RESULT, result)
    write_block(PERFORMANCE_PAGE, "pages", table(result))
    picture = ROOT / "docs" / "images" / "pages.svg"
    draw_bar_chart(
        picture, "Cost of each page, in bare pages", bars(result), form=".1f", limit=MAX_RATIO
    )


def bars(result: Mapping[str, Any]) -> list[tuple[str, float, bool]]:
    """Return a bar (name, cost, True for strangers) for each page and visitor, dearest first."""
    return [
        (f"{row['page']}, {row['visitor']}", row["ratio"], row["visitor"] == "stranger")
        for row in sorted(result["rows"], key=lambda row: -row["ratio"])
        if row["page"] != BARE_PAGE
    ]


def table(result: Mapping[str, Any]) -> list[str]:
    """Return the costs of pages as the lines of a Markdown table."""
    ratios: dict[str, dict[str, Any]] = {}
    for row in result["rows"]:
        ratios.setdefault(row["page"], {})[row["visitor"]] = row
    lines = [
        "| page | a stranger's, bare pages | queries | a member's, bare pages | queries "
        "| a stranger's, through the server, bare pages | ms |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for page, of in ratios.items():
        cells = [f"{of[visitor]['ratio']:.2f} | {of[visitor]['queries']}" for visitor in VISITORS]
        served = of[VISITORS[0]]
        cells.append(f"{served['served_ratio']:.2f} | {served['served_ms']:.1f}")
        lines.append(f"| {page} | {' | '.join(cells)} |")
    bare = " and ".join(
        f"{ratios[BARE_PAGE][visitor]['ms']:.1f} ms as a {visitor}" for visitor in VISITORS
    )
    return [*lines, "", f"{result['matches']:,} matches on SQLite; a bare page took {bare}."]


def show(result: Mapping[str, Any]) -> None:
    """Print the costs of pages as a table."""
    print(f"{result['matches']:,} matches; a page costs at most {MAX_RATIO:g} bare ones")
    print(f"{'page':<14}{'visitor':<10}{'ms':>8}{'ratio':>8}{'queries':>9}{'served, ms':>12}")
    for row in result["rows"]:
        ratio, queries = f"{row['ratio']:.2f}", row["queries"]
        served = row.get("served_ms", "")
        worst = max(row["ratio"], row.get("served_ratio", 0.0))
        mark = "" if worst <= MAX_RATIO else f"  more than {MAX_RATIO:g}"
        cells = f"{row['page']:<14}{row['visitor']:<10}{row['ms']:>8}{ratio:>8}{queries:>9}"
        print(f"{cells}{served:>12}{mark}")


def print_costs(rounds: int) -> None:
    """Print, as JSON, the costs of the pages of the site in VAR_DIR."""
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
    """Return a row for each page and visitor: median time, and median ratio to a bare page.

    Each ratio is to the bare page of the same round.
    """
    from games.models import Match

    rows = [row for visitor in VISITORS for row in _measure_as(visitor, rounds)]
    return {
        "command": f"python -m tools.bench.pages --rounds {rounds}",
        "matches": Match.objects.count(),
        "limit": MAX_RATIO,
        "cores": os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 1),
        "rows": rows,
    }


def _measure_as(visitor: str, rounds: int) -> list[dict[str, Any]]:
    """Return the row of each page as requested by a "stranger" or a "member"."""
    from django.test import Client

    client = Client()
    name = sign_in(client) if visitor == "member" else busiest()
    paths = {BARE_PAGE: BARE_PATH, **pages(name)}
    queries = {page: _queries(client, path) for page, path in paths.items()}
    seconds_by_page: dict[str, list[float]] = {page: [] for page in paths}
    gc.collect()
    gc.disable()
    for _ in range(rounds):
        for page, path in paths.items():
            began = time.thread_time()
            answer = client.get(path)
            seconds_by_page[page].append(time.thread_time() - began)
            assert answer.status_code == 200, (path, answer.status_code)
        gc.collect()
    gc.enable()
    rows = []
    for page, seconds in seconds_by_page.items():
        ratios = [own / bare for own, bare in zip(seconds, seconds_by_page[BARE_PAGE], strict=True)]
        row = {"page": page, "visitor": visitor, "path": paths[page], "queries": queries[page]}
        row |= {"ms": round(1000 * statistics.median(seconds), 2)}
        rows.append({**row, "ratio": round(statistics.median(ratios), 2)})
    return rows


def _queries(client: Any, path: str) -> int:
    """Return the number of SQL queries of a page that was requested before."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    client.get(path)
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)


def busiest() -> str:
    """Return the name of the person with most matches on the site."""
    from games.models import PlayerFigures

    rows = PlayerFigures.objects.filter(pool="all", month=0, player__kind="human")
    name: str = rows.order_by("-matches", "pk").values_list("player__name", flat=True)[0]
    return name


def sign_in(client: Any) -> str:
    """Sign the client in as the person with most matches, who gets an account; return the name."""
    from accounts.models import User
    from games.models import Player

    player = Player.objects.get(name=busiest())
    if player.user is None:
        player.user = User.objects.create(username=player.name)
        player.save(update_fields=["user"])
    client.force_login(player.user, backend="accounts.backends.PasswordBackend")
    return player.name


def pages(name: str) -> dict[str, str]:
    """Return a dict from name to URL path of the pages that are measured; `name` is a player's."""
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
