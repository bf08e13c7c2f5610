"""A process that does something beside a measurement and tells its counters whenever it is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Self

from tools.soak.site import ROOT

Json = dict[str, Any]


class CountingProcess:
    """A module of the project run as a process that answers each line with counters as JSON.

    It ends when its standard input is closed, which leaving the `with` block does.
    """

    def __init__(self, module: str, *arguments: str, first: str = "") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._first, self._module = first, module

    def __enter__(self) -> Self:
        """Return the process once it has answered the line `first`."""
        self._ask(self._first)
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, and wait until it has ended."""
        self._process.communicate()

    def counters(self) -> Json:
        """Return what the process has counted up to now; RuntimeError where it has failed."""
        return self._ask("")

    def _ask(self, line: str) -> Json:
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise RuntimeError("no pipes")
        into.write(f"{line}\n")
        into.flush()
        if not (answer := out.readline()):
            raise RuntimeError(f"{self._module} has failed")
        return dict(json.loads(answer))
