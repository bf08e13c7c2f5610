"""Process that forks for `forked`: it imports the modules that need no settings, and waits for lines.

`python -m tests.support.forker FD` reads lines from a socket until its other end is closed.
"""

from __future__ import annotations

import atexit
import contextlib
import faulthandler
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
import types
from typing import Any, Final, NoReturn

from tests.support.forked import MAX_BYTES

LIBRARIES: Final = (
    *("PIL.Image", "OpenSSL.SSL", "autobahn.twisted.websocket", "channels.consumer"),
    *("channels.db", "channels.security.websocket", "cryptography.fernet", "cryptography.x509"),
    *("django.contrib.postgres.fields", "django.core.management", "django.core.serializers.json"),
    *("django.db.migrations.executor", "django.forms", "django.shortcuts", "django.test"),
    *("django.urls", "django.views.generic", "environs", "fido2.server", "marshmallow"),
    *("msgspec", "numpy", "openskill.models", "prometheus_client", "psycopg", "psycopg_pool"),
    *("qrcode", "requests", "rich.traceback", "service_identity", "sqlparse", "structlog"),
    *("twisted.internet.posixbase", "twisted.protocols.tls", "twisted.web.http", "yaml"),
    *("networkx", "redis.asyncio", "regex", "uvicorn.config", "uvloop", "websockets.frames"),
    *(
        "games.analysis.match_analysis",
        "games.analysis.disclosure_judging",
        "games.answers.analyses",
    ),
    *("games.bots.evaluation.contract_decisions", "games.bots.players.registry"),
    *("games.conduct.pauses", "games.engine", "games.leagues.rules.movements"),
    *("games.live.match_state.match_state", "games.live.protocol.messages"),
    *("games.puzzles.rules.assessment", "games.record.verify", "games.rules_text"),
    *(
        "games.tournaments.rules.event",
        "games.tournaments.rules.pairing",
        "games.tournaments.rules.standings",
    ),
)
"""Modules that take long to import, and read no settings."""


def main(number: int) -> None:
    """Fork a process for each command line received; answer with the process id."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):  # some come with other requirements
            importlib.import_module(name)
    gc.freeze()
    line = socket.socket(fileno=number)
    while True:
        data, ends, _flags, _address = socket.recv_fds(line, MAX_BYTES, 3)
        if not data:
            return
        line.send(str(_fork(json.loads(data), ends, line)).encode())
        for end in ends:
            os.close(end)


def _fork(words: dict[str, Any], ends: list[int], line: socket.socket) -> int:
    """Start a process for a command line and return its id; the requester becomes its parent."""
    read, write = os.pipe()
    between = os.fork()
    if between == 0:
        if os.fork() == 0:
            os.write(write, str(os.getpid()).encode())
            os.close(read)
            os.close(write)
            line.close()
            _begin(words, ends)
        os._exit(0)
    os.waitpid(between, 0)
    pid = int(os.read(read, 32))
    os.close(read)
    os.close(write)
    return pid


def _begin(words: dict[str, Any], ends: list[int]) -> NoReturn:
    """Run a command line in this forked process as a new interpreter would, and end."""
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    os.chdir(words["cwd"])
    os.umask(words["umask"])
    os.environ.clear()
    os.environ.update(words["env"])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    more = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    sys.path[:] = [words["cwd"], *(part for part in more if part not in sys.path), *sys.path[1:]]
    if os.environ.get("PYTHONFAULTHANDLER"):
        faulthandler.enable()
    code = 0
    try:
        _run(words["args"][1:])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            sys.stderr.write(f"{end.code}\n")
    except BaseException as error:  # noqa: BLE001 - an interpreter ends so too
        sys.excepthook(type(error), error, error.__traceback__)
        code = 1
    _end(code)


def _run(args: list[str]) -> None:
    """Run a Python script, text (`-c`) or module (`-m`) as the main program."""
    if args[0] == "-c":
        main = types.ModuleType("__main__")
        sys.modules["__main__"], sys.argv = main, ["-c", *args[2:]]
        exec(compile(args[1], "<string>", "exec"), main.__dict__)
    elif args[0] == "-m":
        sys.argv = args[1:]
        runpy.run_module(args[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = args
        runpy.run_path(args[0], run_name="__main__")


def _end(code: int) -> NoReturn:
    """End this process as an interpreter does: threads, exit functions, flushed output."""
    try:
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code & 0xFF)


if __name__ == "__main__":
    main(int(sys.argv[1]))
