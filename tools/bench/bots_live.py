"""Many tables of bots at once: how late the server's loop wakes, and how long a bot's move takes.

The site is served with Daphne as people run it, on SQLite, and plays at every table with experts on
all sides, at the pace that people see. Its own counters (`/metrics`) tell the rest. A game is named
by its preset and how many sit down to it; results of games that were not asked for stay.

    python -m tools.bench.bots_live [--games ludoteka:2,mexican:2] [--tables 50] [--seconds 120]

Whoever else uses the machine is in the figures: `load` says how many processes wanted to run,
`server_cpu` how much of a core the server itself took, without the processes that think.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from games.management.progress import Progress
from tools.bench.live.load import Json, Used
from tools.bench.live.servers import MeasuredSite, folder
from tools.bench.written import write

RESULT = Path(__file__).resolve().parent / "results" / "bots_live.json"
WARM = 20.0
"""Seconds that do not count: processes begin, and with numba kernels are loaded."""
LEVEL = "expert"
GAMES = ("ludoteka:2",)
TARGETS = {"loop_lag_p99_ms": 20.0, "slowest_move_ms": 300.0}


def counters(url: str) -> dict[tuple[str, str], float]:
    """The histograms and counters of the live path, by name and label."""
    with urllib.request.urlopen(f"{url.replace('ws://', 'http://')}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return {
        (sample.name, sample.labels.get("le") or sample.labels.get("why", "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith(("brisca_loop_lag", "brisca_bot_"))
    }


def within(before, after, name: str, share: float) -> float:
    """The bound in milliseconds that this share of a histogram's values is within."""
    found = sorted(
        (math.inf if bound == "+Inf" else float(bound), after[each, bound] - before[each, bound])
        for each, bound in after
        if each == f"brisca_{name}_bucket"
    )
    whole = found[-1][1]
    return next(1000 * bound for bound, count in found if count >= share * whole)


def measure(tables: int, seconds: float, level: str, games: Sequence[str] = GAMES) -> Json:
    """Measure each of these games, one after another."""
    return {game: _measure(game, tables, seconds, level) for game in games}


def _measure(game: str, tables: int, seconds: float, level: str) -> Json:
    """Lay the tables, wait, and read what the server counted meanwhile."""
    preset, players = game.split(":")
    with folder("bots-live") as path, MeasuredSite(path, live={"pace": 1.0}) as site:
        seats = int(players)
        laid = {"preset": preset, "players": seats, "bots": seats, "level": level}
        for _ in range(tables):
            site.ask("lay", **laid, rules={"match.target": 1000, "match.max_deals": 1000})
        url = site.serve("daphne")
        time.sleep(WARM)
        before, steps, used = counters(url), 10, Used(site.pids)
        spent = used.cpu()
        with Progress("seconds", round(seconds)) as progress:
            for _ in range(steps):
                time.sleep(seconds / steps)
                progress.step(round(seconds / steps))
        after, spent = counters(url), used.cpu() - spent

    def grown(name: str) -> float:
        return sum(after[key] - before.get(key, 0.0) for key in after if key[0] == name)

    return {
        "command": f"python -m tools.bench.bots_live --games {game} --tables {tables} --seconds {seconds:g}",
        "tables": tables,
        "level": level,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "server_cpu": round(spent / seconds, 3),
        "moves": int(grown("brisca_bot_move_seconds_count")),
        "loop_lag_p99_ms": within(before, after, "loop_lag_seconds", 0.99),
        "move_p50_ms": within(before, after, "bot_move_seconds", 0.5),
        "move_p99_ms": within(before, after, "bot_move_seconds", 0.99),
        "slowest_move_ms": within(before, after, "bot_move_seconds", 1.0),
        "gave_up": int(grown("brisca_bot_gave_up_total")),
        "targets": TARGETS,
    }


def keep(result: Json) -> None:
    """Write the games that were measured beside the others."""
    kept = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    write(RESULT, {**kept, **result})


def show(result: Json) -> None:
    """Print the result, a line each."""
    for game, figures in result.items():
        print(game)
        for name, value in figures.items():
            print(f"  {name:<18}{value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(GAMES), metavar="PRESET:N,...")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--level", default=LEVEL)
    options = parser.parse_args()
    games = options.games.split(",")
    result = measure(options.tables, options.seconds, options.level, games)
    keep(result)
    show(result)


if __name__ == "__main__":
    main()
