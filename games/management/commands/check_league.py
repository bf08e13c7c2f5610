"""Compute seasons of leagues again: divisions, matches, results, play-offs, and who goes up and down."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.leagues.models import League
from games.leagues.services.recount import faults


def _leagues_of(wanted: list[str]) -> list[League]:
    """Return the leagues with these public ids, or all; raise CommandError for a missing one."""
    rows = League.objects.prefetch_related("seasons__league").order_by("pk")
    if wanted:
        rows = rows.filter(public_id__in=wanted)
    if missing := set(wanted) - {row.public_id for row in rows}:
        raise CommandError(f"there is no league {', '.join(sorted(missing))}")
    return list(rows)


class Command(BaseCommand):
    """Command: compute seasons of leagues again, and print a line for each."""

    help = (
        f"{__doc__} Divisions follow from the season before and the ratings, matches from the seed, "
        "results from their tables and the organisers' log, and movements from the results. The "
        "status is 1 where anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("leagues", nargs="*", metavar="ID", help="all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute the leagues' seasons from what is stored, and print a line for each.

        Raises:
            CommandError: where a league does not exist, or a season does not follow from what is
                stored.
        """
        leagues = _leagues_of(options["leagues"])
        seasons = [season for league in leagues for season in league.seasons.all()]
        wrong = 0
        for season in seasons:
            season_faults = list(faults(season))
            wrong += bool(season_faults)
            for fault in season_faults or ["as computed"]:
                league = season.league
                self.stdout.write(f"{league.public_id} {league.name}, {season.number}: {fault}")
        if wrong:
            raise CommandError(f"{wrong} of {len(seasons)} seasons wrong", returncode=1)
