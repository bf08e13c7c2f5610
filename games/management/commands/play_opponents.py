"""Play tables of three at some of which two favour each other, and print how many the index finds."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", type=int, default=500, metavar="N", help="how many tables (500)")
        add("--colluding", type=int, default=50, metavar="N", help="with two who collude (50)")
        add("--share", type=float, default=1.0, metavar="S", help="of decisions they do so at (1)")
        add("--matches", type=int, default=60, metavar="N", help="that give positions (60)")
        add("--worlds", type=int, default=200, metavar="N", help="of each evaluation (200)")
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find positions, let the tables play them, and print how many the index finds.

        Raises:
            CommandError: no position counts.
        """
        from tools.laboratory import favour_contest as contest

        with Progress("matches", options["matches"]) as progress:
            found = contest.find_positions(
                options["matches"], options["seed"], worlds=options["worlds"], step=progress.step
            )
        if not found.counted:
            raise CommandError("no position counts: play more matches")
        self.stdout.write(
            f"{len(found.counted)} positions of {found.decisions} decisions in {found.deals} deals"
            f" count for an opponent; a player needs about {found.deals_needed} deals"
        )
        tables = contest.play_tables(
            found.counted,
            options["tables"],
            options["colluding"],
            options["seed"],
            share=options["share"],
        )
        for line in contest.table_of(tables):
            self.stdout.write(line)
