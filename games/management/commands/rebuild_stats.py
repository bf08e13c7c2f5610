"""Rebuild all figures and ratings from the records of finished matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brisca_site.base.progress import Progress
from games.clubs.services.season_figures import rebuild_club_figures
from games.models import Match, Player
from games.models.matches import MatchStatus
from games.services.fairness import check_old_reports
from games.services.recounts import recount
from games.stats.rebuild import uncounted
from games.stats.recount import RatingMove

SHOWN_MOVES: Final = 10
"""Number of the largest changes of ratings that are printed."""


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
            "--dry-run", action="store_true", help="write nothing; print what would change"
        )
        parser.add_argument(
            "--if-needed",
            action="store_true",
            help="only where matches are finished that no figure has counted",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild or check all figures and ratings, and print how many rows differed.

        Raises:
            CommandError: with `--check`, where figures are not what the records say.
        """
        read_only: bool = options["check"] or options["dry_run"]
        if not read_only and (reports := check_old_reports()):
            self.stdout.write(f"{reports} reports of shuffles checked")
        if options["if_needed"] and not uncounted():
            return
        total = Match.objects.filter(status=MatchStatus.FINISHED).count()
        with Progress("matches", total) as progress:
            counted, differing, moves = recount(check=read_only, step=progress.step)
        if not read_only and (club_rows := rebuild_club_figures()):
            differing["club figures"] = club_rows
        self.stdout.write(f"{counted} matches counted")
        for name, count in differing.items():
            self.stdout.write(f"{name}: {count} differed")
        self._print_moves(moves)
        if options["check"] and differing:
            raise CommandError("the figures are not what the records say")

    def _print_moves(self, moves: Sequence[RatingMove]) -> None:
        """Print how many players' shown ratings changed, and the largest changes."""
        if not moves:
            return
        largest = moves[:SHOWN_MOVES]
        names = dict(
            Player.objects.filter(pk__in=[move.player for move in largest]).values_list(
                "pk", "name"
            )
        )
        self.stdout.write(
            f"{len(moves)} ratings of players are shown otherwise; the largest changes:"
        )
        for move in largest:
            change = move.after - move.before
            self.stdout.write(
                f"  {names[move.player]} ({move.pool}): {move.before} -> {move.after} ({change:+})"
            )
