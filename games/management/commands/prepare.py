"""Prepare what `serve` needs: the database, the house's bots, puzzles and the static files."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.services.puzzle_making import load_set


class Command(BaseCommand):
    """Command: prepare the database and, in a process of its own, the static files."""

    help = (
        "Bring the database up to date, make the house's bots, load puzzles and collect static "
        "files. Each part is quick where nothing changed, so this may run before every start."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Run all parts and print how long they took.

        Raises:
            CommandError: where static files could not be collected.
        """
        began = time.monotonic()
        self._say("Collecting styles, scripts and pictures, and meanwhile:")
        with self._collecting() as collecting:
            try:
                self._prepare_database()
            except BaseException:
                collecting.terminate()
                raise
            self._say("  the rest of the styles, scripts and pictures")
            _, errors = collecting.communicate()
        if collecting.returncode:
            raise CommandError(f"static files were not collected:\n{errors.strip()}")
        self._say(f"Prepared in {time.monotonic() - began:.0f} s.")

    def _prepare_database(self) -> None:
        """Migrate the database, count figures where needed, create bots and load puzzles."""
        self._say("  the database")
        call_command("migrate", verbosity=0, stdout=self.stdout)
        self._say("  figures and ratings")
        call_command("rebuild_stats", if_needed=True, stdout=self.stdout)
        self._say("  the house's bots")
        call_command("house_bots", stdout=self.stdout)
        self._say("  puzzles")
        load_set()

    def _collecting(self) -> subprocess.Popen[str]:
        """Start `collectstatic` in a process of its own, as it needs no database."""
        manage = Path(settings.BASE_DIR) / "manage.py"
        command = [sys.executable, str(manage), "collectstatic", "--noinput", "--verbosity", "0"]
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603 - ourselves

    def _say(self, text: str) -> None:
        """Print a line at once."""
        self.stdout.write(text)
        self.stdout.flush()
