"""`manage.py backup FILE`: write a complete, checked copy of the database while the site runs."""

from __future__ import annotations

import shlex
import subprocess
import time
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from brisca_site.base.stamps import write_stamp
from games.management.backups.encryption import Recipients, read_recipients
from games.management.backups.errors import BackupError
from games.management.backups.manifest import manifest_path
from games.management.backups.writing import name_for, prune, write_backup


class Command(BaseCommand):
    """Command: write a backup of the database at one moment, encrypted if there are recipients."""

    help = (
        "Copies the database (SQLite or PostgreSQL) to a new file while the site runs, with a "
        "manifest beside it. With recipients the file is encrypted by age."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("file", type=Path, help="The new file, or a folder: then its name says when it was.")
        add(
            "--recipient",
            action="append",
            metavar="age1...",
            help="A public key to encrypt for; repeatable. Else those of BACKUP_RECIPIENTS.",
        )
        add("--plain", action="store_true", help="Do not encrypt, even with BACKUP_RECIPIENTS.")
        add("--keep", type=_positive, metavar="N", help="Of a folder: delete all but the newest N.")
        add(
            "--expire",
            action="store_true",
            help="Of a folder: delete what is older than KEEP_BACKUPS_DAYS.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup, run BACKUP_COMMAND on it, and delete older ones, as the options say.

        Raises:
            CommandError: where the options exclude each other, the backup cannot be written, or
                BACKUP_COMMAND fails.
        """
        file: Path = options["file"]
        if (options["keep"] or options["expire"]) and not file.is_dir():
            _make_folder(file)
        into_folder = file.is_dir()
        try:
            recipients = _recipients(options)
            path = name_for(file, encrypted=bool(recipients)) if into_folder else file
            if settings.BACKUP_COMMAND and not recipients:
                raise CommandError("BACKUP_COMMAND copies backups elsewhere: give a recipient.")
            manifest = write_backup(path, recipients)
        except BackupError as error:
            raise CommandError(str(error)) from error
        state = "checked and encrypted" if recipients else "checked"
        self.stdout.write(f"{path}: {manifest.bytes} bytes, {state}, sha256 {manifest.sha256}")
        if settings.BACKUP_COMMAND:
            _run_command(path)
        write_stamp("backup", time.time())
        younger = settings.RETENTION["backups"] if options["expire"] else None
        if into_folder and (options["keep"] or younger):
            for deleted in prune(file, keep=options["keep"], younger=younger):
                self.stdout.write(f"{deleted}: deleted")


def _make_folder(folder: Path) -> None:
    """Create the folder of backups for this account alone; raise CommandError if that fails."""
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise CommandError(
            f"{folder} is no folder and cannot be made one ({error.strerror}): --keep and --expire "
            "are for a folder of backups."
        ) from error


def _recipients(options: dict[str, Any]) -> Recipients:
    """Return the public keys in the options or settings; raise CommandError for contradictions."""
    if options["plain"]:
        if options["recipient"]:
            raise CommandError("--plain and --recipient exclude each other.")
        return []
    return read_recipients(options["recipient"] or settings.BACKUP_RECIPIENTS)


def _run_command(file: Path) -> None:
    """Run the setting BACKUP_COMMAND, with `{file}`, `{manifest}`, `{folder}` filled in."""
    places = {
        "{file}": str(file.absolute()),
        "{manifest}": str(manifest_path(file).absolute()),
        "{folder}": str(file.absolute().parent),
    }
    line = shlex.split(settings.BACKUP_COMMAND)
    for place, path in places.items():
        line = [part.replace(place, path) for part in line]
    try:
        done = subprocess.run(line, check=False)  # noqa: S603 - the operator's own line
    except OSError as error:
        raise CommandError(f"BACKUP_COMMAND: {line[0]}: {error.strerror}") from error
    if done.returncode:
        raise CommandError(f"BACKUP_COMMAND ended with {done.returncode}; {file} stays.")


def _positive(text: str) -> int:
    """Parse an option's text as a number; raise ArgumentTypeError if it is below 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("a number from 1")
    return int(text)
