"""Figure 7: two processes on one PostgreSQL, which notify each other over Redis, against one process.

Tables are assigned to processes as the documented proxy does. PostgreSQL, the load generator and the
processes share the machine's cores; therefore the row has the CPU of each.
"""

from __future__ import annotations

from functools import partial

from tools.bench.live import rounds
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

TARGET_RATIO = 1.4


def measure_processes(processes: int, plan: Plan, postgres: str, redis: str | None) -> Json:
    """Measure moves on the site in `processes` processes of uvicorn; return the row."""
    with (
        folder("processes") as path,
        MeasuredSite(path, postgres=postgres, redis=redis) as measured,
    ):
        urls = [measured.serve("uvicorn") for _ in range(processes)]
        tables = measured.lay(plan.tables, urls)
        return load({"kind": "tables", "tables": tables, "pids": measured.pids, **plan.times})


def measure(plan: Plan, postgres: str, redis: str | None) -> Json:
    """Measure moves on one server process and on two; return the rates and their ratio."""
    candidates = {
        "one process": partial(measure_processes, 1, plan, postgres, redis),
        "two processes": partial(measure_processes, 2, plan, postgres, redis),
    }
    done = rounds.run("processes", candidates, plan)
    return {
        "rows": rounds.rows(done),
        "bells": "Redis" if redis else "none",
        "ratios": [
            {"figure": 7, **rounds.ratio(done, "two processes", "one process", TARGET_RATIO)}
        ],
    }
