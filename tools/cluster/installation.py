"""The installation of three machines: started in order, asked how it is, and put right again."""

from __future__ import annotations

import contextlib
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.support.site import ROOT
from tools.cluster import network, orphans
from tools.cluster.machine import PASSWORD, PROXY_PORT, SITE_PORT, Machine

NAMES: Final = ("one", "two", "three")
START_S: Final = 120.0
"""Seconds within which all services must be healthy."""
LOGS: Final = ROOT / "var" / "cluster"
"""Where the logs of all processes are kept when a trial ends with an error."""
ASK_S: Final = 2.0
"""Seconds within which a service must answer about its health."""


class Installation:
    """The installed cluster: PostgreSQL, Redis and a proxy on machines one and two, and more.

    All three machines have the site and etcd.
    """

    def __init__(self, folder: Path) -> None:
        self.machines = [Machine(at, name, folder) for at, name in enumerate(NAMES, start=1)]
        self.pair = self.machines[:2]
        first, second = (f"{machine.address}:5432" for machine in self.pair)
        servers = f"{first},{second}/postgres?target_session_attrs=read-write"
        self.postgres = f"postgres://brisca:{PASSWORD}@{servers}"
        self.administrator = f"postgres://postgres:{PASSWORD}@{servers}"
        sentinels = ",".join(f"{machine.address}:26379" for machine in self.machines)
        self.redis = f"sentinel://:{PASSWORD}@{sentinels}/brisca/0"
        self.proxies = [f"{machine.address}:{PROXY_PORT}" for machine in self.pair]
        self.env: dict[str, str] = {}

    @contextlib.contextmanager
    def running(self) -> Iterator[Installation]:
        """Build the network and start all services but the site; all end with the block."""
        network.build(NAMES)
        for machine in self.machines:
            machine.prepare()
        try:
            with orphans.waited_for():
                self._start_stores()
                yield self
        except RuntimeError as error:
            for machine in self.machines:
                machine.keep_logs(LOGS)
            raise RuntimeError(f"{error}; what was logged is in {LOGS}") from error
        finally:
            for machine in self.machines:
                machine.end()

    def _start_stores(self) -> None:
        for machine in self.machines:
            machine.start_etcd()
        wait_until(lambda: self.etcd_leader() is not None, "etcd has no leader")
        for machine in self.pair:
            machine.start_patroni()
            machine.start_redis(replica=machine is not self.pair[0])
        for machine in self.machines:
            machine.start_sentinel()
        wait_until(lambda: not self.troubles(site=False), self._lacking)

    def start_site(self, env: dict[str, str]) -> None:
        """Start a process of the site on each machine, and the proxies."""
        self.env = env
        for machine in self.machines:
            machine.start_site(env)
        for machine in self.pair:
            machine.start_proxy()
        self.wait_until_whole()

    def wait_until_whole(self) -> None:
        """Wait until no service is missing or unhealthy.

        Raises:
            RuntimeError: a part still is after START_S seconds; the text names it.
        """
        wait_until(lambda: not self.troubles(), self._lacking)

    def _lacking(self) -> str:
        return f"still lacking: {', '.join(self.troubles(site=bool(self.env)))}"

    def troubles(self, *, site: bool = True) -> list[str]:
        """Return a text for each service that is missing or unhealthy."""
        lacking = [] if self.etcd_members() == len(NAMES) else ["a member of etcd"]
        roles = sorted(self.roles().values())
        lacking += [] if roles == ["leader", "sync_standby"] else [f"databases are {roles}"]
        lacking += [] if all(map(self._knows_all, self.machines)) else ["a Redis or a Sentinel"]
        if site:
            ready = [_answers(f"{machine.address}:{SITE_PORT}/readyz") for machine in self.machines]
            through = [_answers(f"{proxy}/healthz") for proxy in self.proxies]
            lacking += [] if all(ready) else ["a process of the site"]
            lacking += [] if all(through) else ["a proxy"]
        return lacking

    # -- who is what ------------------------------------------------------------------------------

    def roles(self) -> dict[str, str]:
        """Return machine -> role of its running database, from the first Patroni that knows."""
        for machine in self.pair:
            cluster = _ask(f"{machine.address}:8008/cluster") or {"members": []}
            states = ("running", "streaming")
            roles = {
                member["name"]: member["role"]
                for member in cluster["members"]
                if member["state"] in states
            }
            if "leader" in roles.values():
                return roles
        return {}

    def role_of(self, machine: Machine) -> str:
        """Return the role of a machine's database by its own Patroni; "" without an answer."""
        state = _ask(f"{machine.address}:8008/patroni") or {}
        return str(state.get("role", "")).replace("master", "primary")

    def primary(self) -> Machine:
        """Return the machine with the primary database."""
        roles = self.roles()
        return next(machine for machine in self.pair if roles.get(machine.name) == "leader")

    def standby(self) -> Machine:
        """Return the machine with the standby database."""
        primary = self.primary()
        return next(machine for machine in self.pair if machine is not primary)

    def redis_master(self) -> Machine:
        """Return the machine whose Redis is the master, as Sentinel says."""
        import redis

        with redis.Redis(host=self.machines[2].address, port=26379) as sentinel:
            address = sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME brisca")
        return next(machine for machine in self.pair if machine.address == address[0].decode())

    def etcd_leader(self) -> Machine | None:
        """Return the machine whose member leads etcd."""
        for machine in self.machines:
            status = _etcd_status(machine)
            if status.get("leader") and status["leader"] == status["header"]["member_id"]:
                return machine
        return None

    def etcd_members(self) -> int:
        """Return the number of etcd members that follow a leader."""
        return sum(bool(_etcd_status(machine).get("leader")) for machine in self.machines)

    def _knows_all(self, machine: Machine) -> bool:
        """Return True if a machine's Sentinel sees master, replica and the other Sentinels."""
        import redis

        with (
            contextlib.suppress(redis.RedisError, KeyError),
            redis.Redis(host=machine.address, port=26379, socket_timeout=ASK_S) as sentinel,
        ):
            master = sentinel.sentinel_master("brisca")
            replicas = sentinel.sentinel_slaves("brisca")
            others = master["num-other-sentinels"] == len(NAMES) - 1
            follows = [replica["master-link-status"] for replica in replicas] == ["ok"]
            well = not any(
                server["is_sdown"] or server["is_odown"] for server in (master, *replicas)
            )
            return others and follows and well
        return False


def wait_until(done: Callable[[], bool], why: str | Callable[[], str]) -> None:
    """Wait until `done` returns True.

    Raises:
        RuntimeError: it does not within START_S seconds; `why` is the text.
    """
    until = time.monotonic() + START_S
    while not done():
        if time.monotonic() > until:
            raise RuntimeError(why if isinstance(why, str) else why())
        time.sleep(0.2)


def _etcd_status(machine: Machine) -> dict[str, Any]:
    return _ask(f"{machine.address}:2379/v3/maintenance/status", b"{}") or {}


def _ask(place: str, data: bytes | None = None) -> dict[str, Any] | None:
    """Return the JSON at a URL, or None without an answer."""
    try:
        with urllib.request.urlopen(f"http://{place}", data, ASK_S) as answer:
            body: dict[str, Any] = json.load(answer)
            return body
    except (OSError, ValueError):
        return None


def _answers(place: str) -> bool:
    """Return True if a URL answers with JSON, as a healthy service does."""
    return _ask(place) is not None
