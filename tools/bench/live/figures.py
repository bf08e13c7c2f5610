"""Measure all figures of the live path, print them and store them in `tools/bench/results/live.json`."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable

from tests.support.site import ROOT
from tools.bench.live import (
    doc_tables,
    echo,
    latency_with_pages,
    latency_with_sign_ups,
    latency_with_slow_queries,
    moves,
    processes,
    server_rates_chart,
    storage,
)
from tools.bench.live.rounds import Json, Plan
from tools.bench.result_files import write_result

RESULT = ROOT / "tools" / "bench" / "results" / "live.json"
POSTGRES_URL = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def answers(url: str) -> bool:
    """Return True if the server at a database's URL accepts connections."""
    import socket
    from urllib.parse import urlsplit

    place = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((place.hostname or "", place.port or 5432)) == 0


def parts(plan: Plan, matches: int, *, peers: bool) -> dict[str, Callable[[], Json]]:
    """Return the measurements of the live path that can run on this machine, by name.

    `matches` is for the storage; `peers` allows installing and measuring boardgame.io.
    """
    postgres = POSTGRES_URL if answers(POSTGRES_URL) else None
    redis = REDIS_URL if answers(REDIS_URL) else None
    measurements: dict[str, Callable[[], Json]] = {
        "echo": lambda: echo.measure(plan),
        "moves": lambda: moves.measure(plan, with_peers=peers),
        "waiting": lambda: latency_with_slow_queries.measure(plan),
        "pages": lambda: latency_with_pages.measure(plan, postgres, redis),
        "sign_ups": lambda: latency_with_sign_ups.measure(plan),
        "storage": lambda: storage.measure(matches, postgres),
    }
    if postgres:
        measurements["processes"] = lambda: processes.measure(plan, postgres, redis)
    return measurements


def store_part(name: str, result: Json, command: str) -> None:
    """Store a measurement's result with its command; update chart and tables of the documents."""
    results = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    results[name] = {"command": command, "machine": machine(), **result}
    write_result(RESULT, dict(sorted(results.items())))
    server_rates_chart.draw(results)
    doc_tables.update_documents(results)


def machine() -> Json:
    """Return the Python version and the number of cores of this machine."""
    return {"python": platform.python_version(), "cores": os.cpu_count()}


def show(name: str, result: Json) -> None:
    """Print a measurement's rows and ratios."""
    print(f"\n{name}")
    for title, row in result["rows"].items():
        if "rate" in row:
            figures = f"{row['rate']:>10,.0f} /s{row['p50_ms']:>9.1f} ms{row['p99_ms']:>9.1f} ms"
            used = f"{row['server_us'] or 0:>9.0f} us"
            print(f"  {title:<30}{figures}{used}  {row.get('on_disk') or ''}")
        elif "stored" in row:
            print(f"  {title:<30}{row['stored']:>10,} bytes a match, {row['log']:,.0f} of its log")
        else:
            print(f"  {title:<30}{'; '.join(row['voided'])}")
    for row in result["ratios"]:
        ratio = "nothing" if row["ratio"] is None else f"{row['ratio']:.2f}"
        range_ = f" [{row['low']:.2f} to {row['high']:.2f}]" if "low" in row else ""
        verdict = "reached" if row["met"] else "missed"
        print(
            f"  {row['figure']}. {row['of']} / {row['to']}: {ratio}{range_}, {row['target']} {verdict}"
        )


def measure(names: list[str], plan: Plan, *, matches: int, peers: bool, store: bool) -> None:
    """Measure the named parts of the live path, or all; print the results, store them if `store`.

    `matches` is for the storage; `peers` allows installing and measuring boardgame.io.
    """
    command = f"python -m tools.bench.live --rounds {plan.rounds} --seconds {plan.seconds:g}"
    for name, part in parts(plan, matches, peers=peers).items():
        if names and name not in names:
            continue
        result = part()
        show(name, result)
        if store:
            store_part(name, result, f"{command} --only {name}")
