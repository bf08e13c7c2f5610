"""PostgreSQL and Redis servers of a test's own, which it may stop, restart and freeze."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.server_process import PATIENCE
from tests.support.site import INSIDE, free_port


def _binary(name: str) -> str | None:
    """Return the path of a program, also in Debian's folders of PostgreSQL; None if it is not installed."""
    hidden = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(hidden[0]) if hidden else shutil.which(name)


def find_binary(name: str) -> str:
    """Return the path of a program; RuntimeError if it is not installed."""
    if (path := _binary(name)) is None:
        raise RuntimeError(f"{name} is not installed")
    return path


def lasting_port() -> int:
    """Return a free port that stays free while its server is stopped and clients try to connect.

    It is below the ports of outgoing connections: one of those may connect to itself.

    Raises:
        RuntimeError: every port is in use.
    """
    for port in random.sample(range(15_000, 30_000), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError("no port is free")


def wait_for_port(port: int) -> None:
    """Wait until a server listens on a port; RuntimeError after PATIENCE seconds."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise RuntimeError(f"nothing listens on {port}")


class Postgres:
    """PostgreSQL server with its own cluster (data folder), which tests may stop and freeze."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "cluster", lasting_port()
        self.url = f"postgres://soak@127.0.0.1:{self.port}/postgres"
        self._process: subprocess.Popen[bytes] | None = None
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root
        folder.mkdir(parents=True, exist_ok=True)
        if self._user:
            who = pwd.getpwnam(self._user)
            os.chown(folder, who.pw_uid, who.pw_gid)

    @staticmethod
    def is_installed() -> bool:
        """Return True if PostgreSQL is installed."""
        return _binary("initdb") is not None

    @contextlib.contextmanager
    def running(self) -> Iterator[Postgres]:
        """Create the cluster and run its PostgreSQL server within the block."""
        line = [str(_binary("initdb")), "-D", str(self.folder), "-U", "soak", "-A", "trust"]
        line.append("--no-sync")
        subprocess.run(line, user=self._user, check=True, capture_output=True, cwd="/")
        self._start()
        try:
            yield self
        finally:
            self._stop()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [str(_binary("postgres")), "-D", str(self.folder), "-p", str(self.port), "-k", ""],
            user=self._user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ready = [str(_binary("pg_isready")), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode:
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.02)

    def _stop(self) -> None:
        if self._process is not None:
            self.thaw()
            self._process.send_signal(signal.SIGQUIT)  # "immediate": as after a crash
            self._process.wait(PATIENCE)

    def restart(self) -> None:
        """Stop the server at once, as a crash would, and start it again."""
        self._stop()
        self._start()

    def stop(self) -> None:
        """Stop the server at once, as a crash would; `start` starts it again."""
        self._stop()

    def start(self) -> None:
        """Start the server after `stop`."""
        self._start()

    def freeze(self) -> None:
        """Suspend all processes of the server: connections stay open, and get no answer until `thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the server after `freeze`."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the PostgreSQL server first, then to each of its processes."""
        if self._process is not None:
            pid = self._process.pid
            self._process.send_signal(number)
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                os.kill(int(child), number)


class Redis:
    """Redis server that stores nothing on disk, which tests may stop and freeze."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def is_installed() -> bool:
        """Return True if Redis is installed."""
        return _binary("redis-server") is not None

    @contextlib.contextmanager
    def running(self) -> Iterator[Redis]:
        """Run the Redis server within the block."""
        self._start()
        try:
            yield self
        finally:
            self._stop()

    def _start(self) -> None:
        line = [str(_binary("redis-server")), "--port", str(self.port), "--bind", "127.0.0.1"]
        self._process = subprocess.Popen(
            [*line, "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
        )
        wait_for_port(self.port)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)

    def restart(self) -> None:
        """Kill the server and start it again, empty."""
        self._stop()
        self._start()

    def stop(self) -> None:
        """Kill the server; `restart` starts it again."""
        self._stop()

    def freeze(self) -> None:
        """Suspend the server: connections stay open, and get no answer until `thaw`."""
        if self._process is not None:
            self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the server after `freeze`."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)


def end_connections(site_url: str) -> None:
    """End every connection to a site's database but those of `Site.ask` and this one."""
    import psycopg

    with psycopg.connect(site_url, autocommit=True) as database:
        database.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND application_name <> %s",
            [INSIDE],
        )


def end_clients(redis_url: str, database: int) -> None:
    """End every other connection to one database of a Redis server."""
    import redis

    client = redis.Redis.from_url(redis_url)
    mine = client.client_id()
    for other in client.client_list():
        if int(other["db"]) == database and int(other["id"]) != mine:
            with contextlib.suppress(redis.ResponseError):
                client.client_kill_filter(_id=other["id"])
    client.close()
