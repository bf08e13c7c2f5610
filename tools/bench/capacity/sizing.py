"""From people at once to machines: what the site needs, and what fills up first."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

from tools.bench.capacity.model import LISTED, LOBBY_EVERY_S, Constants, Load, process

PEOPLE: Final = (1_000, 10_000, 100_000, 1_000_000)
MOVES_A_DEAL: Final = 40
DAY_S: Final = 86_400


@dataclass(frozen=True, slots=True)
class Assumed:
    """Assumptions about people and machines, none of them measured."""

    playing: float = 0.6
    """Share of the people who sit at a table; `watching` watch one, the rest is in the lobby."""
    watching: float = 0.1
    players: int = 4
    seconds_a_move: float = 4.0
    """Of a table; `actions_a_match` of them make a match."""
    actions_a_match: float = 156.0
    pages_s: float = 1 / 60
    """Of each person who does not play."""
    beat_s: float = 10.0
    day: float = 0.4
    """People at once in the mean of a day, as a share of those at its busiest."""
    cores: int = 8
    """Of a machine; `gib` of memory."""
    gib: int = 32
    use: float = 0.8
    """Share of a core, of memory or of anything else that is planned with."""
    gbit_s: float = 1.0
    """Gigabits a second that a machine sends."""
    connections: int = 1_000
    """Connections that a database takes; `connections_a_process` that a process holds."""
    connections_a_process: int = 8


@dataclass(frozen=True, slots=True)
class Design:
    """Additions to one database; without any of them this is the site as it is."""

    bells_by_table: bool = False
    """Only processes with people at a table receive its messages; Redis is distributed by table."""
    pooled: bool = False
    """A pool of connections stands before each database."""
    replicas: int = 0
    """Standbys that pages and lists are read from."""
    databases: int = 0
    """For journals alone, distributed by the hash of the match; 0: they are in the one database."""


MESSAGES: Final = "messages between processes"
CORE: Final = "a process's core"
DATABASE: Final = "the database's cores"
JOURNALS: Final = "the cores of journals' databases"
CONNECTIONS: Final = "the database's connections"
REDIS: Final = "Redis's core"


@dataclass(frozen=True, slots=True)
class Site:
    """Needs of a number of people at once."""

    load: Load
    processes: int
    design: Design
    used: dict[str, float]
    """By resource that more processes do not relieve: the share of it that is used."""
    machines: int
    """For processes alone."""
    memory_gib: float
    commits_s: float
    wal_mb_s: float
    sent_mb_s: float
    messages_s: float
    rows_a_day: float
    bytes_a_day: float

    @property
    def fullest(self) -> str:
        """Return the resource of which the largest share is used."""
        return max(self.used, key=lambda name: self.used[name])


def load_of(people: float, assumed: Assumed = Assumed()) -> Load:
    """Return the load that people at once make.

    >>> load = load_of(1_000)
    >>> load.tables, load.moves_s, load.lobby
    (150.0, 37.5, 300.0)
    """
    tables = people * assumed.playing / assumed.players
    lobby = people * (1 - assumed.playing - assumed.watching)
    moves = tables / assumed.seconds_a_move
    matches = moves / assumed.actions_a_match
    idle = people * (1 - assumed.playing)
    return Load(
        tables=tables,
        players=assumed.players,
        watchers=people * assumed.watching / tables,
        lobby=round(lobby, 6),
        listed=min(LISTED, tables),
        moves_s=moves,
        deals_s=moves / MOVES_A_DEAL,
        beats_s=people / assumed.beat_s,
        pages_s=idle * assumed.pages_s,
        # a table is opened, people sit down one by one, and each of them leaves the lobby
        lobby_changes_s=min(1 / LOBBY_EVERY_S, matches * (1 + 2 * assumed.players)),
        entries=tables * assumed.actions_a_match / 2,
    )


def processes(
    costs: Constants, load: Load, design: Design, assumed: Assumed = Assumed()
) -> int | None:
    """Return the fewest processes that have the load; None where more of them do not help."""
    most = max(64, 4 * math.ceil(load.sockets / 1_000))
    count = 1
    while count <= most:
        cpu = _one(costs, load, count, design)["cpu"]
        if cpu <= assumed.use:
            return count
        count = max(count + 1, math.ceil(count * min(1.05, cpu / assumed.use)))
    return None


def _one(costs: Constants, load: Load, count: int, design: Design) -> dict[str, float]:
    """Return what one of so many processes uses."""
    hears = 0 if design.bells_by_table else count - 1
    return process(costs, load.share(count), has_peers=count > 1, hears=hears)


def site(
    costs: Constants, people: float, design: Design, assumed: Assumed = Assumed()
) -> Site | None:
    """Return what people at once take in this design; None where no number of processes is enough."""
    load = load_of(people, assumed)
    count = processes(costs, load, design, assumed)
    if count is None:
        return None
    one = _one(costs, load, count, design)
    sent = sum(one[name] for name in ("play_bytes_s", "lobby_bytes_s", "page_bytes_s")) * count
    machines = max(
        count / assumed.cores,
        one["memory_mib"] * count / 1024 / (assumed.gib * assumed.use),
        sent * 8 / (assumed.gbit_s * 1e9 * assumed.use),
    )
    matches = load.moves_s * assumed.day * DAY_S / assumed.actions_a_match
    return Site(
        load=load,
        processes=count,
        design=design,
        used=_used(costs, one, count, design, assumed),
        machines=math.ceil(machines),
        memory_gib=one["memory_mib"] * count / 1024,
        commits_s=one["commits_s"] * count,
        wal_mb_s=one["wal_bytes_s"] * count / 1e6,
        sent_mb_s=sent / 1e6,
        messages_s=one["messages_s"] * count,
        rows_a_day=matches * costs.match_rows,
        bytes_a_day=matches * costs.match_bytes,
    )


def _used(
    costs: Constants, one: dict[str, float], count: int, design: Design, assumed: Assumed
) -> dict[str, float]:
    """Return the share that is used of each resource that more processes do not relieve."""
    journal = one["journal_cpu"] * count / assumed.cores
    reads = one["database_cpu"] * count / assumed.cores - journal
    used = {DATABASE: reads / (1 + design.replicas) + (0 if design.databases else journal)}
    if design.databases:
        used[JOURNALS] = journal / design.databases
    if not design.pooled:
        used[CONNECTIONS] = count * assumed.connections_a_process / assumed.connections
    if count == 1:
        used[CORE] = one["cpu"]
    elif not design.bells_by_table:
        used[MESSAGES] = one["heard_cpu"] * (count - 1)
        # measured with two processes: a message is taken once, and delivered to both
        message = costs.redis_message * (1 + count) / 3
        used[REDIS] = (costs.redis_idle + one["messages_s"] * count * message) / 1e6
    return used


def enough(costs: Constants, people: float, assumed: Assumed = Assumed()) -> tuple[Site, list[str]]:
    """Return the first site that carries so many people, and what filled up on the way to it."""
    design, full = Design(), list[str]()
    while True:
        found = site(costs, people, design, assumed)
        if found is not None and found.used[found.fullest] <= assumed.use:
            return found, list(dict.fromkeys(full))
        full.append(MESSAGES if found is None else found.fullest)
        design = more(design, full[-1])


def more(design: Design, full: str) -> Design:
    """Return the design with more of what is full.

    >>> more(Design(), DATABASE).databases, more(Design(databases=1), DATABASE).replicas
    (1, 1)

    Raises:
        KeyError: where nothing relieves it.
    """
    reads = {"replicas": design.replicas + 1} if design.databases else {"databases": 1}
    added: dict[str, dict[str, Any]] = {
        MESSAGES: {"bells_by_table": True},
        REDIS: {"bells_by_table": True},
        CONNECTIONS: {"pooled": True},
        JOURNALS: {"databases": design.databases + 1},
        DATABASE: reads,
    }
    return replace(design, **added[full])


def reach(costs: Constants, design: Design, assumed: Assumed = Assumed()) -> int:
    """Return the people at once up to which no resource of a design is full."""
    low, high = 0.0, 1e7
    for _ in range(24):
        people = (low + high) / 2
        found = site(costs, people, design, assumed)
        if found is not None and found.used[found.fullest] <= assumed.use:
            low = people
        else:
            high = people
    return int(low)
