"""Site under test in a folder and a database of its own, with real servers that may be killed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit, urlunsplit

from tests.support import empty_databases, forked
from tests.support.server_process import PATIENCE, ServerProcess

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = "tests.support.site_settings"
CALLS = "tests.support.site_calls"
EARLIER_NAMES = {SETTINGS: "tools.soak.settings", CALLS: "tools.soak.inside"}
"""Names of modules in checkouts of revisions that have no `tests.support` yet."""
INSIDE = "soak-inside"
"""Application name of the connections of `Site.ask`, so that `end_connections` can spare them."""
QUICK = {
    "pace": 0.0,
    "rate": 1e6,
    "burst": 10_000,
    "next_deal_after": 2.0,
    "next_deal_of_bots_after": 0.0,
    "account_rate": 1e6,
    "account_burst": 100_000,
    "arrivals_rate": 1e6,
    "arrivals_burst": 100_000,
    "sockets_an_address": 100_000,
    "drain_over": 0.2,
    "commits_within": 1.5,
    "nonces_within": 1.5,
    "back_within": 6.0,
}
"""Settings of the live path without pauses for bots, and without limits on the rate of clients."""


class Site:
    """Site in an empty folder; its database is created on entering and dropped on leaving.

    `root` is the checkout whose code runs: this one, or one of another revision (see `run_from`).
    """

    def __init__(
        self,
        folder: Path,
        *,
        postgres: str | None = None,
        redis: str | None = None,
        live: dict[str, Any] | None = None,
        root: Path = ROOT,
    ) -> None:
        self.folder, self.root = folder, root
        self.servers: list[Server] = []
        self._admin = postgres
        self._name = f"brisca_{secrets.token_hex(4)}"
        self._inside: subprocess.Popen[str] | None = None
        self._asking = threading.Lock()
        """Held while `tests.support.site_calls` answers, so that no other thread ends it meanwhile."""
        self.env = {
            **os.environ,
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "SOAK_LIVE": json.dumps({**QUICK, **(live or {})}),
            "PYTHONFAULTHANDLER": "1",
        }
        for name in ("DATABASE_URL", "REDIS_URL"):
            self.env.pop(name, None)
        if redis:
            self.env["REDIS_URL"] = redis

    def __enter__(self) -> Self:
        if self.root != ROOT:
            self._migrate_anew()
        elif self._admin:
            self.env["DATABASE_URL"] = empty_databases.copy_to_postgresql(self._admin, self._name)
            empty_databases.copy_files(self.folder)
        else:
            empty_databases.copy_site(self.folder)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for server in self.servers:
            server.kill()
        self._end_inside()
        if self._admin:
            self._administer('DROP DATABASE "{}" WITH (FORCE)')

    def _migrate_anew(self) -> None:
        """Create the tables by the migrations of another revision."""
        if self._admin:
            self._administer('CREATE DATABASE "{}"')
            self.env["DATABASE_URL"] = urlunsplit(urlsplit(self._admin)._replace(path=self._name))
        self.manage("migrate", "-v0")

    def _end_inside(self) -> None:
        if self._inside is not None:
            self._inside.kill()
            self._inside.communicate()
            self._inside = None

    def run_from(self, root: Path) -> None:
        """Use another checkout for all commands and servers started from now on."""
        with self._asking:
            self._end_inside()
            self.root = root

    def _administer(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self._admin or "", autocommit=True) as admin:
            admin.execute(statement.format(self._name).encode())

    def manage(self, *command: str, root: Path | None = None) -> None:
        """Run a management command, in the checkout `root` if given."""
        line, root = [sys.executable, "manage.py", *command], root or self.root
        starter(root).run(line, cwd=root, env=self._environment(root), check=True)

    def _environment(self, root: Path) -> dict[str, str]:
        """Return the environment of a process that runs the code of a checkout."""
        settings = module_in(root, self.env["DJANGO_SETTINGS_MODULE"])
        return {**self.env, "DJANGO_SETTINGS_MODULE": settings}

    def ask(self, call: str, **about: Any) -> Any:
        """Return the result of a call of `tests.support.site_calls`, made in a process of the site.

        Raises:
            RuntimeError: the function fails; the message is its error.
        """
        with self._asking:
            if self._inside is None:
                self._inside = starter(self.root).Popen(
                    [sys.executable, "-m", module_in(self.root, CALLS)],
                    cwd=self.root,
                    env={**self._environment(self.root), "PGAPPNAME": INSIDE},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            into, out = self._inside.stdin, self._inside.stdout
            if into is None or out is None:
                raise RuntimeError("no pipes")
            into.write(json.dumps({"call": call, "about": about}) + "\n")
            into.flush()
            answer = json.loads(out.readline())
        if "error" in answer:
            raise RuntimeError(f"{call}: {answer['error']}")
        return answer["is"]

    def start(self, port: int | None = None) -> Server:
        """Start a server and return it once it listens; RuntimeError with its output if it does not."""
        server = Server(self._environment(self.root), port or free_port(), self.root)
        self.servers.append(server)
        server.wait_until_ready()
        return server

    def said(self) -> list[str]:
        """Return all lines that the site's servers have printed."""
        return [line for server in self.servers for line in server.lines]

    def troubles(self) -> list[str]:
        """Return the server's log lines that report tracebacks, errors or crashes."""
        wrong = re.compile(r"Traceback|Fatal Python|Segmentation| (ERROR|CRITICAL) |HTTP\S* 5\d\d")
        return [line for line in self.said() if wrong.search(line)]


class Server(ServerProcess):
    """Server process of a site under test, `manage.py serve` with a checkout's code."""

    def __init__(self, env: dict[str, str], port: int, root: Path = ROOT) -> None:
        self.port, self.popen = port, starter(root).Popen
        line = [sys.executable, "manage.py", "serve", "--port", str(port)]
        super().__init__(line, env, f"Brisca is at http://127.0.0.1:{port}/", root)

    def stop(self) -> int:
        """End the server with SIGTERM, as a deployment does, and return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        if self._process.poll() is None:
            self.kill()
            raise RuntimeError("the server does not end")
        self._reader.join(PATIENCE)
        return self._process.returncode

    def memory(self) -> int:
        """Return the server's resident memory now, in KiB; 0 if the system does not tell."""
        with contextlib.suppress(OSError):
            status = Path(f"/proc/{self.pid}/status").read_text()
            if match := re.search(r"VmRSS:\s+(\d+) kB", status):
                return int(match[1])
        return 0


def starter(root: Path) -> Any:
    """Return the module (`forked` or `subprocess`) that starts Python in a checkout.

    Another checkout needs `subprocess`: a fork would bring the modules of this one.
    """
    return forked if root == ROOT else subprocess


def module_in(root: Path, name: str) -> str:
    """Return the name that a module has in a checkout, maybe of an earlier revision."""
    exists = (root / f"{name.replace('.', '/')}.py").exists()
    return name if exists else EARLIER_NAMES.get(name, name)


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """Mount a file system of `megabytes` on a folder; return it, or None if that fails."""
    folder.mkdir(parents=True, exist_ok=True)
    mount, umount = shutil.which("mount"), shutil.which("umount")
    line = [str(mount), "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    if not mount or not umount or subprocess.run(line, capture_output=True).returncode:
        yield None
        return
    try:
        yield folder
    finally:
        subprocess.run([umount, "-l", str(folder)], check=False)
