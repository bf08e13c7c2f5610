"""A download that is killed again and again: no record is lost, and none comes twice.

The site is served for real; the line is cut in the middle of whatever comes, and the next download
goes on with the cursor of the last whole line.
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
PATH = "/api/v1/exports/matches.ndjson"
BLOCK = 1 << 16
CUTS = 10


@contextmanager
def served(environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    """The site, on a free port: port and process id."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "tools/bench/api_served.py", str(port)]
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
            line.request("HEAD", PATH)
            if line.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the site does not answer")


def seconds(port: int, paths: Sequence[str], count: int) -> list[list[float]]:
    """Of so many requests of each, in turn and one after another on one line."""
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    spent: list[list[float]] = [[] for _ in paths]
    for _ in range(count):
        for path, taken in zip(paths, spent, strict=True):
            began = time.perf_counter()
            line.request("GET", path)
            answer = line.getresponse()
            if answer.status != 200:
                raise SystemExit(f"{path}: {answer.status}")
            answer.read()
            taken.append(time.perf_counter() - began)
    line.close()
    return spent


def memory(pid: int) -> float:
    """The largest that a process has been, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measure(port: int, pid: int, count: int, seed: int) -> dict[str, Any]:
    """Download so many records, cut CUTS times; what was lost and doubled, and the memory."""
    rng = random.Random(seed)
    _take(port, None, 400, None)
    before = memory(pid)
    (whole, size), _ = _take(port, None, count, None)
    grown = memory(pid) - before
    found: list[str] = []
    cursor: str | None = None
    cuts = 0
    while True:
        share = rng.uniform(0.2, 1.8) * size / (CUTS + 1) if cuts < CUTS else None
        (ids, _), cursor = _take(port, cursor, count - len(found), share)
        found += ids
        if share is None or len(found) >= count:
            break
        cuts += 1
    return {
        "records": len(whole),
        "cuts": cuts,
        "lost": len(set(whole) - set(found)),
        "doubled": len(found) - len(set(found)),
        "in_order": found == whole,
        "server_grown_mb": round(grown, 1),
        "bytes": size,
    }


def _take(
    port: int, cursor: str | None, limit: int, share: float | None
) -> tuple[tuple[list[str], int], str | None]:
    """Ids of the whole lines that came, bytes, and the last cursor; cut after so many bytes."""
    query = f"?limit={limit}" + (f"&cursor={cursor}" if cursor else "")
    answer = _answer(port, query)
    rest, ids, size, last = b"", [], 0, cursor
    try:
        while share is None or size < share:
            block = answer.read(BLOCK)
            if not block:
                break
            size += len(block)
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                told = json.loads(line)
                if "match" in told:
                    ids.append(told["match"])
                    last = told["cursor"]
    except (IncompleteRead, ConnectionError):
        pass
    answer.close()
    return (ids, size), last


def _answer(port: int, query: str) -> Any:
    """The answer; the place of the download that was cut is free a moment later."""
    for _ in range(200):
        line = HTTPConnection("127.0.0.1", port, timeout=60)
        line.request("GET", PATH + query, headers={"Connection": "close"})
        answer = line.getresponse()
        if answer.status == 200:
            return answer
        answer.close()
        line.close()
        time.sleep(0.1)
    raise SystemExit(f"refused: {answer.status}")
