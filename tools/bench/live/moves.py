"""Figures 2, 3 and 4: whole durable moves against an echo, against a commit for each, and peers.

A move is a card of a real match of four: its frame read, the card validated, written with the next
deadline and on disk, then a view of its own sent to each of the four. Deals are made, counted and
stored between, with commits and nonces of all seats; they take their time and count for nothing.
"""

from __future__ import annotations

from functools import partial

from tools.bench.live import peers, rounds
from tools.bench.live.echo import candidate as echo
from tools.bench.live.rounds import Json, Plan
from tools.bench.live.servers import MeasuredSite, folder, load

FLAT = {f"boardgame.io, FlatFile {version}": version for version in peers.PERSISTS}
"""Its file store, with each version of what it writes with."""
STILL = 10.0
"""Seconds for which a table of boardgame.io may stand still: one of its stores waits a second."""
ON_DISK = {
    "site": "fsync",
    "boardgame.io, memory": "nothing",
    **dict.fromkeys(FLAT, "nothing: a file without fsync comes after the answer"),
}
"""What is on disk when the mover is answered."""


def site(server: str, plan: Plan, live: Json | None = None) -> Json:
    """The whole site, on SQLite with `synchronous=FULL`."""
    with folder("moves") as path, MeasuredSite(path, live=live) as measured:
        url = measured.serve(server)
        tables = measured.lay(plan.tables, [url])
        return load({"kind": "tables", "tables": tables, "pids": measured.pids, **plan.times})


def peer(plan: Plan, persist: str | None = None) -> Json:
    """boardgame.io with a game like Brisca; with `persist` it keeps its matches in files."""
    with folder("peer") as path, peers.server(path, persist) as (server, url):
        job = {"kind": "peers", "url": url, "game": "brisca", "matches": plan.tables, "seats": 4}
        times = {**plan.times, "still": max(plan.still, STILL)}
        return load({**job, "pids": [server.pid], **times})


def measure(plan: Plan, *, with_peers: bool = True) -> Json:
    """Rates of all, and the ratios."""
    candidates = {
        "stock echo, uvicorn": partial(echo, "uvicorn", "stock", plan),
        "stock echo, daphne": partial(echo, "daphne", "stock", plan),
        "site, uvicorn": partial(site, "uvicorn", plan),
        "site, daphne": partial(site, "daphne", plan),
        "site, uvicorn, a commit each": partial(site, "uvicorn", plan, {"commit_units": 1}),
    }
    if with_peers and peers.installed():
        candidates["boardgame.io, memory"] = partial(peer, plan)
        for name, version in FLAT.items():
            candidates[name] = partial(peer, plan, version)
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
        ratios += [{"figure": 4, **ratio("site, uvicorn", name, 4.0)} for name in FLAT]
    told = rounds.rows(done)
    for name, row in told.items():
        row["on_disk"] = ON_DISK.get(name, "fsync" if name.startswith("site") else None)
    return {"rows": told, "ratios": ratios, "peers": peers.VERSIONS}
