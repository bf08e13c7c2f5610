"""Play pairs of which some see each other's cards, and print how many the index finds."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--pairs", type=int, default=500, metavar="N", help="how many pairs (500)")
        add("--cheating", type=int, default=50, metavar="N", help="how many of them cheat (50)")
        add("--matches", type=int, default=60, metavar="N", help="that give positions (60)")
        add("--worlds", type=int, default=200, metavar="N", help="of each evaluation (200)")
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")
        add("--plot", type=Path, metavar="FILE", help="where an SVG picture of it is written")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find positions, let the pairs play them, and print and plot how many the index finds.

        Raises:
            CommandError: no position counts.
        """
        from tools.laboratory import partner_contest as contest

        with Progress("matches", options["matches"]) as progress:
            found = contest.find_positions(
                options["matches"], options["seed"], worlds=options["worlds"], step=progress.step
            )
        if not found.counted:
            raise CommandError("no position counts: play more matches")
        self.stdout.write(
            f"{len(found.counted)} of {found.decisions} decisions in {found.deals} deals count;"
            f" a pair needs about {found.deals_needed} deals"
        )
        pairs = contest.play_pairs(
            found.counted, options["pairs"], options["cheating"], options["seed"]
        )
        for line in contest.table_of(pairs):
            self.stdout.write(line)
        if options["plot"]:
            options["plot"].write_text(contest.plot_of(pairs))
