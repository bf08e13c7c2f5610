"""Figure 7: two processes on one PostgreSQL, with bells over Redis, against one.

Tables are shared out by process, as the documented proxy does. PostgreSQL, the load generator and
the processes share the machine's cores, so the row says what each of them used.
"""

from __future__ import annotations

from functools import partial

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

TARGET = 1.4


def site(processes: int, plan: Plan, postgres: str, redis: str | None) -> Json:
    """The whole site in so many processes of uvicorn."""
    with (
        folder("processes") as path,
        MeasuredSite(path, postgres=postgres, redis=redis) as measured,
    ):
        urls = [measured.serve("uvicorn") for _ in range(processes)]
        tables = measured.lay(plan.tables, urls)
        return load({"kind": "tables", "tables": tables, "pids": measured.pids, **plan.times})


def measure(plan: Plan, postgres: str, redis: str | None) -> Json:
    """Rates with one process and with two."""
    candidates = {
        "one process": partial(site, 1, plan, postgres, redis),
        "two processes": partial(site, 2, plan, postgres, redis),
    }
    done = rounds.run("processes", candidates, plan)
    return {
        "rows": rounds.rows(done),
        "bells": "Redis" if redis else "none",
        "ratios": [{"figure": 7, **rounds.ratio(done, "two processes", "one process", TARGET)}],
    }
