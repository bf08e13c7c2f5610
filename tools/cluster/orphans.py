"""Reaping of PostgreSQL's processes that nobody else waits for.

Patroni's PostgreSQL has no parent once its starter has ended, and becomes a child of this program,
which takes such children for the sake of `tests.support.forked`. Until somebody waits for it, a dead
server stands in the table of processes, and Patroni takes it for a living one.
"""

from __future__ import annotations

import contextlib
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOOK_S: Final = 0.1
DEAD: Final = re.compile(r"(?P<pid>\d+) \(postgres\) Z (?P<parent>\d+) ")
"""How the state of a dead process of PostgreSQL begins in `/proc`."""


def dead_children() -> list[int]:
    """Return the ids of this process's dead children that were processes of PostgreSQL."""
    dead = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state = DEAD.match(file.read_text(errors="replace"))
            if state and int(state["parent"]) == os.getpid():
                dead.append(int(state["pid"]))
    return dead


@contextlib.contextmanager
def waited_for() -> Iterator[None]:
    """Reap dead processes of PostgreSQL, in a thread, within the block."""
    over = threading.Event()

    def wait() -> None:
        while not over.wait(LOOK_S):
            for pid in dead_children():
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
