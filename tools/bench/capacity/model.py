"""The model: from measured constants and a load to what a process and the whole site use.

Rates are those of a second, CPU is in cores (seconds of CPU a second). Nothing here measures.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Self

LOBBY_EVERY_S: Final = 0.5
"""Shortest interval of two messages of the lobby (`lobby_every` of the live path)."""
LISTED: Final = 60
"""Most tables that the lobby lists."""


@dataclass(frozen=True, slots=True)
class Constants:
    """Costs that were measured: µs of CPU, KiB or bytes for one of what the name says."""

    idle: float
    """Of a process that has no visitor, in µs of CPU a second; `db_idle` and `wal_idle` alike."""
    move: float
    """With its share of the deal, without its views and its commit."""
    view: float
    """Of a move as one more person sees it."""
    commit: float
    beat: float
    page: float
    lobby_frame: float
    lobby_change: float
    ring: float
    """To send the messages of one commit to the other processes."""
    hear: float
    """To receive them in another process; `hear_unit` for each decision that they are about."""
    hear_unit: float
    deal_units: float
    """Decisions in the journal for a deal besides its moves; `player_units` for each player."""
    player_units: float
    messages_a_commit: float
    commit_ms: float
    """From the beginning of a commit to when the next can begin; `unit_ms` for each decision besides."""
    unit_ms: float
    busy_ms: float
    """Milliseconds that a commit takes longer for the share of the core in use over that left."""
    process_mib: float
    socket_kib: float
    table_kib: float
    entry_kib: float
    """Of a match in memory for each entry of its journal."""
    view_bytes: float
    """Sent to each person at the table for a move, with its share of the deal."""
    lobby_row_bytes: float
    """Of the lobby's message for each table of its list."""
    page_bytes: float
    db_idle: float
    db_unit: float
    db_commit: float
    db_page: float
    db_lobby_change: float
    wal_idle: float
    wal_unit: float
    wal_commit: float
    match_rows: float
    """Rows that a finished match leaves for good; `match_bytes` in all tables and indexes."""
    match_bytes: float
    redis_idle: float
    redis_message: float
    """Of one message with its delivery to two processes."""

    @classmethod
    def read(cls, known: Mapping[str, Any]) -> Self:
        """Return the constants of a result, each of which has its value first."""
        return cls(**{field.name: float(known[field.name][0]) for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class Load:
    """Load of a process, or of a site."""

    tables: float
    players: float = 4
    """At each table; `watchers` besides."""
    watchers: float = 0
    lobby: float = 0
    """Sockets in the lobby."""
    listed: float = 0
    """Tables that it lists."""
    moves_s: float = 0
    deals_s: float = 0
    beats_s: float = 0
    pages_s: float = 0
    lobby_changes_s: float = 0
    entries: float = 0
    """Of the journals of all matches that are in memory."""

    @property
    def viewers(self) -> float:
        """Return the number of sockets of one table."""
        return self.players + self.watchers

    @property
    def sockets(self) -> float:
        """Return the number of all sockets."""
        return self.tables * self.viewers + self.lobby

    def share(self, processes: int) -> Load:
        """Return the load of one of so many; what the lobby shows changes in all of them."""
        parts = ("tables", "lobby", "moves_s", "deals_s", "beats_s", "pages_s", "entries")
        return replace(self, **{name: getattr(self, name) / processes for name in parts})


def commits_s(costs: Constants, arrivals: float, busy: float = 0.0) -> float:
    """Return the commits a second of one writer to which so many decisions a second come.

    Whatever arrives during a commit of d seconds is in the next one. Arrivals are independent, l a
    second: after a commit nothing waits with the probability exp(-l d), and then the writer sleeps for
    1/l. So there is a commit every d + exp(-l d) / l seconds. `busy` is the share of its core
    that the process uses: its loop comes back to the writer later.

    >>> costs = replace(_ONES, commit_ms=5.0, unit_ms=0.1, busy_ms=0.0)
    >>> [round(commits_s(costs, arrivals)) for arrivals in (1, 100, 1_000, 5_000)]
    [1, 90, 180, 100]
    """
    if not arrivals:
        return 0.0
    fixed = (costs.commit_ms + costs.busy_ms * busy / (1 - min(busy, 0.95))) / 1000
    low, high = 0.0, arrivals
    for _ in range(30):  # more commits have fewer units each, which take less time
        rate = (low + high) / 2
        lasts = fixed + costs.unit_ms / 1000 * arrivals / rate
        if rate * (lasts + math.exp(-arrivals * lasts) / arrivals) > 1:
            high = rate
        else:
            low = rate
    return low


def process(
    costs: Constants, mine: Load, *, has_peers: bool = False, hears: float = 0
) -> dict[str, float]:
    """Return what a process with this load uses, and causes in the database and in Redis.

    `has_peers`: it sends its messages to other processes. `hears`: the number of processes, each with
    as much load, whose messages it receives.

    >>> told = process(_ONES, Load(tables=10, moves_s=10, lobby=2, lobby_changes_s=9, listed=1))
    >>> [told[name] for name in ("sockets", "lobby_bytes_s", "memory_mib")]
    [42, 4.0, 1.05078125]
    """
    changes = min(mine.lobby_changes_s, 1 / LOBBY_EVERY_S)
    units = mine.moves_s + mine.deals_s * (costs.deal_units + costs.player_units * mine.players)
    beside = costs.idle + mine.moves_s * (costs.move + costs.view * mine.viewers)
    beside += mine.beats_s * costs.beat + mine.pages_s * costs.page
    beside += changes * (costs.lobby_change + mine.lobby * costs.lobby_frame)
    beside += hears * units * costs.hear_unit
    each = costs.commit + (costs.ring if has_peers else 0) + hears * costs.hear
    cpu, commits = beside / 1e6, 0.0
    for _ in range(14):  # fewer commits where the process is busier
        commits = commits_s(costs, units, cpu)
        cpu = (cpu + (beside + commits * each) / 1e6) / 2
    memory = costs.process_mib + mine.sockets * costs.socket_kib / 1024
    memory += (mine.tables * costs.table_kib + mine.entries * costs.entry_kib) / 1024
    messages = commits * costs.messages_a_commit if has_peers else 0.0
    journal = units * costs.db_unit + commits * costs.db_commit
    reads = costs.db_idle + mine.pages_s * costs.db_page + changes * costs.db_lobby_change
    return {
        "cpu": cpu,
        "heard_cpu": (commits * costs.hear + units * costs.hear_unit) / 1e6,
        "memory_mib": memory,
        "sockets": mine.sockets,
        "commits_s": commits,
        "units_s": units,
        "play_bytes_s": mine.moves_s * mine.viewers * costs.view_bytes,
        "lobby_bytes_s": changes * mine.lobby * costs.lobby_row_bytes * min(mine.listed, LISTED),
        "page_bytes_s": mine.pages_s * costs.page_bytes,
        "database_cpu": (journal + reads) / 1e6,
        "journal_cpu": journal / 1e6,
        "wal_bytes_s": costs.wal_idle + units * costs.wal_unit + commits * costs.wal_commit,
        "messages_s": messages,
        "redis_cpu": (costs.redis_idle + messages * costs.redis_message) / 1e6,
    }


_ONES: Final = Constants(*(1.0 for _ in fields(Constants)))
"""Constants for examples."""
