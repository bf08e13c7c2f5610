"""Figure 1: what a consumer costs on top of its server. Echo; see `tools.bench.live.echo_server`."""

from __future__ import annotations

from functools import partial

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

SERVERS = ("uvicorn", "daphne")
APPS = ("raw", "lean", "stock")
TARGET = 0.8


def candidate(server: str, app: str, plan: Plan) -> Json:
    """One echo on a fresh server."""
    with folder("echo") as path, MeasuredSite(path) as site:
        url = site.echo(server, app)
        job = {"kind": "echo", "url": url, "sockets": plan.sockets, "pids": site.pids}
        return load({**job, **plan.times})


def measure(plan: Plan) -> Json:
    """Rates, and the consumer over the bare application on each server."""
    candidates = {
        f"{app}, {server}": partial(candidate, server, app, plan)
        for server in SERVERS
        for app in APPS
    }
    done = rounds.run("echo", candidates, plan)
    return {
        "rows": rounds.rows(done),
        "ratios": [
            {"figure": 1, **rounds.ratio(done, f"lean, {server}", f"raw, {server}", TARGET)}
            for server in SERVERS
        ],
    }
