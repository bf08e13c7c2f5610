"""Prepare what `serve` needs: database, house bots, puzzles, the day's deal, static files."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.management.recounts import is_served, needed_recounts
from games.puzzles.services.making import load_set
from games.services import daily


class Command(BaseCommand):
    """Command: prepare the database and, in a process of its own, the static files."""

    help = (
        "Bring the database up to date, make the house's bots, load puzzles, make the deal of the day and "
        "collect static files. Each part is quick where nothing changed, so this may run before every start. "
        "It may also run while the older release serves: what is to be counted anew is then named."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--recount-later",
            action="store_true",
            help="name what is to be counted anew, and do not count it now",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare the database and the static files, and print how long that took.

        Raises:
            CommandError: where static files could not be collected.
        """
        began = time.monotonic()
        self._say("Collecting styles, scripts and pictures, and meanwhile:")
        with self._collecting() as collecting:
            try:
                self._prepare_database(recount_later=options["recount_later"])
            except BaseException:
                collecting.terminate()
                raise
            self._say("  the rest of the styles, scripts and pictures")
            _, errors = collecting.communicate()
        if collecting.returncode:
            raise CommandError(f"static files were not collected:\n{errors.strip()}")
        self._say(f"Prepared in {time.monotonic() - began:.0f} s.")

    def _prepare_database(self, *, recount_later: bool) -> None:
        """Migrate the database, count figures where needed, create bots, load puzzles and make the day's deal."""
        self._say("  the database")
        call_command("migrate", verbosity=0, stdout=self.stdout)
        self._say("  figures and ratings")
        self._recount(is_later=recount_later)
        call_command("rebuild_stats", if_needed=True, stdout=self.stdout)
        self._say("  the house's bots")
        call_command("house_bots", stdout=self.stdout)
        self._say("  puzzles")
        load_set()
        self._say("  the deal of the day")
        daily.turn_days(now=timezone.now())

    def _recount(self, *, is_later: bool) -> None:
        """Recount sums made by old rules, unless servers run or it is to be done later."""
        recounts = needed_recounts()
        if not recounts:
            return
        is_later = is_later or is_served()
        for recount in recounts:
            minutes = f"about {recount.minutes()} min"
            if is_later:
                self._say(
                    f"  This release counts {recount.title} anew. Once all processes run it: "
                    f"manage.py {recount.command} ({minutes}; the site may run meanwhile)"
                )
            else:
                self._say(f"  {recount.title} are counted anew: {minutes}")
                call_command(recount.command, stdout=self.stdout)

    def _collecting(self) -> subprocess.Popen[str]:
        """Start `collectstatic` in its own process, as it needs no database."""
        manage = Path(settings.BASE_DIR) / "manage.py"
        command = [sys.executable, str(manage), "collectstatic", "--noinput", "--verbosity", "0"]
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)  # noqa: S603 - ourselves

    def _say(self, text: str) -> None:
        """Print a line of output without delay."""
        self.stdout.write(text)
        self.stdout.flush()
