"""PostgreSQL with a synchronous standby, and Redis with a replica and Sentinels, for failovers."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from tests.support.database_servers import find_binary, wait_for_port
from tests.support.server_process import PATIENCE
from tests.support.site import free_port

SYNCHRONOUS = "*"
"""Any standby: a commit is acknowledged once one has it on disk."""
SPLIT_S = 3.0
"""Seconds for which two servers accept connections as the primary."""


class Node:
    """One PostgreSQL server with its own data folder, primary or standby."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root

    @property
    def url(self) -> str:
        """Return the database URL of this server alone."""
        return f"postgres://soak@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        """Create an empty PostgreSQL cluster in the folder."""
        self._run("initdb", "-D", str(self.folder), "-U", "soak", "-A", "trust", "--no-sync")

    def copy_of(self, primary: Node) -> None:
        """Make this server a standby of another, from a fresh copy of it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        source = f"host=127.0.0.1 port={primary.port} user=soak application_name=standby"
        self._run(
            "pg_basebackup", "-D", str(self.folder), "-d", source, "-R", "-c", "fast", "--no-sync"
        )

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        line = [find_binary("postgres"), "-D", str(self.folder), "-p", str(self.port), "-k", ""]
        self._process = subprocess.Popen(
            line,
            user=self._user,
            cwd="/",
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ready = [find_binary("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until = time.monotonic() + PATIENCE
        while subprocess.run(ready, check=False).returncode:
            if time.monotonic() > until:
                raise RuntimeError("PostgreSQL does not start")
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop the server at once, as a crash would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
            self._process = None

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        """Run an SQL statement outside a transaction and return its rows."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def _run(self, program: str, *arguments: str) -> None:
        line = [find_binary(program), *arguments]
        subprocess.run(line, user=self._user, check=True, capture_output=True, cwd="/")


class PostgresPair:
    """PostgreSQL primary and synchronous standby, which swap roles at each failover."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            who = pwd.getpwnam("postgres")
            os.chown(folder, who.pw_uid, who.pw_gid)
        self.primary, self.standby = Node(folder / "one"), Node(folder / "two")
        servers = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        self.url = f"postgres://soak@{servers}/postgres?target_session_attrs=read-write"

    @contextlib.contextmanager
    def running(self) -> Iterator[PostgresPair]:
        """Create and run both servers while the block runs; commits wait for the standby."""
        self.primary.create()
        self.primary.start()
        try:
            self.attach()
            yield self
        finally:
            self.primary.stop()
            self.standby.stop()

    def attach(self) -> None:
        """Recreate the standby as a copy of the primary; commits wait for it again."""
        self.standby.stop()
        self.standby.copy_of(self.primary)
        self.standby.start()
        self._wait_for_standbys(SYNCHRONOUS)
        self._wait_until_synchronous()

    def fail_over(self) -> None:
        """Kill the primary and promote the standby."""
        self.primary.stop()
        self.promote()

    def promote(self) -> None:
        """Promote the standby, which has no standby then; the old primary is not stopped."""
        self.standby.execute("SELECT pg_promote(true, 30)")
        self.primary, self.standby = self.standby, self.primary
        self._wait_for_standbys("")

    def replace(self) -> None:
        """Fail over, then make a new standby of the new primary."""
        self.fail_over()
        self.attach()

    def split(self) -> None:
        """Promote the standby while the primary lives on for SPLIT_S seconds, then stop that one.

        Nobody is behind the old primary then: a commit there waits, and is never acknowledged.
        """
        self.promote()
        time.sleep(SPLIT_S)
        self.standby.stop()

    def split_and_attach(self) -> None:
        """Have two primaries for a while (`split`), then make the old one a standby."""
        self.split()
        self.attach()

    def _wait_for_standbys(self, names: str) -> None:
        """Set the names of the standbys for which the primary's commits wait."""
        self.primary.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'")
        self.primary.execute("SELECT pg_reload_conf()")

    def _wait_until_synchronous(self) -> None:
        until = time.monotonic() + PATIENCE
        while self.primary.execute("SELECT sync_state FROM pg_stat_replication") != [("sync",)]:
            if time.monotonic() > until:
                raise RuntimeError("the standby does not follow")
            time.sleep(0.02)


class RedisWithSentinels:
    """Redis server, its replica, and three Sentinels, which promote the replica if the master is gone."""

    SENTINELS = 3

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.ports = [free_port(), free_port()]
        self.sentinel_ports = [free_port() for _ in range(self.SENTINELS)]
        servers = ",".join(f"127.0.0.1:{port}" for port in self.sentinel_ports)
        self.url = f"sentinel://{servers}/brisca/0"
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    @contextlib.contextmanager
    def running(self) -> Iterator[RedisWithSentinels]:
        """Start all servers, and wait until the Sentinels know each other and the replica."""
        first, second = self.ports
        self._start_redis(first)
        self._start_redis(second, "--replicaof", "127.0.0.1", str(first))
        for port in self.sentinel_ports:
            self._start_sentinel(port, first)
        try:
            self._wait_until_known()
            yield self
        finally:
            for process in self._processes.values():
                process.kill()
                process.wait(PATIENCE)

    def kill_master(self) -> None:
        """Kill the Redis that the Sentinels call the master, and wait for the other's promotion."""
        before = self.master()
        self._processes[before].kill()
        self._processes[before].wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        while self.master() == before:
            if time.monotonic() > until:
                raise RuntimeError("no Sentinel promotes the replica")
            time.sleep(0.05)

    def replace_master(self) -> None:
        """Kill the master, wait for the promotion, and start it again as a replica."""
        killed = self.master()
        self.kill_master()
        self._start_redis(killed, "--replicaof", "127.0.0.1", str(self.master()))
        self._wait_until_known()

    def master(self) -> int:
        """Return the port of the Redis that the first Sentinel calls the master."""
        import redis

        with redis.Redis(port=self.sentinel_ports[0]) as sentinel:
            return int(sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME brisca")[1])

    def _start_redis(self, port: int, *more: str) -> None:
        line = [find_binary("redis-server"), "--port", str(port), "--bind", "127.0.0.1"]
        line += ["--dir", str(self.folder)]  # a replica writes what it gets into a file
        self._spawn(port, [*line, "--save", "", "--appendonly", "no", *more])

    def _start_sentinel(self, port: int, master: int) -> None:
        config = self.folder / f"sentinel-{port}.conf"
        config.write_text(
            f"port {port}\nbind 127.0.0.1\ndir {self.folder}\n"
            f"sentinel monitor brisca 127.0.0.1 {master} 2\n"
            "sentinel down-after-milliseconds brisca 1000\n"
            "sentinel failover-timeout brisca 4000\n"
        )
        self._spawn(port, [find_binary("redis-server"), str(config), "--sentinel"])

    def _spawn(self, port: int, line: list[str]) -> None:
        self._processes[port] = subprocess.Popen(line, stdout=subprocess.DEVNULL)
        wait_for_port(port)

    def _wait_until_known(self) -> None:
        import redis

        until = time.monotonic() + PATIENCE
        for port in self.sentinel_ports:
            with redis.Redis(port=port) as sentinel:
                while not self._knows_all(sentinel.sentinel_master("brisca")):
                    if time.monotonic() > until:
                        raise RuntimeError("the Sentinels do not find each other")
                    time.sleep(0.05)

    def _knows_all(self, state: dict[str, object]) -> bool:
        """Return True if a Sentinel sees the replica and all other Sentinels."""
        return state["num-slaves"] == 1 and state["num-other-sentinels"] == self.SENTINELS - 1
