"""Measure a server with many tables of bots: the delay of its event loop and the time of a bot's move.

A server with Daphne on SQLite, as people run it, plays at every table with experts on all sides, at
the pace that people see. The figures come from its own counters (`/metrics`). A game is named by its
preset and its number of players; results of games that were not measured now stay.

    python -m tools.bench.bots_live [--games ludoteka:2,mexican:2] [--tables 50] [--seconds 120]

Other work on the machine is in the figures: `load` is the number of processes that wanted to run,
`server_cpu` the share of a core that the server took, without the processes that think for bots.
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
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from brisca_site.base.progress import Progress
from tools.bench.live.load import Json, ProcessUsage
from tools.bench.live.servers import MeasuredSite, folder
from tools.bench.result_files import write_result

RESULT = Path(__file__).resolve().parent / "results" / "bots_live.json"
WARM_UP_S = 20.0
"""Seconds that are not measured: processes start, and kernels of numba are loaded."""
BOT_LEVEL = "expert"
DEFAULT_GAMES = ("ludoteka:2",)
TARGETS = {"loop_lag_p99_ms": 20.0, "slowest_move_ms": 300.0}


def counters(url: str) -> dict[tuple[str, str], float]:
    """Return the server's metrics on its event loop's delay and on bots, by name and label."""
    with urllib.request.urlopen(f"{url.replace('ws://', 'http://')}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    return {
        (sample.name, sample.labels.get("le") or sample.labels.get("why", "")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith(("brisca_loop_lag", "brisca_bot_"))
    }


def within(before: Any, after: Any, name: str, share: float) -> float:
    """Return a quantile of a histogram's new values, in ms, as its bucket's upper bound.

    `before` and `after` are `counters` of two moments; `share` is from 0 to 1.
    """
    buckets = sorted(
        (math.inf if bound == "+Inf" else float(bound), after[each, bound] - before[each, bound])
        for each, bound in after
        if each == f"brisca_{name}_bucket"
    )
    total = buckets[-1][1]
    return next(1000 * bound for bound, count in buckets if count >= share * total)


def measure(tables: int, seconds: float, level: str, games: Sequence[str] = DEFAULT_GAMES) -> Json:
    """Measure a server with tables of bots, one game (PRESET:PLAYERS) at a time; return figures."""
    return {game: _measure(game, tables, seconds, level) for game in games}


def _measure(game: str, tables: int, seconds: float, level: str) -> Json:
    """Create tables of bots in a game, wait `seconds`, and return the server's counts meanwhile."""
    preset, players = game.split(":")
    with folder("bots-live") as path, MeasuredSite(path, live={"pace": 1.0}) as site:
        seats = int(players)
        table_options = {"preset": preset, "players": seats, "bots": seats, "level": level}
        for _ in range(tables):
            site.ask("lay", **table_options, rules={"match.target": 1000, "match.max_deals": 1000})
        url = site.serve("daphne")
        time.sleep(WARM_UP_S)
        before, steps, used = counters(url), 10, ProcessUsage(site.pids)
        cpu_seconds = used.cpu()
        with Progress("seconds", round(seconds)) as progress:
            for _ in range(steps):
                time.sleep(seconds / steps)
                progress.step(round(seconds / steps))
        after, cpu_seconds = counters(url), used.cpu() - cpu_seconds

    def grown(name: str) -> float:
        return sum(after[key] - before.get(key, 0.0) for key in after if key[0] == name)

    return {
        "command": f"python -m tools.bench.bots_live --games {game} --tables {tables} --seconds {seconds:g}",
        "tables": tables,
        "level": level,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "server_cpu": round(cpu_seconds / seconds, 3),
        "moves": int(grown("brisca_bot_move_seconds_count")),
        "loop_lag_p99_ms": within(before, after, "loop_lag_seconds", 0.99),
        "move_p50_ms": within(before, after, "bot_move_seconds", 0.5),
        "move_p99_ms": within(before, after, "bot_move_seconds", 0.99),
        "slowest_move_ms": within(before, after, "bot_move_seconds", 1.0),
        "gave_up": int(grown("brisca_bot_gave_up_total")),
        "targets": TARGETS,
    }


def keep(result: Json) -> None:
    """Add the figures of these games to the result file; figures of other games stay."""
    stored = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    write_result(RESULT, {**stored, **result})


def show(result: Json) -> None:
    """Print the figures of each game as a line."""
    for game, figures in result.items():
        print(game)
        for name, value in figures.items():
            print(f"  {name:<18}{value}")


def main() -> None:
    """Measure games of bots with the options of the command line; store and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(DEFAULT_GAMES), metavar="PRESET:N,...")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--level", default=BOT_LEVEL)
    options = parser.parse_args()
    games = options.games.split(",")
    result = measure(options.tables, options.seconds, options.level, games)
    keep(result)
    show(result)


if __name__ == "__main__":
    main()
