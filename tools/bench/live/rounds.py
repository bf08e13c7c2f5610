"""Rounds of a benchmark: every candidate runs once in each; ratios within a round, and their medians."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from brisca_site.base.progress import Progress

Json = dict[str, Any]
Candidate = Callable[[], Json]
MEDIAN_FIGURES = (
    "rate", "p50_ms", "p95_ms", "p99_ms", "server_us", "server_cpu", "generator_cpu",
    "kib_a_socket_idle", "kib_a_socket_after",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """Length of a measurement and its number of tables; times in seconds."""

    rounds: int = 3
    warm: float = 1.0
    seconds: float = 3.0
    tables: int = 50
    stall_limit: float = 1.0
    """Seconds for which a table or a socket may stand still before the row is void."""
    least: int = 0
    """Least number of answers to wait for, even if that takes longer than `seconds`."""

    @property
    def times(self) -> Json:
        """Return the durations (seconds) of the plan, as fields of a job for the load generator."""
        times = {"warm": self.warm, "seconds": self.seconds, "stall_limit": self.stall_limit}
        return {**times, "least": self.least}

    @property
    def sockets(self) -> int:
        """Return the number of sockets at all tables, four at each."""
        return self.tables * 4


QUICK = Plan(rounds=1, warm=0.1, seconds=0.3, tables=3, stall_limit=60, least=1)
"""Shortest plan, which shows only whether a benchmark works, on however slow a machine."""


def run(name: str, candidates: Mapping[str, Candidate], plan: Plan) -> list[dict[str, Json]]:
    """Run all candidates in each round; return a list of rounds, each candidate -> its row.

    The order is rotated by one from round to round.
    """
    names, rounds = list(candidates), []
    with Progress(name, plan.rounds * len(names)) as progress:
        for number in range(plan.rounds):
            at = number % len(names)
            done = {}
            for candidate in names[at:] + names[:at]:
                done[candidate] = candidates[candidate]()
                progress.step()
            rounds.append(done)
    return rounds


def with_and_without(
    name: str,
    plan: Plan,
    sites: Mapping[str, Callable[[bool], Json]],
    beside: str,
) -> list[dict[str, Json]]:
    """Measure each site alone and with load beside its tables, in rounds; return the rounds.

    A site is called with whether to make the load; `beside` is the load's name in the rows.
    """
    candidates = {
        f"{server}, {beside if is_loaded else 'alone'}": partial(site, is_loaded)
        for server, site in sites.items()
        for is_loaded in (False, True)
    }
    return run(name, candidates, plan)


def compared(
    done: Sequence[Mapping[str, Json]],
    sites: Iterable[str],
    beside: str,
    *,
    figure: int,
    key: str,
    target: float,
) -> Json:
    """Return rows and ratios (loaded to alone) from rounds of `with_and_without`.

    `key` is the figure that is compared; with the load it may be `target` times as large at most.
    """
    ratios = [
        ratio(done, f"{server}, {beside}", f"{server}, alone", target, key=key, at_most=True)
        for server in sites
    ]
    return {"rows": rows(done), "ratios": [{"figure": figure, **row} for row in ratios]}


def void_reason(row: Json) -> str:
    """Return the reason why a measured row does not count; "" for a sound row."""
    if row["errors"]:
        return str(row["errors"][0])
    if row["stalled"]:
        return f"{row['stalled']} stalled"
    return "" if row["counted"] else "nothing was counted"


def rows(rounds: Sequence[Mapping[str, Json]]) -> Json:
    """Return candidate -> the median of each figure over its sound rounds, and void reasons."""
    rows_by_name: Json = {}
    for name in rounds[0]:
        sound = [done[name] for done in rounds if not void_reason(done[name])]
        medians = {
            key: round(statistics.median(row[key] for row in sound), 3)
            for key in MEDIAN_FIGURES
            if sound and all(row.get(key) is not None for row in sound)
        }
        troubles = [why for done in rounds if (why := void_reason(done[name]))]
        bound = any(row["generator_bound"] for row in sound)
        rows_by_name[name] = {**medians, "rounds": len(sound), "voided": troubles}
        if bound:
            rows_by_name[name]["generator_bound"] = True
    return rows_by_name


def ratio(
    rounds: Sequence[Mapping[str, Json]],
    above: str,
    below: str,
    target: float,
    *,
    key: str = "rate",
    at_most: bool = False,
) -> Json:
    """Return a dict with the ratio of two candidates' figures, and whether it meets the target.

    It is the median over the rounds in which both are sound. The target is the least ratio, or the
    greatest with `at_most`.
    """
    ratios = [
        done[above][key] / done[below][key]
        for done in rounds
        if not void_reason(done[above]) and not void_reason(done[below]) and done[below][key]
    ]
    if not ratios:
        return {"of": above, "to": below, "ratio": None, "target": target, "met": False}
    middle = statistics.median(ratios)
    return {
        "of": above,
        "to": below,
        "ratio": round(middle, 3),
        "low": round(min(ratios), 3),
        "high": round(max(ratios), 3),
        "target": target,
        "met": middle <= target if at_most else middle >= target,
    }
