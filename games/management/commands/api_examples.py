"""Store real answers as examples of the API's document: fill a temporary site, serve it and ask it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.api.core.examples import answers_file


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--only",
            metavar="OPERATION",
            nargs="+",
            default=[],
            help="ask only these operations, such as list_matches, and keep the other examples",
        )
        parser.add_argument(
            "--out",
            type=Path,
            default=answers_file(),
            help="the file to write; the site reads %(default)s when it starts",
        )
        parser.add_argument(
            "--inside", action="store_true", help="(the command adds this when it calls itself)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write example answers of the API, in a process that runs on a temporary site.

        Raises:
            CommandError: an operation of `--only` does not exist, or that process fails.
        """
        if not options["inside"]:
            self._run_on_temporary_site(options["only"], options["out"])
            return
        from tools.laboratory.api_examples import UnknownOperationError, write_examples

        try:
            self.stdout.write(write_examples(options["out"], options["only"]))
        except UnknownOperationError as error:
            raise CommandError(str(error)) from None

    def _run_on_temporary_site(self, only: list[str], out: Path) -> None:
        """Run this command again on a temporary database.

        Raises:
            CommandError: that process fails.
        """
        with tempfile.TemporaryDirectory(prefix="brisca-examples-") as folder:
            site = {"VAR_DIR": folder, "DATABASE_URL": "", "LOG_LEVEL": "ERROR", "REDIS_URL": ""}
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "api_examples"]
            command += ["--inside", "--out", str(out.resolve())]
            command += ["--only", *only] if only else []
            process = subprocess.run(command, env={**os.environ, **site}, check=False)  # noqa: S603 - ourselves
        if process.returncode:
            raise CommandError("the examples could not be made")
