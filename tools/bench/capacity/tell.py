"""What the model says, beside what was measured, and for how many people at once: tables and a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tools.bench import bars
from tools.bench.capacity import sizing
from tools.bench.capacity.model import Constants, Load, process
from tools.bench.live.pages import OPERATIONS, put
from tools.soak.site import ROOT

Json = dict[str, Any]
RESULT: Final = ROOT / "tools" / "bench" / "results" / "capacity.json"
PICTURE: Final = ROOT / "docs" / "images" / "capacity.svg"
LIMIT: Final = 0.2
"""Most that a prediction may be off, as a share of the measurement."""
UNITS: Final = {
    "cpu": ("CPU of the process", "cores", "{:.3f}"),
    "listener_cpu": ("CPU of a process that only receives", "cores", "{:.3f}"),
    "memory_mib": ("memory of the process", "MiB", "{:.0f}"),
    "grown_mib": ("of it, more than without people", "MiB", "{:.1f}"),
    "commits_s": ("commits", "a second", "{:.0f}"),
    "units_s": ("decisions in them", "a second", "{:.0f}"),
    "wal_bytes_s": ("WAL", "KB/s", "{:.0f}"),
    "database_cpu": ("CPU of PostgreSQL", "cores", "{:.3f}"),
    "sent_bytes_s": ("sent to people", "KB/s", "{:.0f}"),
    "messages_s": ("messages to other processes", "a second", "{:.0f}"),
    "redis_cpu": ("CPU of Redis", "cores", "{:.4f}"),
}
THEN: Final = {
    sizing.CORE: "two processes, with PostgreSQL and Redis",
    sizing.MESSAGES: "messages go to the processes with people at the table alone",
    sizing.REDIS: "the same, over several Redis by table",
    sizing.CONNECTIONS: "a pool of connections before PostgreSQL",
    sizing.DATABASE: "journals to databases of their own; read replicas for pages",
    sizing.JOURNALS: "one more database for journals",
}


def moves_for(costs: Constants, beside: Load, aim: float) -> float:
    """Return the moves a second that take this share of a core, with what goes on beside them."""
    low, high = 1.0, 10_000.0
    for _ in range(50):
        moves = (low + high) / 2
        if (
            process(
                costs,
                replace(beside, moves_s=moves, deals_s=moves / sizing.MOVES_A_DEAL),
                has_peers=True,
            )["cpu"]
            < aim
        ):
            low = moves
        else:
            high = moves
    return low


def compared(costs: Constants, measured: Mapping[str, float], beside: Load) -> Json:
    """Return for each quantity what was predicted for the load that there was, and measured."""
    load = replace(
        beside,
        moves_s=measured["moves"],
        deals_s=measured["deals"],
        beats_s=measured["beats"],
        pages_s=measured["pages"],
        lobby_changes_s=measured["changes"],
        entries=measured["played"],
    )
    told = process(costs, load, has_peers=True)
    told["listener_cpu"] = costs.idle / 1e6 + told["heard_cpu"]
    told["database_cpu"] += costs.db_idle / 1e6  # of the process that only receives
    told["redis_cpu"] += costs.redis_idle / 1e6
    told["wal_bytes_s"] += costs.wal_idle
    told["sent_bytes_s"] = sum(told[f"{what}_bytes_s"] for what in ("play", "lobby", "page"))
    told["grown_mib"] = told["memory_mib"] - costs.process_mib
    seen = {
        **measured,
        "memory_mib": measured["mib"],
        "grown_mib": measured["mib"] - costs.process_mib,
        "commits_s": measured["commits"],
        "units_s": measured["units"],
        "wal_bytes_s": measured["wal_bytes"],
        "sent_bytes_s": sum(measured[what] for what in ("bytes", "lobby_bytes", "page_bytes")),
        "messages_s": measured["messages"],
    }
    return {name: [_digits(told[name]), _digits(seen[name])] for name in UNITS}


def _digits(value: float) -> float:
    return float(f"{value:.4g}")


def off(predicted: float, measured: float) -> float:
    """Return by which share of the measurement a prediction is off.

    >>> round(off(90, 100), 6)
    -0.1
    """
    return predicted / measured - 1 if measured else 0.0


def comparison(told: Json) -> list[str]:
    """Return the table of predicted and measured values."""
    sizes = told["sizes"]
    head = [f"{one['tables']} tables, {one['moves_s']:.0f} moves/s" for one in sizes]
    lines = [f"| predicted / measured | {' | '.join(head)} |", f"| --- |{' --- |' * len(head)}"]
    for name, (title, unit, form) in UNITS.items():
        scale = 1000 if unit == "KB/s" else 1
        cells = []
        for one in sizes:
            predicted, measured = one["rows"][name]
            share = off(predicted, measured)
            values = f"{form.format(predicted / scale)} / {form.format(measured / scale)}"
            beyond = "**" if abs(share) > LIMIT else ""
            cells.append(f"{values}, {beyond}{share:+.0%}{beyond}")
        lines.append(f"| {title}, {unit} | {' | '.join(cells)} |")
    return lines


def people_table(costs: Constants) -> list[str]:
    """Return the table of people at once: machines, what fills up first, what to do then."""
    lines = [
        "| people at once | tables, moves/s | processes, machines for them | commits/s, WAL | sent | "
        "rows, GB a day | "
        "databases and replicas | fills up first as it is, at | then |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for people in sizing.PEOPLE:
        site, full = sizing.enough(costs, people)
        first = full[0] if full else site.fullest
        share = "" if full else f", {site.used[first]:.0%} used"
        design = site.design
        servers = f"1 + {design.databases} for journals" if design.databases else "1"
        servers += f", {design.replicas} replicas" if design.replicas else ""
        steps = "; ".join(THEN[name] for name in full or [first])
        lines.append(
            f"| {people:,} | {site.load.tables:,.0f}, {site.load.moves_s:,.0f} | {site.processes:,}, "
            f"{site.machines:,} | {site.commits_s:,.0f}, {site.wal_mb_s:,.1f} MB/s | "
            f"{site.sent_mb_s:,.1f} MB/s | {site.rows_a_day / 1e6:,.1f} M, "
            f"{site.bytes_a_day / 1e9:,.1f} | {servers} | {first}{share} | {steps} |"
        )
    return lines


def draw(costs: Constants) -> None:
    """Draw up to how many people the site goes as it is, and with each change."""
    steps: list[tuple[str, sizing.Design]] = [("as it is", sizing.Design())]
    design = sizing.Design(bells_by_table=True)
    steps.append(("messages by table", design))
    design = replace(design, pooled=True)
    steps.append(("and a pool of connections", design))
    design = replace(design, databases=2, replicas=1)
    steps.append(("and 2 databases of journals, 1 replica", design))
    design = replace(design, databases=4, replicas=4)
    steps.append(("and 4 databases of journals, 4 replicas", design))
    found = [
        (name, float(sizing.reach(costs, one)), at == 0) for at, (name, one) in enumerate(steps)
    ]
    bars.draw(PICTURE, "People at once that the site carries, by the model", found)


def into_documents(told: Json) -> None:
    """Write the tables into docs/operations.md, and the picture."""
    costs = Constants.read(told["constants"])
    put(OPERATIONS, "capacity", people_table(costs))
    put(OPERATIONS, "predicted", comparison(told))
    draw(costs)
