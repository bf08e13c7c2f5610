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

from tools.cluster import network, orphans
from tools.cluster.machine import PASSWORD, PROXY_PORT, SITE_PORT, Machine
from tools.soak.site import ROOT

NAMES: Final = ("one", "two", "three")
START_S: Final = 120.0
"""Seconds until everything has to be whole."""
LOGS: Final = ROOT / "var" / "cluster"
"""Where the logs of all processes are kept when a trial ends with an error."""
ASK_S: Final = 2.0
"""Seconds in which a part has to say how it is."""


class Installation:
    """Machines one and two with PostgreSQL, Redis and a proxy; all three with the site and etcd."""

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
        """Build the network and start all but the site; all of it ends with the block."""
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
        """Wait until nothing is lacking; RuntimeError with what is after START_S seconds."""
        wait_until(lambda: not self.troubles(), self._lacking)

    def _lacking(self) -> str:
        return f"still lacking: {', '.join(self.troubles(site=bool(self.env)))}"

    def troubles(self, *, site: bool = True) -> list[str]:
        """Return what is lacking."""
        found = [] if self.etcd_members() == len(NAMES) else ["a member of etcd"]
        roles = sorted(self.roles().values())
        found += [] if roles == ["leader", "sync_standby"] else [f"databases are {roles}"]
        found += [] if all(map(self._knows_all, self.machines)) else ["a Redis or a Sentinel"]
        if site:
            ready = [_answers(f"{one.address}:{SITE_PORT}/readyz") for one in self.machines]
            through = [_answers(f"{proxy}/healthz") for proxy in self.proxies]
            found += [] if all(ready) else ["a process of the site"]
            found += [] if all(through) else ["a proxy"]
        return found

    # -- who is what ------------------------------------------------------------------------------

    def roles(self) -> dict[str, str]:
        """Return the roles of the databases that run, as any Patroni tells them, by machine."""
        for machine in self.pair:
            told = _ask(f"{machine.address}:8008/cluster") or {"members": []}
            states = ("running", "streaming")
            roles = {one["name"]: one["role"] for one in told["members"] if one["state"] in states}
            if "leader" in roles.values():
                return roles
        return {}

    def role_of(self, machine: Machine) -> str:
        """Return what a machine's own Patroni says that its database is; "" where it says nothing."""
        told = _ask(f"{machine.address}:8008/patroni") or {}
        return str(told.get("role", "")).replace("master", "primary")

    def primary(self) -> Machine:
        """Return the machine of the primary."""
        roles = self.roles()
        return next(one for one in self.pair if roles.get(one.name) == "leader")

    def standby(self) -> Machine:
        """Return the machine of the standby."""
        primary = self.primary()
        return next(one for one in self.pair if one is not primary)

    def redis_master(self) -> Machine:
        """Return the machine of the Redis that Sentinels call the master."""
        import redis

        with redis.Redis(host=self.machines[2].address, port=26379) as sentinel:
            found = sentinel.execute_command("SENTINEL GET-MASTER-ADDR-BY-NAME brisca")
        return next(one for one in self.pair if one.address == found[0].decode())

    def etcd_leader(self) -> Machine | None:
        """Return the machine whose member leads etcd."""
        for machine in self.machines:
            told = _etcd_status(machine)
            if told.get("leader") and told["leader"] == told["header"]["member_id"]:
                return machine
        return None

    def etcd_members(self) -> int:
        """Return how many members of etcd follow a leader."""
        return sum(bool(_etcd_status(machine).get("leader")) for machine in self.machines)

    def _knows_all(self, machine: Machine) -> bool:
        """Return whether a machine's Sentinel sees a master, a replica that follows, and the others."""
        import redis

        with (
            contextlib.suppress(redis.RedisError, KeyError),
            redis.Redis(host=machine.address, port=26379, socket_timeout=ASK_S) as sentinel,
        ):
            master = sentinel.sentinel_master("brisca")
            replicas = sentinel.sentinel_slaves("brisca")
            others = master["num-other-sentinels"] == len(NAMES) - 1
            follows = [one["master-link-status"] for one in replicas] == ["ok"]
            well = not any(one["is_sdown"] or one["is_odown"] for one in (master, *replicas))
            return others and follows and well
        return False


def wait_until(done: Callable[[], bool], why: str | Callable[[], str]) -> None:
    """Wait until something holds; RuntimeError after START_S seconds."""
    until = time.monotonic() + START_S
    while not done():
        if time.monotonic() > until:
            raise RuntimeError(why if isinstance(why, str) else why())
        time.sleep(0.2)


def _etcd_status(machine: Machine) -> dict[str, Any]:
    return _ask(f"{machine.address}:2379/v3/maintenance/status", b"{}") or {}


def _ask(place: str, data: bytes | None = None) -> dict[str, Any] | None:
    """Return the JSON that an address answers, or None."""
    try:
        with urllib.request.urlopen(f"http://{place}", data, ASK_S) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except (OSError, ValueError):
        return None


def _answers(place: str) -> bool:
    """Return whether an address answers that all is well."""
    return _ask(place) is not None
