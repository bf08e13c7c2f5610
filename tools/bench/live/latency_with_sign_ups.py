"""Figure 10: the 95th percentile of a move's latency while people sign up, over that without sign-ups.

Tables play at the pace of people in a hurry. Meanwhile six connections make accounts as fast as they
are answered, in every second period. Each account takes a hash by Argon2 with eight lanes. Both
figures of a round come from the same tables and processes, one right after the other.
"""

from __future__ import annotations

from brisca_site.base.progress import Progress
from tools.bench.live import rounds
from tools.bench.live.counting_process import CountingProcess
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import SERVERS, MeasuredSite, folder, load

CONNECTIONS = 6
THINKING_S = 1.0
"""Mean seconds before each card."""
TARGET_RATIO = 3.0


def measure_server(server: str, plan: Plan) -> tuple[list[Json], Json]:
    """Measure the latency of moves with sign-ups in every second period.

    It returns rows without and with sign-ups in turn, and the counters of sign-ups.
    """
    with folder("beside-sign-ups") as path, MeasuredSite(path) as measured:
        url = measured.serve(server)
        job = {
            "kind": "tables", "tables": measured.lay(plan.tables, [url]), "think": THINKING_S,
            "pids": measured.pids, "turns": 2 * plan.rounds,
        }  # fmt: skip
        address, period = url.replace("ws", "http", 1), str(plan.warm + plan.seconds)
        module = "tools.bench.live.sign_up_requester"
        with CountingProcess(module, address, str(CONNECTIONS), period) as asking:
            windows: list[Json] = load({**job, **plan.times})["windows"]
            counters = asking.counters()
    if counters["failed"] or not counters["signed_up"]:
        raise RuntimeError(f"sign-ups were not answered as they should: {counters}")
    return windows, counters


def measure(plan: Plan) -> Json:
    """Measure the latency of moves with and without sign-ups, on each server."""
    rows: list[dict[str, Json]] = [{} for _ in range(plan.rounds)]
    sign_ups = {}
    with Progress("sign-ups beside", len(SERVERS)) as progress:
        for server in SERVERS:
            windows, sign_ups[server] = measure_server(server, plan)
            for row, without, with_sign_ups in zip(rows, windows[::2], windows[1::2], strict=True):
                row |= {f"{server}, alone": without, f"{server}, sign-ups": with_sign_ups}
            progress.step()
    result = rounds.compared(
        rows, SERVERS, "sign-ups", figure=10, key="p95_ms", target=TARGET_RATIO
    )
    return {**result, "sign_ups": sign_ups}
