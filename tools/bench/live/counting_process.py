"""A child process that makes load beside a measurement and answers with its counters on request."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Self

from tests.support.site import ROOT

Json = dict[str, Any]


class CountingProcess:
    """Child process that makes load and answers each line of input with its counters (JSON).

    It runs a module of the project, and ends when its standard input is closed, as leaving the
    `with` block does.
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
        """Return the process once it has answered its first line of input."""
        self._ask(self._first)
        return self

    def __exit__(self, *_: object) -> None:
        """End the child process, and wait until it has ended."""
        self._process.communicate()

    def counters(self) -> Json:
        """Return the child process's counters.

        Raises:
            RuntimeError: the process has failed.
        """
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
