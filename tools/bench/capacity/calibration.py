"""The constants of the model, from runs of one size, each on a fresh site."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from tools.bench.capacity.site import OPEN_TABLES, CapacitySite

Json = dict[str, Any]
Runs = Mapping[str, Mapping[str, float]]
TABLES: Final = 25
PROCESSES: Final = 2


@dataclass(frozen=True, slots=True)
class Run:
    """A load for some seconds."""

    tables: int = 0
    players: int = 4
    pages_s: float = 0.0
    job: Json = field(default_factory=dict)

    def observe(self, site: CapacitySite, seconds: float) -> Json:
        """Run it at tables of its own and return the rates; RuntimeError where the load fails."""
        job = {**self.job, "tables": site.seat(self.tables, self.players)}
        told = site.observe(job, seconds, pages_s=self.pages_s)
        return {**told, "players": self.players, "tables": self.tables}


def _play(think: float, players: int = 4) -> Run:
    return Run(tables=TABLES, players=players, job={"play": True, "think": think})


RUNS: Final[Mapping[str, Run]] = {
    "idle": Run(),
    "seated": Run(tables=4 * TABLES),
    "beats": Run(tables=TABLES, job={"beat_s": 0.25}),
    "slow": _play(0.3),
    "middle": _play(0.12),
    "quick": _play(0.04),
    "pairs": _play(0.08, players=2),
    "pages": Run(pages_s=10.0),
    "lobby of few": Run(job={"lobby": 10, "changes_s": 1}),
    "lobby of many": Run(job={"lobby": 300, "changes_s": 1}),
}
"""The runs in a site of two processes, one after the other; the first is the first of all."""
ALONE: Final[Mapping[str, Run]] = {
    "one process, idle": Run(),
    "one process, lobby": Run(job={"lobby": 300}),
    "one process, middle": _play(0.12),
}
"""The same in a site of one process."""
PLAYED: Final = ("slow", "middle", "quick", "pairs")


def solve(rows: Sequence[Sequence[float]], totals: Sequence[float]) -> list[float]:
    """Return the costs, none negative, whose sums come nearest to the totals, each as a share of its total.

    >>> [round(cost, 6) for cost in solve([[1, 0], [1, 2], [2, 2]], [3, 7, 10])]
    [3.0, 2.0]
    >>> [round(cost, 6) for cost in solve([[1, 1], [1, 2]], [3, 2])]
    [2.307692, 0.0]
    """
    matrix = np.array(rows, float) / np.array(totals, float)[:, None]
    free = list(range(matrix.shape[1]))
    while True:
        found = np.linalg.lstsq(matrix[:, free], np.ones(len(totals)), rcond=None)[0]
        if (found >= 0).all():
            break
        del free[int(found.argmin())]
    costs = np.zeros(matrix.shape[1])
    costs[free] = found
    return [float(cost) for cost in costs]


def scaled(run: Json, work_ms: float) -> Json:
    """Return a run with its CPU as it is where the fixed work beside it takes `work_ms`."""
    return {
        name: value * work_ms / run["work_ms"] if name.endswith("cpu") else value
        for name, value in run.items()
    }


def constants(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return each constant with how it was measured."""
    found: dict[str, tuple[float, str]] = {}
    for part in (_beside, _moves, _commits, _memory, _bytes):
        found |= part(runs)
    return {name: (round(value, 4), how) for name, (value, how) in found.items()}


def _each(runs: Runs, run: str, what: str, by: str, less: float) -> float:
    """Return what one of `by` took in a run, in millionths, beyond what a second takes anyway."""
    return max(0.0, runs[run][what] * 1e6 - less) / runs[run][by]


def _beside(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return what is no play: the idle process, heartbeats, pages, the lobby."""
    idle, few, many = runs["idle"], runs["lobby of few"], runs["lobby of many"]
    told = {}
    told["idle"] = (idle["cpu"] * 1e6, "run idle")
    for kind, what in (("db_", "database_cpu"), ("redis_", "redis_cpu"), ("wal_", "wal_bytes")):
        scale = 1.0 if kind == "wal_" else 1e6
        told[f"{kind}idle"] = (idle[what] * scale / PROCESSES, "run idle, for each process")
    told["beat"] = (_each(runs, "beats", "cpu", "beats", told["idle"][0]), "run beats less idle")
    for kind, what in (("", "cpu"), ("db_", "database_cpu")):
        page = _each(runs, "pages", what, "pages", idle[what] * 1e6)
        told[f"{kind}page"] = (page, "run pages less idle")
    # a change is one coming or going in the lobby: its handshake is part of it
    frames = many["lobby_frames"] - few["lobby_frames"]
    frame = (many["cpu"] - few["cpu"]) * 1e6 / frames
    told["lobby_frame"] = (frame, "run lobby of many less lobby of few")
    spent = few["cpu"] * 1e6 - told["idle"][0] - frame * few["lobby_frames"]
    told["lobby_change"] = (spent / few["changes"], "run lobby of few less idle")
    spent = (few["database_cpu"] - idle["database_cpu"]) * 1e6
    told["db_lobby_change"] = (spent / few["changes"], "run lobby of few less idle")
    return told


def _moves(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return what moves and commits cost: least squares over runs at different paces and with two seats."""
    idle, how = runs["idle"], "least squares over the runs " + ", ".join(PLAYED)
    played = [runs[name] for name in PLAYED]

    def fit(rows: Callable[[Mapping[str, float]], list[float]], what: str) -> list[float]:
        beyond = [(run[what] - idle[what]) * 1e6 for run in played]
        return solve([rows(run) for run in played], beyond)

    move, view, commit = fit(
        lambda run: [run["moves"], run["moves"] * run["players"], run["commits"]], "cpu"
    )
    alone = runs["one process, middle"]
    expected = alone["moves"] * (move + view * alone["players"]) + alone["commits"] * commit
    ring = max(0.0, (expected - (alone["cpu"] - idle["cpu"]) * 1e6) / alone["commits"])
    ring = min(ring, commit)
    hear, hear_unit = fit(lambda run: [run["commits"], run["units"]], "listener_cpu")
    unit, db_commit = fit(lambda run: [run["units"], run["commits"]], "database_cpu")
    wal_unit, wal_commit = (
        cost / 1e6 for cost in fit(lambda run: [run["units"], run["commits"]], "wal_bytes")
    )
    (message,) = fit(lambda run: [run["messages"]], "redis_cpu")
    return {
        "move": (move, how),
        "view": (view, how),
        "commit": (commit - ring, how + ", less `ring`"),
        "ring": (ring, "run one process, middle, against the others"),
        "hear": (hear, how + ", the process without people"),
        "hear_unit": (hear_unit, how + ", the process without people"),
        "db_unit": (unit, how),
        "db_commit": (db_commit, how),
        "wal_unit": (wal_unit, how),
        "wal_commit": (wal_commit, how),
        "redis_message": (message, how),
    }


def _commits(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return how many decisions there are, and how long a commit takes with what is around it."""
    played = [runs[name] for name in PLAYED]
    lasts = [1e3 * duration(run["units"], run["commits"]) for run in played]
    rows = [
        [1.0, run["units"] / run["commits"], run["cpu"] / (1 - min(run["cpu"], 0.95))]
        for run in played
    ]
    how = "least squares over the runs " + ", ".join(PLAYED)
    fixed, unit, busy = solve(rows, lasts)
    each = solve(
        [[run["deals"], run["deals"] * run["players"]] for run in played],
        [run["units"] - run["moves"] for run in played],
    )
    messages = sum(run["messages"] for run in played) / sum(run["commits"] for run in played)
    return {
        "commit_ms": (fixed, how),
        "unit_ms": (unit, how),
        "busy_ms": (busy, how),
        "deal_units": (each[0], how),
        "player_units": (each[1], how),
        "messages_a_commit": (messages, how),
    }


def duration(arrivals_s: float, commits_s: float) -> float:
    """Return the seconds of a commit that make so many commits of so many arrivals (`model.commits_s`).

    >>> round(duration(100, 90), 4), round(duration(1000, 180), 4)
    (0.0051, 0.0056)
    """
    low, high = 1e-6, 1 / commits_s
    for _ in range(60):
        lasts = (low + high) / 2
        if lasts + math.exp(-arrivals_s * lasts) / arrivals_s < 1 / commits_s:
            low = lasts
        else:
            high = lasts
    return low


def _memory(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return the memory of a process, a socket, a table and an entry of a journal."""
    idle, seated = runs["idle"], runs["seated"]
    alone, lobby = runs["one process, idle"], runs["one process, lobby"]
    socket, table = solve(
        [[300, 0], [seated["tables"] * seated["players"], seated["tables"]]],
        [(lobby["mib"] - alone["mib"]) * 1024, (seated["mib"] - idle["mib"]) * 1024],
    )
    asked = max(0.0, runs["pages"]["mib"] - runs["pairs"]["mib"])
    played = [runs[name] for name in PLAYED]
    entry = sum(run["grown_mib"] for run in played) * 1024 / sum(run["moves"] for run in played)
    return {
        "process_mib": (idle["mib"] + asked, "run idle, and what the first pages add"),
        "socket_kib": (socket, "least squares over the runs one process, lobby, and seated"),
        "table_kib": (table, "least squares over the runs one process, lobby, and seated"),
        "entry_kib": (max(0.0, entry), "growth in the runs " + ", ".join(PLAYED)),
    }


def _bytes(runs: Runs) -> dict[str, tuple[float, str]]:
    """Return the bytes that are sent, without those of TLS and TCP."""
    many, pages = runs["lobby of many"], runs["pages"]
    played = [runs[name] for name in PLAYED]
    views = sum(run["moves"] * run["players"] for run in played)
    row = many["lobby_bytes"] / many["lobby_frames"] / OPEN_TABLES
    sent = sum(run["bytes"] for run in played)
    return {
        "view_bytes": (sent / views, "runs " + ", ".join(PLAYED)),
        "lobby_row_bytes": (row, "run lobby of many"),
        "page_bytes": (pages["page_bytes"] / pages["pages"], "run pages, as compressed"),
    }
