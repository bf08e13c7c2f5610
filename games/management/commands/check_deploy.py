"""Check a running installation for failures that it would not survive."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from brisca_site.base.redis_servers import SCHEME
from games.management.deploy_checks import Finding
from games.management.deploy_checks.database import check_database
from games.management.deploy_checks.machine import (
    check_backup_age,
    check_certificate,
    check_disk,
    check_reports,
)
from games.management.deploy_checks.processes import check_backups, check_processes
from games.management.deploy_checks.redis_servers import check_redis

RISK: Final = "AT RISK"
NOTE: Final = "note   "


class Command(BaseCommand):
    """Command: print a line for each check of an installation; fail if a loss would stop tables."""

    help = (
        "Look at the database, Redis, the processes and the backups of this installation, and say "
        "which losses would stop tables or lose moves, and what to do. Run it on a machine of the "
        "site, with its settings. A risk that only further machines take away is a note on a site "
        "of one machine. The status is 1 where anything is at risk."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--machines",
            choices=("one", "several"),
            help="How many machines the site has; else it follows from the settings.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the findings of all checks of the installation.

        Raises:
            CommandError: a loss of some part would stop tables or lose moves.
        """
        machines = options["machines"]
        several = machines == "several" if machines else has_several_machines()
        findings = list(_findings(several=several))
        for finding in findings:
            self.stdout.write(f"{_mark(finding, several)} {finding.subject}: {finding.text}")
        risks = sum(_mark(finding, several) == RISK for finding in findings)
        self.stdout.write(
            f"Checked as a site of {'several machines' if several else 'one machine'}."
        )
        if risks:
            raise CommandError(f"{risks} of {len(findings)} at risk", returncode=1)


def has_several_machines() -> bool:
    """Return whether the settings suit a site whose servers are on several machines."""
    hosts = str(settings.DATABASES["default"].get("HOST", ""))
    sentinels = urlsplit(settings.REDIS_URL).scheme == SCHEME
    return "," in hosts or sentinels


def _mark(finding: Finding, several: bool) -> str:
    """Return the mark printed before a finding: ok, at risk, or a note for one machine."""
    if finding.survives:
        return "ok     "
    return NOTE if finding.needs_machines and not several else RISK


def _findings(*, several: bool) -> Iterator[Finding]:
    """Yield the findings of all checks of the installation."""
    return chain(
        check_database(str(settings.DATABASES["default"].get("HOST", ""))),
        check_redis(settings.REDIS_URL),
        check_processes(
            secret_key_in_environment="SECRET_KEY" in os.environ,
            can_be_several=bool(settings.REDIS_URL and settings.DATABASE_URL),
        ),
        check_backups(recipients=len(settings.BACKUP_RECIPIENTS), command=settings.BACKUP_COMMAND),
        check_backup_age(time.time(), made_here=not several),
        check_disk(Path(settings.VAR_DIR)),
        check_certificate(settings.SITE_URL if settings.HTTPS else ""),
        check_reports(admins=len(settings.ADMINS), sends_mail=bool(settings.EMAIL_URL)),
    )
