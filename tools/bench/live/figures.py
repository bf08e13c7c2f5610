"""All figures of the live path: measured, printed, and kept in `tools/bench/results/live.json`."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable

from tools.bench.live import (
    beside_pages,
    beside_sign_ups,
    echo,
    ladder,
    moves,
    pages,
    processes,
    storage,
    waiting,
)
from tools.bench.live.rounds import Json, Plan
from tools.bench.written import write
from tools.soak.site import ROOT

RESULT = ROOT / "tools" / "bench" / "results" / "live.json"
POSTGRES = os.environ.get("TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")


def answers(url: str) -> bool:
    """Return whether a server listens at the address of a database."""
    import socket
    from urllib.parse import urlsplit

    place = urlsplit(url)
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex((place.hostname or "", place.port or 5432)) == 0


def parts(plan: Plan, matches: int, *, peers: bool) -> dict[str, Callable[[], Json]]:
    """Return the measurements that can run on this machine, by name."""
    postgres = POSTGRES if answers(POSTGRES) else None
    redis = REDIS if answers(REDIS) else None
    wanted: dict[str, Callable[[], Json]] = {
        "echo": lambda: echo.measure(plan),
        "moves": lambda: moves.measure(plan, with_peers=peers),
        "waiting": lambda: waiting.measure(plan),
        "pages": lambda: beside_pages.measure(plan, postgres, redis),
        "sign_ups": lambda: beside_sign_ups.measure(plan),
        "storage": lambda: storage.measure(matches, postgres),
    }
    if postgres:
        wanted["processes"] = lambda: processes.measure(plan, postgres, redis)
    return wanted


def keep(name: str, told: Json, command: str) -> None:
    """Write a part, and draw and write anew what shows them."""
    known = json.loads(RESULT.read_text()) if RESULT.exists() else {}
    known[name] = {"command": command, "machine": machine(), **told}
    write(RESULT, dict(sorted(known.items())))
    ladder.draw(known)
    pages.write(known)


def machine() -> Json:
    """Return the Python version and the number of cores of this machine."""
    return {"python": platform.python_version(), "cores": os.cpu_count()}


def show(name: str, told: Json) -> None:
    """Print a part as tables."""
    print(f"\n{name}")
    for title, row in told["rows"].items():
        if "rate" in row:
            figures = f"{row['rate']:>10,.0f} /s{row['p50_ms']:>9.1f} ms{row['p99_ms']:>9.1f} ms"
            used = f"{row['server_us'] or 0:>9.0f} us"
            print(f"  {title:<30}{figures}{used}  {row.get('on_disk') or ''}")
        elif "stored" in row:
            print(f"  {title:<30}{row['stored']:>10,} bytes a match, {row['log']:,.0f} of its log")
        else:
            print(f"  {title:<30}{'; '.join(row['voided'])}")
    for one in told["ratios"]:
        ratio = "nothing" if one["ratio"] is None else f"{one['ratio']:.2f}"
        range_ = f" [{one['low']:.2f} to {one['high']:.2f}]" if "low" in one else ""
        verdict = "reached" if one["met"] else "missed"
        print(
            f"  {one['figure']}. {one['of']} / {one['to']}: {ratio}{range_}, {one['target']} {verdict}"
        )


def measure(names: list[str], plan: Plan, *, matches: int, peers: bool, write: bool) -> None:
    """Measure these parts, or all there are; print, and keep where it is wanted."""
    command = f"python -m tools.bench.live --rounds {plan.rounds} --seconds {plan.seconds:g}"
    for name, part in parts(plan, matches, peers=peers).items():
        if names and name not in names:
            continue
        told = part()
        show(name, told)
        if write:
            keep(name, told, f"{command} --only {name}")
