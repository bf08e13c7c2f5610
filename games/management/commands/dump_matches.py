"""Write records of finished matches, one file a month: the months named, or all past ones."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brisca_site.base.progress import Progress
from games.management.dumps import bounds, month_of, write_dump
from games.models import Match
from games.selectors.dumps import dumps


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument(
            "--month", action="append", metavar="YYYY-MM", help="may be given again; in UTC"
        )
        which.add_argument(
            "--missing", action="store_true", help="every month that is over and has no file"
        )
        which.add_argument("--all", action="store_true", help="every month that is over, again")
        parser.add_argument("--out", type=Path, metavar="DIR", help="there, not where /data/ looks")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the monthly files of records that the options name.

        Raises:
            CommandError: where a month is written wrongly or its file cannot be written.
        """
        folder: Path = options["out"] or settings.DATA_DIR
        months: list[str] = options["month"] or _over()
        if options["missing"]:
            written = {dump.month for dump in dumps(folder)}
            months = [month for month in months if month not in written]
        for month in months:
            self._dump(month, folder)

    def _dump(self, month: str, folder: Path) -> None:
        """Write the file of a month's records and print its size; CommandError if that fails."""
        try:
            since, until = bounds(month)
        except ValueError:
            raise CommandError(f"--month {month!r}: write it as 2026-03") from None
        total = Match.objects.filter(finished_at__gte=since, finished_at__lt=until).count()
        try:
            with Progress(month, total) as progress:
                dump = write_dump(month, folder, progress.step)
        except OSError as error:
            raise CommandError(f"cannot write to {folder}: {error.strerror}") from None
        self.stdout.write(
            f"{dump.file}: {dump.matches} matches, {dump.bytes} bytes, sha256 {dump.sha256}"
        )


def _over() -> list[str]:
    """Return all months (`2026-03`) from the first finished match to the last complete month."""
    ended = Match.objects.filter(finished_at__isnull=False).order_by("finished_at")
    first = ended.values_list("finished_at", flat=True).first()
    now, months = month_of(timezone.now()), []
    month = None if first is None else month_of(first)
    while month is not None and month < now:
        months.append(month)
        month = month_of(bounds(month)[1])
    return months
