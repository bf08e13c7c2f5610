"""Check of the read replica: whether it is used, and how far it is behind."""

from __future__ import annotations

from collections.abc import Iterator

from brisca_site.replica_monitor import ReplicaMonitor, ReplicaProblem
from games.management.deploy_checks import Finding, at_risk, passed


def check_replica(monitor: ReplicaMonitor | None) -> Iterator[Finding]:
    """Check that the read replica is in use; yield the findings, none where `monitor` is None.

    `monitor` measures how far the replica is behind; it is None on a site without a replica.
    """
    if monitor is None:
        return
    monitor.check()
    problem = monitor.problem()
    if problem == ReplicaProblem.NONE:
        yield passed("read replica", f"it is {monitor.behind_s():.1f} s behind at most.")
    else:
        yield at_risk(
            "read replica",
            f"it {monitor.describe(problem)}: lists, statistics and downloads are read from the "
            "primary, which then bears their load. See DATABASE_REPLICA_URL and the standby's log.",
        )
