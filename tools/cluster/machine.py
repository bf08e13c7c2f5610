"""One of the three machines: its processes, each started from a template of the documents."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tests.support.database_servers import find_binary
from tests.support.server_process import PATIENCE, ServerProcess
from tests.support.site import ROOT
from tools.cluster import network, templates
from tools.cluster.needs import program

DATABASE_BYTES: Final = 1 << 31
"""The size of the disk that PostgreSQL writes to."""
SITE_PORT: Final = 8001
PROXY_PORT: Final = 8080
PASSWORD: Final = "only-here"  # noqa: S105 - of servers that nobody but the trial reaches
FAKETIME: Final = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"


class SiteProcess(ServerProcess):
    """One process of the site (`manage.py serve`) on a machine."""

    def stop(self) -> int:
        """End the site's process as a deployment does; return its exit code."""
        self._process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        self.kill()
        return int(self._process.returncode)


class Machine:
    """A simulated machine: a network namespace with a folder, and processes started by name."""

    def __init__(self, number: int, name: str, folder: Path) -> None:
        self.name, self.address = name, network.address(number)
        self.folder = folder / name
        self.site: SiteProcess | None = None
        self.killed: list[SiteProcess] = []
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def place(self) -> tuple[str, str]:
        """Return the machine's name and address."""
        return self.name, self.address

    @property
    def data(self) -> Path:
        """Return the folder on which PostgreSQL's disk is mounted."""
        return self.folder / "disk"

    def prepare(self) -> None:
        """Create the machine's folders and the disk for PostgreSQL."""
        for name in ("etcd", "redis", "sentinel", "disk", "run"):
            (self.folder / name).mkdir(parents=True)
        size = f"size={DATABASE_BYTES},mode=0755"
        mount = [program("mount"), "-t", "tmpfs", "-o", size, "tmpfs", str(self.data)]
        subprocess.run(mount, check=True)
        for folder in (self.data, self.folder / "run"):
            os.chown(folder, _postgres(), _postgres())

    def values(self, service: str) -> dict[str, str]:
        """Return the values of the placeholders in the configuration templates."""
        first, second, third = (network.address(number) for number in (1, 2, 3))
        data = self.data / "main" if service == "patroni" else self.folder / service
        return {
            "ONE": first,
            "TWO": second,
            "THREE": third,
            "SELF": self.address,
            "NAME": self.name,
            "NETWORK": f"{network.NETWORK}.0/24",
            "DATA": str(data),
            "RUN": str(self.folder / "run"),
            "BIN": str(Path(find_binary("initdb")).parent),
            "PASSWORD": PASSWORD,
            "SITE": "localhost",
            "BIND": f"{self.address}:{PROXY_PORT}",
        }

    def start_etcd(self) -> None:
        """Start this machine's member of etcd."""
        self._start("etcd", [program("etcd"), "--config-file", self._config("etcd.yml", "etcd")])

    def start_patroni(self) -> None:
        """Start Patroni, which starts PostgreSQL."""
        line = [program("patroni"), self._config("patroni.yml", "patroni")]
        self._start("patroni", line, _postgres())

    def start_redis(self, *, replica: bool = False) -> None:
        """Start Redis; its configuration stays as Redis and Sentinel have written it."""
        config = self.folder / "redis.conf"
        if not config.exists():
            self._config("redis.conf", "redis")
            if replica:
                config.write_text(config.read_text() + f"replicaof {network.address(1)} 6379\n")
        self._start("redis", [program("redis-server"), str(config)])

    def start_sentinel(self) -> None:
        """Start this machine's Redis Sentinel."""
        config = self._config("sentinel.conf", "sentinel")
        self._start("sentinel", [program("redis-server"), config, "--sentinel"])

    def start_proxy(self) -> None:
        """Start HAProxy."""
        self._start("haproxy", [program("haproxy"), "-f", self._config("haproxy.cfg", "haproxy")])

    def start_site(self, env: Mapping[str, str], shift: float = 0.0) -> None:
        """Start a process of the site whose clock is `shift` seconds ahead, and wait until it listens.

        Only the time of day is shifted: a wrong clock does not change how fast time passes.
        """
        line = [sys.executable, "manage.py", "serve", "--host", self.address]
        line = network.within(self.name, [*line, "--port", str(SITE_PORT)])
        about = {**env, "ALLOWED_HOSTS": "*"}
        if shift:
            wrong = {"LD_PRELOAD": FAKETIME, "FAKETIME": f"{shift:+}"}
            about |= {**wrong, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
        ready = f"Brisca is at http://{self.address}:{SITE_PORT}/"
        self.site = SiteProcess(line, about, ready, ROOT)
        self.site.wait_until_ready()

    def kill_site(self) -> None:
        """Kill the machine's process of the site."""
        if self.site is not None:
            self.site.kill()
            self.killed.append(self.site)
            self.site = None

    def kill(self, name: str) -> None:
        """Kill a process of the machine by name; with Patroni its PostgreSQL too."""
        process = self._running.pop(name)
        process.kill()
        process.wait(PATIENCE)
        if name == "patroni":
            self._kill_postgres()

    def keep_logs(self, folder: Path) -> None:
        """Copy the log of each process into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for log in self.folder.glob("*.log"):
            shutil.copy(log, folder / f"{self.name}-{log.name}")
        for number, site in enumerate([*self.killed, *filter(None, [self.site])]):
            text = "\n".join(site.lines)
            (folder / f"{self.name}-site-{number}.log").write_text(text)

    def end(self) -> None:
        """Kill all processes of this simulated machine."""
        self.kill_site()
        for name in list(self._running):
            self.kill(name)

    def _kill_postgres(self) -> None:
        """Kill PostgreSQL's first process; its other processes notice and end too."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "main" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGKILL)

    def _config(self, template: str, service: str) -> str:
        target = self.folder / template
        return str(templates.write(template, target, self.values(service)))

    def _start(self, name: str, line: list[str], user: int | None = None) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            about: dict[str, Any] = {"stdout": log, "stderr": log, "cwd": "/"}
            self._running[name] = subprocess.Popen(
                network.within(self.name, line, user), stdin=subprocess.DEVNULL, **about
            )


def _postgres() -> int:
    """Return the id of the user that PostgreSQL runs as."""
    return pwd.getpwnam("postgres").pw_uid
