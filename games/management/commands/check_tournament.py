"""Compute tournaments again: pairs, decks, scores and standings."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.tournaments.models import Tournament
from games.tournaments.services.recount import faults


class Command(BaseCommand):
    """Command: compute tournaments again, and print a line for each."""

    help = (
        f"{__doc__} Every round is paired again from its stored input, every deck is made again "
        "from the seed, and scores and standings are computed from the points of the games. The "
        "status is 1 where anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournaments", nargs="*", metavar="ID", help="all without any")

    def handle(self, *args: Any, **options: Any) -> None:
        """Recompute the tournaments from what is stored, and print a line for each.

        Raises:
            CommandError: a tournament does not exist, or its pairings, standings or scores differ
                from those computed anew from what is stored.
        """
        rows = Tournament.objects.select_related("ruleset").order_by("pk")
        if options["tournaments"]:
            rows = rows.filter(public_id__in=options["tournaments"])
        if missing := set(options["tournaments"]) - {row.public_id for row in rows}:
            raise CommandError(f"there is no tournament {', '.join(sorted(missing))}")
        wrong = 0
        for row in rows:
            tournament_faults = list(faults(row))
            wrong += bool(tournament_faults)
            for fault in tournament_faults or ["as computed"]:
                self.stdout.write(f"{row.public_id} {row.name}: {fault}")
        if wrong:
            raise CommandError(f"{wrong} of {len(rows)} tournaments wrong", returncode=1)
