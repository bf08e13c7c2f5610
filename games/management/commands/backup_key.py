"""`manage.py backup_key FILE`: make the key pair for which backups are encrypted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.management.backups.encryption import new_identity


class Command(BaseCommand):
    """Command: write a new private key and print its public key; do not run it on the server."""

    help = (
        "Makes a key pair of age: writes the private key to FILE, to be kept off the server, and "
        "prints the public key, which BACKUP_RECIPIENTS takes."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="Where the private key goes; a new file.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the private key into a new file and print the public key.

        Raises:
            CommandError: where the file exists or cannot be written.
        """
        file: Path = options["file"]
        private, public = new_identity()
        lines = (f"# created: {timezone.now():%Y-%m-%dT%H:%M:%SZ}", f"# public key: {public}")
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        with os.fdopen(handle, "w") as target:
            target.write("\n".join((*lines, private, "")))
        self.stdout.write(public)
