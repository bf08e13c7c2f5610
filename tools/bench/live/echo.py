"""Figure 1: the cost of a consumer on top of its server, by echo; see `tools.bench.live.echo_server`."""

from __future__ import annotations

from functools import partial

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

SERVERS = ("uvicorn", "daphne")
APPS = ("raw", "lean", "stock")
TARGET_RATIO = 0.8


def candidate(server: str, app: str, plan: Plan) -> Json:
    """Measure one echo application on a fresh server; return its row."""
    with folder("echo") as path, MeasuredSite(path) as site:
        url = site.echo(server, app)
        job = {"kind": "echo", "url": url, "sockets": plan.sockets, "pids": site.pids}
        return load({**job, **plan.times})


def measure(plan: Plan) -> Json:
    """Measure all echo applications; return rates, and ratios of consumers to the bare one."""
    candidates = {
        f"{app}, {server}": partial(candidate, server, app, plan)
        for server in SERVERS
        for app in APPS
    }
    done = rounds.run("echo", candidates, plan)
    return {
        "rows": rounds.rows(done),
        "ratios": [
            {"figure": 1, **rounds.ratio(done, f"lean, {server}", f"raw, {server}", TARGET_RATIO)}
            for server in SERVERS
        ],
    }
