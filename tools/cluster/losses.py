"""Losses: each takes one thing from the installation and returns the function that puts it back."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import psycopg

from tools.cluster import network
from tools.cluster.installation import Installation, wait_until
from tools.cluster.machine import Machine

PutBack = Callable[[], None]
FILE_BYTES: Final = 1 << 20
SWITCHES: Final = 12
"""Number of files of the write-ahead log to end, so that PostgreSQL needs room for new ones."""
CLOCK_S: Final = 5.0
"""Seconds that a wrong clock is ahead."""


@dataclass(frozen=True)
class Loss:
    """A fault for a running cluster, lasting `lasts_s` seconds, with the longest allowed wait.

    The limit says how long players may wait because of the fault.
    """

    title: str
    take: Callable[[Installation], PutBack]
    limit_s: float | None = None
    """Seconds that anybody may wait for an acknowledgement; None: not limited, but measured."""
    lasts_s: float = 3.0


def nothing(installation: Installation) -> PutBack:
    """Take nothing away: the measurement without a fault, for comparison."""
    return lambda: None


def site(installation: Installation) -> PutBack:
    """Kill a process of the site, on a different machine each time; return how to undo it."""
    machine = min(installation.machines, key=lambda candidate: len(candidate.killed))
    machine.kill_site()
    return lambda: machine.start_site(installation.env)


def proxy(installation: Installation) -> PutBack:
    """Kill the proxy of machine one; return how to undo it."""
    machine = installation.pair[0]
    machine.kill("haproxy")
    return machine.start_proxy


def primary(installation: Installation) -> PutBack:
    """Kill the primary database and its Patroni, wait for the standby's promotion."""
    machine, other = installation.primary(), installation.standby()
    machine.kill("patroni")
    wait_until(lambda: installation.role_of(other) == "primary", "nobody is promoted")
    return machine.start_patroni


def standby(installation: Installation) -> PutBack:
    """Kill the standby database and its Patroni; return how to undo it."""
    machine = installation.standby()
    machine.kill("patroni")
    return machine.start_patroni


def redis(installation: Installation) -> PutBack:
    """Kill the Redis master, and wait until its replica is promoted."""
    machine = installation.redis_master()
    machine.kill("redis")
    wait_until(lambda: installation.redis_master() is not machine, "no replica is promoted")
    return machine.start_redis


def etcd(installation: Installation) -> PutBack:
    """Kill the etcd member that leads; return how to undo it."""
    machine = installation.etcd_leader()
    if machine is None:
        raise RuntimeError("etcd has no leader")
    machine.kill("etcd")
    return machine.start_etcd


def partition(installation: Installation) -> PutBack:
    """Drop all network packets between the machines of the primary and the standby."""
    place, other_place = installation.primary().place, installation.standby().place
    network.part(place, other_place)
    return lambda: network.join(place, other_place)


def machine(installation: Installation) -> PutBack:
    """Take the machine of the primary database off the network, with all its services."""
    lost, other = installation.primary(), installation.standby()
    network.unplug(lost.name)
    wait_until(lambda: installation.role_of(other) == "primary", "nobody is promoted")
    return lambda: network.plug(lost.name)


def disk_of_primary(installation: Installation) -> PutBack:
    """Fill the disk of the primary database; return how to undo it."""
    return _fill_disk(installation, installation.primary())


def disk_of_standby(installation: Installation) -> PutBack:
    """Fill the disk of the standby database; return how to undo it."""
    return _fill_disk(installation, installation.standby())


def clock(installation: Installation) -> PutBack:
    """Replace machine three's site process by one whose clock is CLOCK_S seconds ahead."""
    return _wrong_clock(installation, CLOCK_S)


def clock_behind(installation: Installation) -> PutBack:
    """Replace machine three's site process by one whose clock is CLOCK_S seconds behind."""
    return _wrong_clock(installation, -CLOCK_S)


def _wrong_clock(installation: Installation, shift: float) -> PutBack:
    three = installation.machines[2]
    three.kill_site()
    three.start_site(installation.env, shift)

    def right() -> None:
        three.kill_site()
        three.start_site(installation.env)

    return right


def _fill_disk(installation: Installation, machine: Machine) -> PutBack:
    """Fill a machine's disk of PostgreSQL, and make PostgreSQL need more; return the undoing."""
    filler = machine.data / "filler"
    with filler.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(FILE_BYTES))
            file.flush()
    with (
        contextlib.suppress(psycopg.Error),
        psycopg.connect(installation.administrator, connect_timeout=2, autocommit=True) as line,
    ):
        for _ in range(SWITCHES):
            line.execute("SELECT pg_logical_emit_message(false, 'cluster', 'full')")
            line.execute("SELECT pg_switch_wal()")
            time.sleep(0.02)
    return filler.unlink


PROCESS_S: Final = 3.0
PRIMARY_S: Final = 15.0
LOSSES: Final = {
    "nothing": Loss("nothing", nothing),
    "site": Loss("a process of the site", site, PROCESS_S),
    "proxy": Loss("a proxy", proxy, PROCESS_S),
    "primary": Loss("the primary database", primary, PRIMARY_S),
    "standby": Loss("the standby", standby, PRIMARY_S),
    "redis": Loss("Sentinel's master", redis, PRIMARY_S),
    "etcd": Loss("etcd's leader", etcd, PRIMARY_S),
    "partition": Loss("the network between two machines", partition, PRIMARY_S, lasts_s=10.0),
    "machine": Loss("the primary's machine, unplugged", machine, PRIMARY_S, lasts_s=8.0),
    "disk-primary": Loss("disk space of the primary", disk_of_primary, PRIMARY_S, lasts_s=15.0),
    "disk-standby": Loss("disk space of the standby", disk_of_standby, PRIMARY_S, lasts_s=10.0),
    "clock": Loss("a correct clock (ahead)", clock, PROCESS_S, lasts_s=10.0),
    "clock-behind": Loss("a correct clock (behind)", clock_behind, PROCESS_S, lasts_s=10.0),
}
