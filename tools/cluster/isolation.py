"""Isolation of a program: networks, mounts and processes of its own, all of which end with it.

`python -m tools.cluster.isolation PROGRAM ...` is the first process there: it starts the program, and
waits for whatever has lost its parent, without which the dead would stay in the table of processes
and PostgreSQL's manager would take a dead server for a living one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.support.site import ROOT
from tools.cluster.needs import program

OWN: Final = ("--net", "--mount", "--ipc", "--pid", "--fork", "--kill-child", "--mount-proc")


def command(line: Sequence[str]) -> list[str]:
    """Return a command line that runs another one in isolation, until its first process ends."""
    first = [sys.executable, "-m", "tools.cluster.isolation", *line]
    return [program("setpriv"), "--pdeathsig", "KILL", program("unshare"), *OWN, "--", *first]


def run(line: Sequence[str]) -> int:
    """Run a command line in isolation, with its own temporary folder; return the exit code.

    Ctrl-C and SIGTERM end it at once, with all that it has started.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="brisca-cluster-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        env = {**os.environ, "TMPDIR": folder}
        # the site's settings make new files private: PostgreSQL's user has to read its configuration
        process = subprocess.Popen(
            command(line), cwd=ROOT, env=env, start_new_session=True, umask=0o022
        )
        try:
            return process.wait()
        except KeyboardInterrupt:
            return 130
        finally:
            process.kill()
            process.wait()


def main() -> int:
    """Run a program as the first process of an isolated group, until it ends."""
    # PostgreSQL's memory stays there when its first process is killed
    subprocess.run([program("mount"), "-t", "tmpfs", "tmpfs", "/dev/shm"], check=True)  # noqa: S108
    pid = subprocess.Popen(sys.argv[1:]).pid
    while True:
        ended, status = os.wait()
        if ended == pid:
            return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    raise SystemExit(main())
