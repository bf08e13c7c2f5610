"""A server that runs as a child process, keeps its output, and is ready once it prints a certain line."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds after which a server that is not ready counts as dead."""


class ServerProcess:
    """Child process whose output is kept in `lines`; a line with the text `ready` says that it listens."""

    popen: type[subprocess.Popen[Any]] = subprocess.Popen
    """Class that starts the process; tests replace it."""

    def __init__(self, line: list[str], env: dict[str, str], ready: str, cwd: Path) -> None:
        self.lines: list[str] = []
        self._ready = threading.Event()
        self._mark = ready
        self._process = self.popen(
            line,
            cwd=cwd,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self.pid = self._process.pid
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self.lines.append(line.rstrip())
            if self._mark in line:
                self._ready.set()
        self._ready.set()

    def wait_until_ready(self) -> None:
        """Wait until the process listens.

        Raises:
            RuntimeError: it ended or stayed silent for PATIENCE seconds; the message is its output.
        """
        self._ready.wait(PATIENCE)
        if not any(self._mark in line for line in self.lines):
            self.kill()
            raise RuntimeError("\n".join(self.lines) or "the server says nothing")

    def kill(self) -> None:
        """Kill the process as a crash would, and wait for its end."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
