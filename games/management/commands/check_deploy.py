"""Say what a running installation would not survive."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from brisca_site.replica_monitor import replica_monitor
from games.management.deploy_checks import Finding
from games.management.deploy_checks.database import check_database
from games.management.deploy_checks.processes import check_backups, check_processes
from games.management.deploy_checks.read_replica import check_replica
from games.management.deploy_checks.redis_servers import check_redis


class Command(BaseCommand):
    """Command: print a line for each check of an installation; fail if a loss would stop tables."""

    help = (
        "Look at the database, Redis, the processes and the backups of this installation, and say "
        "which losses would stop tables or lose moves, and what to do. Run it on a machine of the "
        "site, with its settings. The status is 1 where anything is at risk."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the result of every check.

        Raises:
            CommandError: a loss of some part would stop tables or lose moves.
        """
        found = list(_findings())
        for finding in found:
            mark = "ok     " if finding.survives else "AT RISK"
            self.stdout.write(f"{mark} {finding.subject}: {finding.text}")
        risks = sum(not finding.survives for finding in found)
        if risks:
            raise CommandError(f"{risks} of {len(found)} at risk", returncode=1)


def _findings() -> Iterator[Finding]:
    """Yield the findings of all checks."""
    return chain(
        check_database(str(settings.DATABASES["default"].get("HOST", ""))),
        check_replica(replica_monitor()),
        check_redis(settings.REDIS_URL),
        check_processes(secret_key_in_environment="SECRET_KEY" in os.environ),
        check_backups(recipients=len(settings.BACKUP_RECIPIENTS), command=settings.BACKUP_COMMAND),
    )
