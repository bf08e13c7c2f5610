"""Rebuild all figures and ratings from the records of finished matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.progress import Progress
from games.models import Match
from games.models.matches import MatchStatus
from games.services.fairness import check_old_reports
from games.stats.clubs import rebuild_club_figures
from games.stats.rebuild import rebuild, uncounted


class Command(BaseCommand):
    help = (
        "Counts figures and ratings anew from the records of finished matches, says what differed "
        "and puts it right. The site may run meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="write nothing; end with 1 where figures are not what the records say",
        )
        parser.add_argument(
            "--if-needed",
            action="store_true",
            help="only where matches are finished that no figure has counted",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild or check the figures, and print how many rows differed.

        Raises:
            CommandError: with `--check`, where figures are not what the records say.
        """
        if not options["check"] and (checked := check_old_reports()):
            self.stdout.write(f"{checked} reports of shuffles checked")
        if options["if_needed"] and not uncounted():
            return
        total = Match.objects.filter(status=MatchStatus.FINISHED).count()
        with Progress("matches", total) as progress:
            done, differing = rebuild(check=options["check"], step=progress.step)
        if not options["check"] and (club_rows := rebuild_club_figures()):
            differing["club figures"] = club_rows
        self.stdout.write(f"{done} matches counted")
        for name, count in differing.items():
            self.stdout.write(f"{name}: {count} differed")
        if options["check"] and differing:
            raise CommandError("the figures are not what the records say")
