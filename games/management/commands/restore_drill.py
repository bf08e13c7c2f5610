"""`manage.py restore_drill FILE`: restore a backup on trial, check it, and time the steps."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.backups.errors import BackupError
from games.management.backups.restoring import Drill, run_drill
from games.management.backups.writing import age_of, newest_backup

RECORDS: Final = 100
"""How many records of matches are verified by default."""


class Command(BaseCommand):
    """Command: restore a backup into a scratch database, check it and delete it."""

    help = (
        "Decrypts a backup, restores it into a database of its own, checks it, and deletes all of "
        "that; tells the seconds of each step, and ends with 1 where the backup is not good."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add(
            "file",
            type=Path,
            help="The backup, or the folder of the newest; its manifest lies beside it.",
        )
        add("--identity", type=Path, metavar="FILE", help="The private key, if it is encrypted.")
        add(
            "--records",
            type=int,
            default=RECORDS,
            metavar="N",
            help=f"Finished matches to verify, chosen at random ({RECORDS}); 0: all.",
        )
        add(
            "--server",
            default=settings.DATABASE_URL,
            metavar="URL",
            help="Of a dump: the PostgreSQL server to create a database on (DATABASE_URL's).",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the restore drill; print how long it took in seconds, and how old the backup is.

        Raises:
            CommandError: where the backup is missing or not good, or `--records` is negative.
        """
        if options["records"] < 0:
            raise CommandError("--records is a number from 0")
        file: Path = options["file"]
        if file.is_dir():
            newest = newest_backup(file)
            if newest is None:
                raise CommandError(f"{file} holds no backup")
            file = newest
        drill = Drill(file, options["identity"], options["records"], options["server"])
        # A drill that is told to stop deletes what it has made.
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
        try:
            result = run_drill(drill, self._report)
        except BackupError as error:
            raise CommandError(f"{drill.file} is NOT good: {error}") from error
        finally:
            signal.signal(signal.SIGTERM, before)
        age = age_of(result.manifest).total_seconds()
        self.stdout.write(
            f"{drill.file} is good: restored in {result.restored_s:.1f} s, checked in "
            f"{result.checked_s:.1f} s; {age / 3600:.1f} hours old: what came since would be lost"
        )

    def _report(self, step: str, seconds: float) -> None:
        """Print a finished step of the restore drill with its seconds."""
        self.stdout.write(f"{seconds:8.2f} s  {step}")
        self.stdout.flush()
