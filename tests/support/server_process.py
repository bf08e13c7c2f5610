"""A process that is started to be listened to: what it says is kept, and one line says it is ready."""

from __future__ import annotations

import subprocess
import threading
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds until a process that says nothing is taken for dead."""


class Listening:
    """A process that has `ready` in a line of its own when it listens."""

    popen: type[subprocess.Popen[Any]] = subprocess.Popen
    """How the process is started."""

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
        """Until it listens; RuntimeError with what it said where it ends or does not say so."""
        self._ready.wait(PATIENCE)
        if not any(self._mark in line for line in self.lines):
            self.kill()
            raise RuntimeError("\n".join(self.lines) or "the server says nothing")

    def kill(self) -> None:
        """End it as a crash would."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join(PATIENCE)
