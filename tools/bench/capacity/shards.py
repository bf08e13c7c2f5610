"""Journals in one database and distributed over two, each a PostgreSQL server with one core.

`python -m tools.bench.capacity.shards [--seconds 10] [--matches 200] [--processes 2] [--batch 25]` writes
entries by the journal's own code, as fast as it goes, first into one database, then into two by the hash
of the match. Then one of the two is killed and started again under writing. It exits with 1 unless
each match has its entries in exactly one database, in order, with none missing that was acknowledged.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from games.management.progress import Progress
from tools.bench.capacity.site import database
from tools.bench.live.servers import RULES
from tools.soak.failover import Node
from tools.soak.site import ROOT, Site
from tools.soak.stands import find_binary

Json = dict[str, Any]
Match = tuple[int, str]
"""Row id and public id of a match."""
BUCKETS: Final = 1024
"""Parts into which matches are hashed; a database has whole ones, so that they can be moved."""
HEADS: Final = "SELECT match_id, count(*), max(seq), min(seq), count(DISTINCT seq) FROM games_action GROUP BY 1"


def database_of(match: str, databases: int) -> int:
    """Return the number of the database that has the journal of a match (public id).

    >>> [database_of(match, 2) for match in "abcdefgh"]
    [0, 0, 0, 1, 1, 0, 0, 0]
    """
    digest = hashlib.sha256(match.encode()).digest()
    return int.from_bytes(digest[:4]) % BUCKETS * databases // BUCKETS


# -- a writer, in a process of its own -------------------------------------------------------------


def write(heads: dict[int, int], batch: int, seconds: float) -> Json:
    """Append entries to matches after their heads, in batches; return what was acknowledged.

    What fails with its database is written again once that is back, after the head that is stored.
    """
    from django.db import Error

    from games.live.storage.journal import commit

    matches, acknowledged = itertools.cycle(list(heads)), dict(heads)
    written = commits = failures = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        some = list(itertools.islice(matches, min(batch, len(heads))))
        outcomes: Sequence[Exception | None]
        try:
            outcomes = commit([_unit(match, heads[match]) for match in some])
        except Error as error:  # nobody knows whether it was committed
            outcomes = [error] * len(some)
        commits += 1
        for match, outcome in zip(some, outcomes, strict=True):
            if outcome is None:
                heads[match] += 1
                acknowledged[match] = heads[match]
                written += 1
        if any(outcomes):
            failures += 1
            heads |= _stored(some)
    return {
        "acknowledged": acknowledged,
        "written": written,
        "commits": commits,
        "failures": failures,
    }


def _serve() -> None:
    """Read a job, say that all is ready, and write when told to."""
    import django

    django.setup()
    job = json.loads(sys.stdin.readline())
    heads = _stored(job["matches"])
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(write(heads, job["batch"], job["seconds"])), flush=True)


def _unit(match: int, head: int) -> Any:
    """Return the next entry of a match with its deadline, as a move leaves them."""
    from games.live.match_state.rows import ActionRow, DeadlineRow
    from games.live.storage.journal import Unit

    now, seq = time.time(), head + 1
    row = ActionRow(
        match=match, seq=seq, sub=0, seat=seq % 4, client_id=f"act-{seq:08}",
        payload='{"type":"play","card":"O3"}', by="player", ms=900, at=now,
    )  # fmt: skip
    deadline = DeadlineRow(match=match, for_seq=seq, kind="turn", due=now + 3600)
    return Unit(rows=[row], after=(head, 0), deadline=deadline)


def _stored(matches: Sequence[int]) -> dict[int, int]:
    """Return the heads of matches as they are stored, once the database answers."""
    from django.db import Error, connection

    from games.live.core.db_threads import reopen_lost_connection

    sql = "SELECT match_id, max(seq) FROM games_action WHERE match_id = ANY(%s) GROUP BY 1"
    for _ in range(100):
        with contextlib.suppress(Error):
            reopen_lost_connection()
            with connection.cursor() as cursor:
                cursor.execute(sql, [list(matches)])
                return {**dict.fromkeys(matches, 0), **dict(cursor.fetchall())}
        time.sleep(0.1)
    raise RuntimeError("the database does not come back")


# -- the measurement --------------------------------------------------------------------------------


def run(
    matches: Sequence[Match], urls: Sequence[str], options: Json, fail: Node | None = None
) -> Json:
    """Let each process have a writer for each database; return decisions a second and what was acknowledged."""
    jobs = list[tuple[str, list[int]]]()
    for number, url in enumerate(urls):
        own = [row for row, public in matches if database_of(public, len(urls)) == number]
        count = options["processes"]
        jobs += [(url, own[process::count]) for process in range(count)]
    writers = [_start(url, {**options, "matches": own}) for url, own in jobs]
    for writer in writers:
        _line(writer)
    for writer in writers:
        if writer.stdin:
            writer.stdin.write("go\n")
            writer.stdin.flush()
    if fail is not None:
        time.sleep(options["seconds"] / 2)
        fail.stop()
        fail.start()
    told = [json.loads(_line(writer)) for writer in writers]
    for writer in writers:
        writer.wait()
    acknowledged = {int(match): head for one in told for match, head in one["acknowledged"].items()}
    return {
        "rate": round(sum(one["written"] for one in told) / options["seconds"]),
        "commits_s": round(sum(one["commits"] for one in told) / options["seconds"]),
        "batches_that_failed": sum(one["failures"] for one in told),
        "acknowledged": acknowledged,
    }


def _start(url: str, job: Json) -> subprocess.Popen[str]:
    writer = subprocess.Popen(
        [sys.executable, "-m", "tools.bench.capacity.shards", "--write"],
        cwd=ROOT,
        env={
            **os.environ,
            "DATABASE_URL": url,
            "DJANGO_SETTINGS_MODULE": "tools.bench.live.settings",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    if writer.stdin:
        writer.stdin.write(json.dumps(job) + "\n")
        writer.stdin.flush()
    return writer


def _line(writer: subprocess.Popen[str]) -> str:
    """Return the next line of a writer; RuntimeError where it has ended."""
    if writer.stdout is None or not (line := writer.stdout.readline()):
        raise RuntimeError("a writer has failed")
    return line


def faults(
    acknowledged: Mapping[int, int], stored: Sequence[Mapping[int, Sequence[int]]]
) -> list[str]:
    """Return what is wrong; for each database: match -> (entries, last seq, first seq, different ones).

    >>> faults({1: 2, 2: 1, 3: 1}, [{1: (3, 3, 1, 3), 2: (1, 2, 2, 1)}, {1: (1, 1, 1, 1)}])
    ['match 1 is in 2 databases', 'match 2 has a gap', 'match 3 is in 0 databases']
    """
    wrong = []
    for match, head in acknowledged.items():
        places = [database[match] for database in stored if match in database]
        if len(places) != 1 and (head or places):
            wrong.append(f"match {match} is in {len(places)} databases")
        elif places and (places[0][0], places[0][2]) != (places[0][1], 1):
            wrong.append(f"match {match} has a gap")
        elif places and places[0][3] != places[0][0]:
            wrong.append(f"match {match} has an entry twice")
        elif places and places[0][1] < head:
            wrong.append(f"match {match} has lost an entry")
    return wrong


@contextlib.contextmanager
def databases(matches: int) -> Iterator[tuple[list[Node], list[str], list[Match]]]:
    """Two servers, each on a core of its own, with the same matches that have no entries yet."""
    with contextlib.ExitStack() as stack:
        nodes = [stack.enter_context(database()) for _ in range(2)]
        path = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="shards-")))
        site = stack.enter_context(Site(path, postgres=nodes[0].url))
        for _ in range(matches):
            site.ask("lay", preset="ludoteka", players=4, rules=RULES, turn_ms=3_600_000)
        urls = [site.env["DATABASE_URL"]]
        name = urls[0].rpartition("/")[2]
        nodes[1].execute(f'CREATE DATABASE "{name}"')
        urls.append(f"{nodes[1].url.rpartition('/')[0]}/{name}")
        dump = subprocess.run([find_binary("pg_dump"), urls[0]], check=True, capture_output=True)
        load = [find_binary("psql"), "-q", "-v", "ON_ERROR_STOP=1", urls[1]]
        subprocess.run(load, input=dump.stdout, check=True, stdout=subprocess.DEVNULL)
        yield (
            nodes,
            urls,
            [
                (int(row), str(public))
                for row, public in _rows(urls[0], "SELECT id, public_id FROM games_match")
            ],
        )


def _rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    import psycopg

    with psycopg.connect(url) as connection:
        return connection.execute(sql.encode()).fetchall()


def pin(node: Node, core: int) -> None:
    """Keep a server on one core; the processes that it starts from now on are there too."""
    cores = sorted(os.sched_getaffinity(0))
    pid = int((node.folder / "postmaster.pid").read_text().split()[0])
    for one in [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]:
        os.sched_setaffinity(one, {cores[core % len(cores)]})


def measure(seconds: float, matches: int, processes: int, batch: int) -> Json:
    """Return the throughput of one and of two databases, and what was wrong."""
    options = {"seconds": seconds, "processes": processes, "batch": batch}
    wrong, told = list[str](), Json()
    with databases(2 * matches) as (nodes, urls, every), Progress("journals", 3) as progress:
        for core, node in enumerate(nodes):
            pin(node, core)
        one, two = every[:matches], every[matches:]
        # as many writers for one database as for two: only the databases differ
        told["one database"] = run(one, urls[:1], {**options, "processes": 2 * processes})
        progress.step()
        told["two databases"] = run(two, urls, options)
        progress.step()
        before = [{row[0]: row[1:] for row in _rows(url, HEADS)} for url in urls]
        wrong += faults(
            {
                **told["one database"].pop("acknowledged"),
                **told["two databases"].pop("acknowledged"),
            },
            before,
        )
        again = run(two, urls, options, fail=nodes[1])
        progress.step()
        stored = [{row[0]: row[1:] for row in _rows(url, HEADS)} for url in urls]
        wrong += faults(again.pop("acknowledged"), stored)
        told["two databases, one killed and started"] = again
    return {"rows": told, "faults": wrong, **options, "matches": matches}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.capacity.shards")
    parser.add_argument("--seconds", type=float, default=10.0, help="of each run")
    parser.add_argument("--matches", type=int, default=200, help="for one database, and for two")
    parser.add_argument(
        "--processes", type=int, default=2, help="each has a writer for each of two databases"
    )
    parser.add_argument("--batch", type=int, default=25, help="decisions in a commit")
    parser.add_argument("--write", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        _serve()
        return 0
    told = measure(options.seconds, options.matches, options.processes, options.batch)
    for name, row in told["rows"].items():
        print(
            f"{name:<42}{row['rate']:>8,} decisions/s{row['commits_s']:>7,} commits/s, {row['batches_that_failed']} batches failed"
        )
    print(
        "\n".join(told["faults"]) or "each match is in one database, in order, and nothing is lost"
    )
    return int(bool(told["faults"]))


if __name__ == "__main__":
    sys.exit(main())
