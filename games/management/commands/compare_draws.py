"""Play decks again with the sides turned, and print how alike the results are by order of drawing."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from brisca_site.base.progress import Progress

MIN_DECKS = 10
"""Minimum number of decks for meaningful figures."""


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--decks", type=int, default=12_000, metavar="N",
            help="of each game, played by chance from the learned preferences (12000)")  # fmt: skip
        add("--bot-decks", type=int, default=3_000, metavar="N",
            help="of each game, played by the bots learned and rules (3000)")  # fmt: skip
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play decks between bots and print a table of the results, with standard errors.

        Raises:
            CommandError: there are too few decks.
        """
        from tools.laboratory.deck_correlation import measure, table_of, total_deals

        sizes = options["decks"], options["bot_decks"]
        if min(sizes) < MIN_DECKS:
            raise CommandError(f"at least {MIN_DECKS} decks are needed")
        with Progress("deals", total_deals(*sizes)) as progress:
            rows = list(measure(*sizes, options["seed"], progress.step))
        for line in table_of(rows):
            self.stdout.write(line)
