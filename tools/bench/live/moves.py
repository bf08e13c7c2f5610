"""Figures 2, 3 and 4: durable moves against an echo, against a commit for each move, and against peers.

A move is a card of a real match of four: its frame is read, the card validated, written to disk with
the next deadline, and then a view of its own is sent to each of the four. Between moves deals are
shuffled, counted and stored, with commits and nonces of all seats; they take time and do not count.
"""

from __future__ import annotations

from functools import partial

from tools.bench.live import peers, rounds
from tools.bench.live.echo import candidate as echo
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

FLAT_FILE_STORES = {
    f"boardgame.io, FlatFile {version}": version for version in peers.NODE_PERSIST_VERSIONS
}
"""boardgame.io's file store by name, with each version of node-persist."""
PEER_STALL_LIMIT_S = 10.0
"""Seconds for which a table of boardgame.io may stand still: one of its stores waits a second."""
ON_DISK = {
    "site": "fsync",
    "boardgame.io, memory": "nothing",
    **dict.fromkeys(FLAT_FILE_STORES, "nothing: a file without fsync comes after the answer"),
}
"""Durability of a move when its answer is sent, by candidate."""


def measure_site(server: str, plan: Plan, live: Json | None = None) -> Json:
    """Measure moves on the whole site, on SQLite with `synchronous=FULL`; return the row.

    `live` changes settings of the live path.
    """
    with folder("moves") as path, MeasuredSite(path, live=live) as measured:
        url = measured.serve(server)
        tables = measured.lay(plan.tables, [url])
        return load({"kind": "tables", "tables": tables, "pids": measured.pids, **plan.times})


def measure_peer(plan: Plan, persist: str | None = None) -> Json:
    """Measure moves of boardgame.io in a game like Brisca; return the row.

    With `persist`, a version of node-persist, it stores its matches in files.
    """
    with folder("peer") as path, peers.server(path, persist) as (server, url):
        job = {"kind": "peers", "url": url, "game": "brisca", "matches": plan.tables, "seats": 4}
        times = {**plan.times, "stall_limit": max(plan.stall_limit, PEER_STALL_LIMIT_S)}
        return load({**job, "pids": [server.pid], **times})


def measure(plan: Plan, *, with_peers: bool = True) -> Json:
    """Measure moves and echoes of all candidates; return rates and the figures' ratios."""
    candidates = {
        "stock echo, uvicorn": partial(echo, "uvicorn", "stock", plan),
        "stock echo, daphne": partial(echo, "daphne", "stock", plan),
        "site, uvicorn": partial(measure_site, "uvicorn", plan),
        "site, daphne": partial(measure_site, "daphne", plan),
        "site, uvicorn, a commit each": partial(measure_site, "uvicorn", plan, {"commit_units": 1}),
    }
    if with_peers and peers.installed():
        candidates["boardgame.io, memory"] = partial(measure_peer, plan)
        for name, version in FLAT_FILE_STORES.items():
            candidates[name] = partial(measure_peer, plan, version)
    done = rounds.run("moves", candidates, plan)
    ratio = partial(rounds.ratio, done)
    cost = partial(ratio, key="server_us", at_most=True)
    ratios = [
        {"figure": 2, **cost("site, uvicorn", "stock echo, uvicorn", 2.3)},
        {"figure": 2, **cost("site, daphne", "stock echo, daphne", 2.2)},
        {"figure": 3, **ratio("site, uvicorn", "site, uvicorn, a commit each", 4.0)},
    ]
    if "boardgame.io, memory" in candidates:
        ratios += [{"figure": 4, **ratio("site, uvicorn", "boardgame.io, memory", 1.25)}]
        ratios += [{"figure": 4, **ratio("site, uvicorn", name, 4.0)} for name in FLAT_FILE_STORES]
    rows = rounds.rows(done)
    for name, row in rows.items():
        row["on_disk"] = ON_DISK.get(name, "fsync" if name.startswith("site") else None)
    return {"rows": rows, "ratios": ratios, "peers": peers.VERSIONS}
