"""Play careers of players who finish or leave matches, and print whom the rule pauses."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--careers", type=int, default=100_000, metavar="N", help="how many (100000)")
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate careers of players; print a line per temper and number of matches a week."""
        from tools.laboratory.careers import play_careers, table_of

        for line in table_of(play_careers(options["careers"], options["seed"])):
            self.stdout.write(line)
