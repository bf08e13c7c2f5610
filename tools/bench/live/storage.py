"""Figure 8: what a finished match weighs for good, against the zlib of its actions alone.

Real matches of bots, stored by the services that live play uses. What is there after so many of
them, over what was there after the first few: every table and index, so that what a player, a
ruleset or an empty table takes once is not counted for each match.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tools.bench.live.rounds import Json
from tools.bench.live.servers import MeasuredSite, folder
from tools.soak.site import ROOT

TARGETS = {"SQLite": 14.0, "PostgreSQL": 27.0}
FIRST = 20
"""Matches before it is counted from."""


VACUUM_AFTER = 50
"""Matches after which PostgreSQL clears away rows that were replaced, as its autovacuum does each
minute: figures of players are the same rows whatever they play."""


def play(site: MeasuredSite, matches: int, seed: str) -> Json:
    """Let bots play so many matches; gives what is stored afterwards."""
    line = ["play_bots", "--preset", "ludoteka", "--players", "4", "--bots", "rules,greedy"]
    told: Json = {}
    for at in range(0, matches, VACUUM_AFTER):
        some = ["--matches", str(min(VACUUM_AFTER, matches - at)), "--seed", f"{seed}-{at}"]
        command = [sys.executable, "manage.py", *line, *some, "--json"]
        subprocess.run(command, cwd=ROOT, env=site.env, check=True, capture_output=True)
        inside = [sys.executable, "-m", "tools.bench.live.stored"]
        done = subprocess.run(inside, cwd=ROOT, env=site.env, check=True, capture_output=True)
        told = dict(json.loads(done.stdout))
    return told


def weigh(matches: int, postgres: str | None) -> Json:
    """One database: bytes a match, in all and by table."""
    with folder("storage") as path, MeasuredSite(path, postgres=postgres) as site:
        before = play(site, FIRST, "first")
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
    """Both databases, where PostgreSQL is at hand."""
    rows = {"SQLite": weigh(matches, None)}
    if postgres:
        rows["PostgreSQL"] = weigh(matches, postgres)
    ratios = []
    for name, row in rows.items():
        ratio = round(row["stored"] / row["log"], 2)
        target = TARGETS[name]
        told = {"figure": 8, "of": f"stored, {name}", "to": "zlib of its actions"}
        ratios.append({**told, "ratio": ratio, "target": target, "met": ratio <= target})
    return {"rows": rows, "ratios": ratios}
