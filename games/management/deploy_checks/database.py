"""Checks of PostgreSQL: the standby, what a commit waits for, the archive, the clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Final

from django.db import connection

from games.management.deploy_checks import Finding, at_risk, passed

SYNCHRONOUS: Final = ("sync", "quorum")
"""States of standbys that a commit waits for."""
DURABLE: Final = ("on", "remote_apply")
"""Values of `synchronous_commit` with which a standby has a commit on its disk."""
MAX_CLOCK_DIFFERENCE_S: Final = 0.5
"""Seconds that the clock of this machine may differ from the database's."""
ARCHIVE_PAGE: Final = "docs/howto/point-in-time-recovery.md"
"""Page that tells operators how to archive the log."""


def check_database(hosts: str) -> Iterator[Finding]:
    """Check whether the site would survive the loss of a database server; yield the findings.

    `hosts` are the hosts of `DATABASE_URL`, separated by commas.
    """
    if connection.vendor != "postgresql":
        yield at_risk(
            "database",
            "SQLite: one file on one machine, for one process. The loss of its disk loses all that "
            "happened since the last backup; use PostgreSQL with a standby.",
            needs_machines=True,
        )
        return
    yield _hosts(hosts)
    standby = _standbys()
    yield standby
    yield from _durability(with_standby=standby.survives)
    yield _archive()
    yield _clock()


def _hosts(hosts: str) -> Finding:
    """Check whether DATABASE_URL names a standby server; return the finding."""
    names = hosts.split(",")
    if len(names) > 1:
        return passed("servers", f"{len(names)} servers are named: the site follows the primary.")
    return at_risk(
        "servers",
        "DATABASE_URL names one server: when it is lost, every table waits for a person. Name all "
        "of them, as in postgres://user:password@one,two/brisca (or the address of a proxy that "
        "follows the primary).",
        needs_machines=True,
    )


def _standbys() -> Finding:
    """Check whether commits wait for a connected standby server; return the finding."""
    with connection.cursor() as cursor:
        # The states of other roles' connections are hidden from a role without pg_monitor.
        cursor.execute("SELECT application_name, sync_state FROM pg_stat_replication")
        standbys = cursor.fetchall()
        cursor.execute("SHOW synchronous_standby_names")
        waits_for = cursor.fetchone()[0]
    synchronous = [name for name, state in standbys if state in SYNCHRONOUS]
    if synchronous:
        return passed("standby", f"commits wait for {', '.join(sorted(synchronous))}.")
    if waits_for and any(state is None for _name, state in standbys):
        return at_risk(
            "standby",
            "there is a standby, but its state is hidden from the site's account: "
            "GRANT pg_monitor TO it, then ask again.",
        )
    if standbys:
        return at_risk(
            "standby",
            "commits wait for no standby: acknowledged moves of the last moment are lost with the "
            "primary. Set synchronous_standby_names.",
        )
    return at_risk(
        "standby",
        "no standby follows: when the machine of the database is lost, so is all that happened "
        "since the last backup.",
        needs_machines=True,
    )


def _durability(*, with_standby: bool) -> Iterator[Finding]:
    """Check whether a commit is on disk when it is acknowledged; return the finding.

    `with_standby`: commits wait for a standby.
    """
    settings = {name: _show(name) for name in ("synchronous_commit", "fsync", "full_page_writes")}
    wrong = [name for name in ("fsync", "full_page_writes") if settings[name] != "on"]
    if settings["synchronous_commit"] not in DURABLE:
        wrong.append("synchronous_commit")
    if wrong:
        unsafe_settings = ", ".join(f"{name} = {settings[name]}" for name in sorted(wrong))
        yield at_risk(
            "commits", f"{unsafe_settings}: a crash loses acknowledged moves. Set each to on."
        )
    else:
        disks = "the disks of the primary and of a standby" if with_standby else "the disk"
        yield passed("commits", f"a commit is on {disks} before it counts.")


def _archive() -> Finding:
    """Check whether PostgreSQL's log is archived, for a restore to a point in time."""
    if _show("archive_mode") == "off":
        return at_risk(
            "archive",
            "archive_mode = off: a restore goes back to the last backup, not to a point in time. "
            f"{ARCHIVE_PAGE} says how to archive the log.",
            needs_machines=True,
        )
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT last_archived_time IS NULL,"
            " coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)"
            " FROM pg_stat_archiver"
        )
        never, failing = cursor.fetchone()
    if failing:
        return at_risk(
            "archive",
            "archive_command fails: see the log of PostgreSQL. Meanwhile the disk of the database "
            f"fills, and no later moment can be restored. {ARCHIVE_PAGE} says what the archive needs.",
        )
    if never:
        return at_risk(
            "archive",
            "nothing was archived yet: run SELECT pg_switch_wal() to try, and compare with "
            f"{ARCHIVE_PAGE}.",
        )
    return passed("archive", "the log is archived.")


def _clock() -> Finding:
    """Check whether the clocks of this machine and the database agree."""
    with connection.cursor() as cursor:
        before = time.time()
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        database_time = float(cursor.fetchone()[0])
        here = (before + time.time()) / 2
    difference = abs(database_time - here)
    if difference > MAX_CLOCK_DIFFERENCE_S:
        return at_risk(
            "clock",
            f"this machine and the database differ by {difference:.1f} s: turns end too early or "
            "too late. Run NTP on both.",
        )
    return passed("clock", "this machine and the database agree on the time.")


def _show(name: str) -> Any:
    """Return the value of a setting of the PostgreSQL server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        return cursor.fetchone()[0]
