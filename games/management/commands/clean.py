"""Delete data that is older than the site promises to keep it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.retention import CLEANERS as OF_ACCOUNTS
from accounts.retention import Cleaner
from brisca_site.base.progress import Progress
from games.clubs.services.succession import pass_idle_owners
from games.site.retention import CLEANERS as OF_GAMES

ROWS_A_BATCH: Final = 200
"""Rows deleted in one transaction; a player's move waits for one transaction at most."""
CLEANERS: Final = {**OF_ACCOUNTS, **OF_GAMES}
"""Functions that delete old data, by the names in `settings.RETENTION`."""


class Command(BaseCommand):
    """Command: delete old data by `settings.RETENTION`; safe to repeat, and while the site runs."""

    help = "Deletes what is older than the site keeps it: sessions, addresses, chat, reports, ..."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="Count, and delete nothing.")
        parser.add_argument(
            "--only",
            action="append",
            choices=sorted(CLEANERS),
            metavar="NAME",
            help=f"One kind of data; repeatable. One of: {', '.join(sorted(CLEANERS))}.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete the old data of each kind, or with an option only count; print the numbers."""
        now = timezone.now()
        for name in options["only"] or [name for name in settings.RETENTION if name in CLEANERS]:
            before = now - settings.RETENTION[name]
            counts = [cleaner.count(before) for cleaner in CLEANERS[name]]
            if options["dry_run"]:
                self.stdout.write(f"{name}: {sum(counts)} would be deleted")
                continue
            deleted = 0
            with Progress(name, sum(counts)) as progress:
                for count in _clean(CLEANERS[name], before):
                    deleted += count
                    progress.step(count)
            self.stdout.write(f"{name}: {deleted} deleted")
        if not options["only"] and not options["dry_run"]:
            pass_idle_owners(now=now)


def _clean(cleaners: Sequence[Cleaner], before: datetime) -> Iterator[int]:
    """Delete the old rows that cleaners find, in batches; yield each batch's number of rows."""
    for cleaner in cleaners:
        yield from cleaner.clean(before, ROWS_A_BATCH)
