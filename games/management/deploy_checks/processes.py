"""Checks of the site's processes, of what they share, and of the backups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.utils import timezone

from games.management.deploy_checks import Finding, at_risk, passed
from games.models import Worker

ALIVE_WITHIN: Final = timedelta(seconds=30)
"""Age of a sign of life that still counts."""


def check_processes(
    *, secret_key_in_environment: bool, can_be_several: bool = True
) -> Iterator[Finding]:
    """Check whether the site would survive the loss of a serving process; yield the findings.

    `can_be_several`: the site has a database and a Redis that several processes may share.
    """
    alive = Worker.objects.filter(last_alive__gt=timezone.now() - ALIVE_WITHIN).count()
    if alive > 1:
        yield passed("processes", f"{alive} serve: one may be lost.")
    elif alive == 1:
        yield at_risk(
            "processes",
            "one serves: when it is lost, so is every table until it is back.",
            needs_machines=not can_be_several,
        )
    else:
        yield at_risk("processes", "none gave a sign of life within 30 s: nothing serves.")
    if secret_key_in_environment:
        yield passed("secret key", "it is in the environment, the same for all processes.")
    else:
        yield at_risk(
            "secret key",
            "it is in a file of this machine: on another one everybody would be signed out. Set "
            "SECRET_KEY, the same on all machines.",
            needs_machines=True,
        )


def check_backups(*, recipients: int, command: str) -> Iterator[Finding]:
    """Check that backups are encrypted and copied elsewhere; yield the findings."""
    if not command:
        yield at_risk(
            "backups",
            "BACKUP_COMMAND is not set: backups stay on this machine and are lost with it.",
        )
    elif not recipients:
        yield at_risk(
            "backups",
            "they are copied elsewhere in the clear: set BACKUP_RECIPIENTS.",
        )
    else:
        yield passed("backups", "they are encrypted and copied elsewhere.")
