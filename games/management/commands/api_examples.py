"""Write the examples of the API's document anew: a site of its own is filled, served and asked."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--inside", action="store_true", help="(what it calls itself with)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the examples of the API's document, in a process that runs on a temporary site.

        Raises:
            CommandError: where that process fails.
        """
        if not options["inside"]:
            self._in_a_site_of_its_own()
            return
        from tools.laboratory.api_examples import write_examples

        self.stdout.write(write_examples())

    def _in_a_site_of_its_own(self) -> None:
        """Run this command again on a temporary database; raise CommandError where it fails."""
        with tempfile.TemporaryDirectory(prefix="brisca-examples-") as folder:
            site = {"VAR_DIR": folder, "DATABASE_URL": "", "LOG_LEVEL": "ERROR", "REDIS_URL": ""}
            command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "api_examples"]
            done = subprocess.run([*command, "--inside"], env={**os.environ, **site}, check=False)  # noqa: S603 - ourselves
        if done.returncode:
            raise CommandError("the examples could not be made")
