"""Figure 8: the bytes that a finished match takes for good, over the zlib of its actions alone.

Bots play real matches, which the services of live play store. The figure is the size after many
matches less the size after the first few, over every table and index, so that the fixed cost of a
player, a ruleset or an empty table is not counted for each match.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.support.site import ROOT
from tools.bench.live.rounds import Json
from tools.bench.live.servers import MeasuredSite, folder

TARGET_RATIOS = {"SQLite": 14.0, "PostgreSQL": 27.0}
FIRST_MATCHES = 20
"""Matches that are stored before the counting starts."""
VACUUM_AFTER = 50
"""Matches after which PostgreSQL removes replaced rows, as its autovacuum does each minute: a player's
figures stay in the same rows, whatever they play."""


def play(site: MeasuredSite, matches: int, seed: str) -> Json:
    """Let bots play `matches` matches on a site; return the stored sizes (bytes) afterwards."""
    line = ["play_bots", "--preset", "ludoteka", "--players", "4", "--bots", "rules,greedy"]
    sizes: Json = {}
    for at in range(0, matches, VACUUM_AFTER):
        arguments = ["--matches", str(min(VACUUM_AFTER, matches - at)), "--seed", f"{seed}-{at}"]
        command = [sys.executable, "manage.py", *line, *arguments, "--json"]
        subprocess.run(command, cwd=ROOT, env=site.env, check=True, capture_output=True)
        measuring = [sys.executable, "-m", "tools.bench.live.stored_sizes"]
        done = subprocess.run(measuring, cwd=ROOT, env=site.env, check=True, capture_output=True)
        sizes = dict(json.loads(done.stdout))
    return sizes


def weigh(matches: int, postgres: str | None) -> Json:
    """Return the bytes that a match takes in a database: in total, and by table."""
    with folder("storage") as path, MeasuredSite(path, postgres=postgres) as site:
        before = play(site, FIRST_MATCHES, "first")
        after = play(site, matches, "then")
    count = after["matches"] - before["matches"]
    tables = {
        name: round((size - before["tables"].get(name, 0)) / count, 1)
        for name, size in sorted(after["tables"].items())
        if size > before["tables"].get(name, 0)
    }
    a_match = {
        name: round((after[name] - before[name]) / count, 1)
        for name in ("deals", "actions", "log", "bare", "record")
    }
    return {"matches": count, **a_match, "stored": round(sum(tables.values())), "tables": tables}


def measure(matches: int, postgres: str | None) -> Json:
    """Measure stored sizes on SQLite and, if its URL is given, PostgreSQL; return rows, ratios."""
    rows = {"SQLite": weigh(matches, None)}
    if postgres:
        rows["PostgreSQL"] = weigh(matches, postgres)
    ratios = []
    for name, row in rows.items():
        ratio = round(row["stored"] / row["log"], 2)
        target = TARGET_RATIOS[name]
        names = {"figure": 8, "of": f"stored, {name}", "to": "zlib of its actions"}
        ratios.append({**names, "ratio": ratio, "target": target, "met": ratio <= target})
    return {"rows": rows, "ratios": ratios}
