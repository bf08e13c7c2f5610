"""`manage.py backup FILE`: a whole copy of the SQLite database while the site runs."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection


class Command(BaseCommand):
    """Copy the database as it is at one moment, check the copy, then give it its name."""

    help = "Copy the SQLite database to a new file while the site runs. PostgreSQL has pg_dump."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="Where the copy goes; it must not exist.")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "sqlite":
            raise CommandError("The database is not SQLite: pg_dump is its backup.")
        if file.exists():
            raise CommandError(f"{file} is there already.")
        part = file.with_name(f"{file.name}.part")
        # Seeds of running deals and hashes of passwords are in it: it is for its owner alone.
        with contextlib.suppress(FileNotFoundError):
            part.unlink()
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        try:
            self._copy(part)
            part.rename(file)
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes, checked")

    def _copy(self, part: Path) -> None:
        connection.ensure_connection()
        with contextlib.closing(sqlite3.connect(part)) as copy:
            connection.connection.backup(copy)  # one moment of the WAL; nobody waits for it
            copy.execute("PRAGMA journal_mode=DELETE")
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            orphans = copy.execute("PRAGMA foreign_key_check").fetchone()
        if verdict != "ok" or orphans is not None:
            raise CommandError(f"The copy is not sound: {verdict}, {orphans}")
        with part.open("rb") as copied:
            os.fsync(copied.fileno())
