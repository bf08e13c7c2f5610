"""Figure 10: the 95th percentile of a move while people sign up beside the tables, over it without.

Tables play at the pace of people in a hurry; meanwhile six connections make accounts as fast as
they are answered, in every second turn. Each account takes a hash by Argon2 with eight lanes. Both
figures of a round come from the same tables and processes, one right after the other.
"""

from __future__ import annotations

from games.management.progress import Progress
from tools.bench.live import rounds
from tools.bench.live.counting import CountingProcess
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import SERVERS, MeasuredSite, folder, load

CONNECTIONS = 6
THINKING_S = 1.0
"""Seconds before each card."""
TARGET = 3.0


def site(server: str, plan: Plan) -> tuple[list[Json], Json]:
    """Measure tables with sign-ups in every second turn; return the turns, and what was counted."""
    with folder("beside-sign-ups") as path, MeasuredSite(path) as measured:
        url = measured.serve(server)
        job = {
            "kind": "tables", "tables": measured.lay(plan.tables, [url]), "think": THINKING_S,
            "pids": measured.pids, "turns": 2 * plan.rounds,
        }  # fmt: skip
        address, period = url.replace("ws", "http", 1), str(plan.warm + plan.seconds)
        module = "tools.bench.live.ask_sign_ups"
        with CountingProcess(module, address, str(CONNECTIONS), period) as asking:
            windows: list[Json] = load({**job, **plan.times})["windows"]
            counters = asking.counters()
    if counters["failed"] or not counters["signed_up"]:
        raise RuntimeError(f"sign-ups were not answered as they should: {counters}")
    return windows, counters


def measure(plan: Plan) -> Json:
    """Measure latency with and without sign-ups, on each server."""
    rows: list[dict[str, Json]] = [{} for _ in range(plan.rounds)]
    sign_ups = {}
    with Progress("sign-ups beside", len(SERVERS)) as progress:
        for server in SERVERS:
            windows, sign_ups[server] = site(server, plan)
            for row, without, with_sign_ups in zip(rows, windows[::2], windows[1::2], strict=True):
                row |= {f"{server}, alone": without, f"{server}, sign-ups": with_sign_ups}
            progress.step()
    result = rounds.compared(rows, SERVERS, "sign-ups", figure=10, key="p95_ms", target=TARGET)
    return {**result, "sign_ups": sign_ups}
