"""Compute what past matches say of partners who know hidden cards, and of favoured opponents."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from brisca_site.base.progress import Progress
from games.services.collusion_counts import compute_decisions, matches_without_decisions


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--limit", type=int, help="at most so many matches, the latest first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute and store figures about partners' decisions in analysed matches without them."""
        matches = matches_without_decisions()
        if options["limit"] is not None:
            matches = matches[: options["limit"]]
        ids = list(matches.values_list("pk", flat=True))
        done = 0
        with Progress("matches", len(ids)) as progress:
            for pk in ids:
                done += compute_decisions(match=matches.model.objects.get(pk=pk))
                progress.step()
        self.stdout.write(f"{done} matches computed")
