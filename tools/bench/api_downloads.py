"""Downloads of the API over a line that is cut again and again.

A server serves the site; the connection is cut at random places, and the next download continues
with the cursor of the last complete line. No record may be lost, and none may come twice.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXPORT_PATH = "/api/v1/exports/matches.ndjson"
BLOCK_BYTES = 1 << 16
CONNECTION_CUTS = 10


@contextmanager
def served(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """Serve the site on a free port within the block; give the port and the process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "tools/bench/api_server.py", str(port)]
    settings = {**os.environ, **environment, "EXPORT_RATE": "0", "LOG_LEVEL": "ERROR"}
    with subprocess.Popen(command, cwd=ROOT, env=settings, stdout=subprocess.DEVNULL) as process:
        try:
            _wait(port, process)
            yield port, process.pid
        finally:
            process.terminate()


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        try:
            line = HTTPConnection("127.0.0.1", port, timeout=60)
            line.request("HEAD", EXPORT_PATH)
            if line.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the site does not answer")


def seconds(port: int, paths: Sequence[str], count: int) -> list[list[float]]:
    """Return for each URL path the seconds that each of `count` requests took.

    The paths are requested in turn, one after another, on one connection.

    Raises:
        SystemExit: an answer is not 200.
    """
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    seconds_by_path: list[list[float]] = [[] for _ in paths]
    for _ in range(count):
        for path, times in zip(paths, seconds_by_path, strict=True):
            began = time.perf_counter()
            line.request("GET", path)
            answer = line.getresponse()
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status}")
            answer.read()
            times.append(time.perf_counter() - began)
    line.close()
    return seconds_by_path


def memory(pid: int) -> float:
    """Return the peak memory of a process so far, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measure(port: int, pid: int, count: int, seed: int) -> dict[str, Any]:
    """Download `count` records over a connection that is cut; count lost and doubled records.

    The connection is cut CONNECTION_CUTS times. The result also has the growth of the server's memory in
    MB, over one whole download.
    """
    rng = random.Random(seed)
    _take(port, None, 400, None)
    before = memory(pid)
    (all_ids, size), _ = _take(port, None, count, None)
    grown = memory(pid) - before
    received: list[str] = []
    cursor: str | None = None
    cuts = 0
    while True:
        share = (
            rng.uniform(0.2, 1.8) * size / (CONNECTION_CUTS + 1) if cuts < CONNECTION_CUTS else None
        )
        (ids, _), cursor = _take(port, cursor, count - len(received), share)
        received += ids
        if share is None or len(received) >= count:
            break
        cuts += 1
    return {
        "records": len(all_ids),
        "cuts": cuts,
        "lost": len(set(all_ids) - set(received)),
        "doubled": len(received) - len(set(received)),
        "in_order": received == all_ids,
        "server_grown_mb": round(grown, 1),
        "bytes": size,
    }


def _take(
    port: int, cursor: str | None, limit: int, share: float | None
) -> tuple[tuple[list[str], int], str | None]:
    """Download up to `limit` records after a cursor; cut the connection after `share` bytes.

    `share` None downloads all. Returns the ids of the complete lines with the bytes that came, and the
    last cursor.
    """
    query = f"?limit={limit}" + (f"&cursor={cursor}" if cursor else "")
    answer = _answer(port, query)
    rest, ids, size, last = b"", [], 0, cursor
    try:
        while share is None or size < share:
            block = answer.read(BLOCK_BYTES)
            if not block:
                break
            size += len(block)
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                record = json.loads(line)
                if "match" in record:
                    ids.append(record["match"])
                    last = record["cursor"]
    except (IncompleteRead, ConnectionError):
        pass
    answer.close()
    return (ids, size), last


def _answer(port: int, query: str) -> Any:
    """Return the HTTP answer to a download; retry while the server still counts a cut one."""
    status = 0
    for _ in range(200):
        line = HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", EXPORT_PATH + query, headers={"Connection": "close"})
        answer = line.getresponse()
        if answer.status == 200:
            return answer
        status = answer.status
        answer.close()
        line.close()
        time.sleep(0.1)
    raise SystemExit(f"refused: {status}")
