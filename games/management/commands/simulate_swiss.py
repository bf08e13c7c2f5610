"""Simulate Swisses between bots, and print how often the best pair wins, by the way decks are dealt."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.progress import Progress

LEAST = 2
"""Fewest Swisses from which figures can be told."""


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tournaments", type=int, default=1000, metavar="N",
            help="of each way to deal (1000)")  # fmt: skip
        add("--strength-deals", type=int, default=6000, metavar="N",
            help="by which the strength of each of the 64 pairs is measured before (6000)")  # fmt: skip
        add("--only", choices=("own", "same", "seat"), action="append",
            help="own decks, same decks, or same decks drawn by seat; all without it")  # fmt: skip
        add("--processes", type=int, default=2, metavar="N", help="that play side by side (2)")
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the Swiss tournaments and print a table of results, with standard errors.

        Raises:
            CommandError: there are too few Swisses, deals or processes.
        """
        from tools.laboratory.swiss_luck import KINDS, measure, table_of, total_deals

        count, strength = options["tournaments"], options["strength_deals"]
        if count < LEAST or strength < LEAST or options["processes"] < 1:
            raise CommandError(f"at least {LEAST} Swisses and deals, and one process, are needed")
        names = dict(zip(("own", "same", "seat"), KINDS, strict=True))
        kinds = [kind for name, kind in names.items() if name in (options["only"] or names)]
        with Progress("deals", total_deals(count, strength, len(kinds))) as progress:
            found = measure(
                count,
                strength,
                options["seed"],
                kinds=kinds,
                processes=options["processes"],
                step=progress.step,
            )
            rows = list(found)
        for line in table_of(rows):
            self.stdout.write(line)
