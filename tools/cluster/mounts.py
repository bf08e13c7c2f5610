"""The files of one machine: those of this one, of which it changes copies in memory alone.

`python -m tools.cluster.mounts FOLDER NAME ADDRESS` is the first process of a machine and keeps its
mounts until it is killed. FOLDER is in memory; what the machine writes goes there.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.cluster import stand_ins
from tools.cluster.needs import program

OVERLAID: Final = ("/etc", "/usr/local", "/var")
EMPTY: Final = {
    "/var/lib/etcd": ("etcd", 0o700),
    "/var/lib/postgresql": ("postgres", 0o755),
    "/var/lib/redis": ("redis", 0o750),
    "/var/lib/brisca": None,
    "/var/lib/brisca-backups": None,
    "/etc/systemd/system": ("root", 0o755),
    "/etc/redis": ("redis", 0o2770),
    "/srv": ("root", 0o755),
    "/dev/shm": ("root", 0o1777),  # noqa: S108 - where PostgreSQL's memory is shown
    "/run": ("root", 0o755),
    "/run/postgresql": ("postgres", 0o2775),
    "/run/haproxy": ("haproxy", 0o2775),
}
"""Folders as packages leave them, with owner and mode; None: a folder that is not there yet."""
READY: Final = "ready"


class Mounts:
    """Mounts that this process makes over the file system; changes go to a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def overlay(self, place: Path) -> None:
        """Mount an overlay on a folder: its files stay visible, changes go to memory."""
        self._count += 1
        upper, work = (self._folder / f"{self._count}-{kind}" for kind in ("upper", "work"))
        upper.mkdir()
        work.mkdir()
        about = f"lowerdir={place},upperdir={upper},workdir={work}"
        _mount("-t", "overlay", "-o", about, "overlay", str(place))

    def empty(self, place: Path, owner: str, mode: int) -> None:
        """Mount an empty folder in memory at a path."""
        place.mkdir(parents=True, exist_ok=True)
        _mount("-t", "tmpfs", "-o", f"mode={mode:o}", "tmpfs", str(place))
        shutil.chown(place, owner, owner)

    def open_way(self, place: Path) -> None:
        """Let all users pass the folders above a path, as root's own Python may be there."""
        for above in reversed(place.parents):
            mode = stat.S_IMODE(above.stat().st_mode)
            if not mode & stat.S_IXOTH:
                self.overlay(above)
                above.chmod(mode | stat.S_IXGRP | stat.S_IXOTH)


def _mount(*arguments: str) -> None:
    subprocess.run([program("mount"), *arguments], check=True)


def build(folder: Path, name: str, address: str) -> None:
    """Give this process the file system of a machine on which nothing is installed."""
    mounts = Mounts(folder)
    for place in OVERLAID:
        mounts.overlay(Path(place))
    for interpreter in {Path(sys.executable).resolve(), Path(sys.base_prefix).resolve()}:
        mounts.open_way(interpreter)
    for place, about in EMPTY.items():
        if about is None:
            shutil.rmtree(place, ignore_errors=True)
        else:
            mounts.empty(Path(place), *about)
    socket.sethostname(name)
    _without_account(Path("/etc"), "brisca")
    Path("/etc/brisca-cluster").unlink(missing_ok=True)
    stand_ins.write(Path("/usr/local/sbin"), folder.parent)
    (folder.parent / address).write_text(str(os.getpid()))


def _without_account(etc: Path, name: str) -> None:
    """Remove an account from the lists of accounts and groups, if this machine has it."""
    for file in ("passwd", "shadow", "group", "gshadow"):
        path = etc / file
        if path.exists():
            lines = path.read_text().splitlines(keepends=True)
            path.write_text("".join(line for line in lines if not line.startswith(f"{name}:")))


def processes(holder: int) -> Iterator[int]:
    """Yield the ids of the processes that see a simulated machine's files, its own last."""
    theirs = Path(f"/proc/{holder}/ns/mnt").readlink()
    for path in Path("/proc").glob("[0-9]*/ns/mnt"):
        try:
            namespace = path.readlink()
        except OSError:
            continue  # it has ended meanwhile
        if namespace == theirs and (pid := int(path.parts[2])) != holder:
            yield pid
    yield holder


def main() -> int:
    """Build a simulated machine's file system, print that it is ready, and stay."""
    build(Path(sys.argv[1]), *sys.argv[2:4])
    print(READY, flush=True)
    signal.pause()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
