"""Rounds: every candidate once in each, ratios within a round, medians of those."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.management.progress import Progress

Json = dict[str, Any]
Candidate = Callable[[], Json]
KEPT = (
    "rate", "p50_ms", "p95_ms", "p99_ms", "server_us", "server_cpu", "generator_cpu",
    "kib_a_socket_idle", "kib_a_socket_after",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """The length of a measurement and its number of sockets."""

    rounds: int = 3
    warm: float = 1.0
    seconds: float = 3.0
    tables: int = 50
    still: float = 1.0
    """Seconds for which a table or a socket may stand still before the row is void."""
    least: int = 0
    """What is waited for where so much was not yet done in the time."""

    @property
    def times(self) -> Json:
        """For a job of the load generator."""
        times = {"warm": self.warm, "seconds": self.seconds, "still": self.still}
        return {**times, "least": self.least}

    @property
    def sockets(self) -> int:
        """Of tables of four."""
        return self.tables * 4


QUICK = Plan(rounds=1, warm=0.1, seconds=0.3, tables=3, still=60, least=1)
"""Whether it works, however slow the machine is; the figures of it say nothing."""


def run(name: str, candidates: Mapping[str, Candidate], plan: Plan) -> list[dict[str, Json]]:
    """All candidates in each round, the order turned by one from round to round."""
    names, rounds = list(candidates), []
    with Progress(name, plan.rounds * len(names)) as progress:
        for number in range(plan.rounds):
            at = number % len(names)
            done = {}
            for one in names[at:] + names[:at]:
                done[one] = candidates[one]()
                progress.step()
            rounds.append(done)
    return rounds


def with_and_without(
    name: str,
    plan: Plan,
    sites: Mapping[str, Callable[[bool], Json]],
    beside: str,
) -> list[dict[str, Json]]:
    """Measure each site with something beside the tables and alone; return the rounds.

    A site is called with whether there is something beside.
    """
    candidates = {
        f"{one}, {beside if there else 'alone'}": partial(site, there)
        for one, site in sites.items()
        for there in (False, True)
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
    """Return rows and ratios of rounds in which each site was measured alone and with something beside.

    `key` is what is compared, which may be `target` times as much at most.
    """
    ratios = [
        ratio(done, f"{one}, {beside}", f"{one}, alone", target, key=key, at_most=True)
        for one in sites
    ]
    return {"rows": rows(done), "ratios": [{"figure": figure, **one} for one in ratios]}


def void(row: Json) -> str:
    """Why a row counts for nothing; empty where it is sound."""
    if row["errors"]:
        return str(row["errors"][0])
    if row["stalled"]:
        return f"{row['stalled']} stalled"
    return "" if row["counted"] else "nothing was counted"


def rows(rounds: Sequence[Mapping[str, Json]]) -> Json:
    """For each candidate the median of every figure over its sound rounds, and what was wrong."""
    told: Json = {}
    for name in rounds[0]:
        sound = [done[name] for done in rounds if not void(done[name])]
        medians = {
            key: round(statistics.median(row[key] for row in sound), 3)
            for key in KEPT
            if sound and all(row.get(key) is not None for row in sound)
        }
        troubles = [why for done in rounds if (why := void(done[name]))]
        bound = any(row["generator_bound"] for row in sound)
        told[name] = {**medians, "rounds": len(sound), "voided": troubles}
        if bound:
            told[name]["generator_bound"] = True
    return told


def ratio(
    rounds: Sequence[Mapping[str, Json]],
    above: str,
    below: str,
    target: float,
    *,
    key: str = "rate",
    at_most: bool = False,
) -> Json:
    """The ratio of two candidates: the median over the rounds in which both are sound."""
    ratios = [
        done[above][key] / done[below][key]
        for done in rounds
        if not void(done[above]) and not void(done[below]) and done[below][key]
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
