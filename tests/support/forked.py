"""Python processes of this checkout that start quickly, with their libraries already imported.

A new interpreter imports for longer than most commands run. `Popen` and `run` are those of
`subprocess`; where a line is plain Python (`[sys.executable, "manage.py" | "-c" | "-m", ...]`), a
process that has imported what needs no settings (see `forker`) forks for it. The process reads its
settings and the code of the site itself, is a child of its caller, and is killed and waited for as
any other one.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
MAX_BYTES: Final = 1 << 17
"""Length of a line together with its environment."""
READ_AT_START: Final = ("LANG", "LC_", "MALLOC", "OPENBLAS", "PYTHON")
"""Prefixes of the variables that an interpreter or a library reads once."""
SET_LATER: Final = ("PYTHONFAULTHANDLER", "PYTHONPATH")
"""Those of them that a forked process takes over."""
SUBREAPER: Final = 36
"""Of `prctl`: orphans of this process's children become its own children."""
_lock = threading.Lock()
_line: dict[int, socket.socket] = {}


class Popen(subprocess.Popen[Any]):
    """A Python process forked from a prepared process if possible, else started by `subprocess`."""

    def _execute_child(self, args: Any, *rest: Any) -> None:
        executable, preexec, _close, passed, cwd, env, *_, shell = rest[:9]
        ends = rest[9:15]
        plain = not (executable or preexec or passed or shell) and self._is_plain(args, env)
        if not plain or any(rest[16:17]):
            super()._execute_child(args, *rest)  # type: ignore[misc]
            return
        theirs = [end if end != -1 else number for number, end in enumerate(ends[::2][:1])]
        theirs += [ends[3] if ends[3] != -1 else 1, ends[5] if ends[5] != -1 else 2]
        self.pid = _fork([str(part) for part in args], cwd, env, theirs)
        self._child_created = True
        self._close_pipe_fds(*ends)  # type: ignore[attr-defined]

    @staticmethod
    def _is_plain(args: Any, env: Any) -> bool:
        """Return True if a command line is Python that can be forked: it starts as this did."""
        if sys.platform != "linux" or not isinstance(args, list) or len(args) < 2:
            return False
        variables = os.environ if env is None else env
        return (
            args[0] == sys.executable
            and (args[1] == "manage.py" or (args[1] in ("-c", "-m") and len(args) > 2))
            and all(
                variables[name] == os.environ.get(name)
                for name in variables
                if name.startswith(READ_AT_START) and name not in SET_LATER
            )
        )


def run(line: list[Any], **options: Any) -> subprocess.CompletedProcess[Any]:
    """Run a command line to its end as `subprocess.run` does, with the options that tests use.

    Raises:
        subprocess.TimeoutExpired: where it takes longer than `timeout` seconds; it is killed.
        subprocess.CalledProcessError: with `check`, where it does not end with 0.
    """
    check, timeout = options.pop("check", False), options.pop("timeout", None)
    if (text := options.pop("input", None)) is not None:
        options["stdin"] = subprocess.PIPE
    if options.pop("capture_output", False):
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Popen(line, **options) as process:
        try:
            out, errors = process.communicate(text, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(line, process.returncode, out, errors)
    if check:
        done.check_returncode()
    return done


def _fork(args: list[str], cwd: Any, env: Any, ends: list[int]) -> int:
    """Return the process id of a new Python process with these standard streams."""
    mask = os.umask(0)
    os.umask(mask)
    words = {
        "args": args,
        "cwd": str(cwd or Path.cwd()),
        "env": dict(os.environ if env is None else env),
        "umask": mask,
    }
    data = json.dumps(words).encode()
    if len(data) > MAX_BYTES:
        raise ValueError("the line and its environment are too long")
    with _lock:
        forker = _forker()
        socket.send_fds(forker, [data], ends)
        return int(forker.recv(32))


def adopt_orphans() -> None:
    """Make this process the parent of its orphaned descendants, so that it can wait for them."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def _forker() -> socket.socket:
    """Return the socket to the process that forks for this one; the first call starts it."""
    if os.getpid() not in _line:
        adopt_orphans()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {name: os.environ[name] for name in os.environ if name != "DJANGO_SETTINGS_MODULE"}
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forker", str(theirs.fileno())],
            cwd=ROOT,
            env=env,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        theirs.close()
        atexit.register(process.wait)
        atexit.register(ours.close)
        _line[os.getpid()] = ours
    return _line[os.getpid()]
