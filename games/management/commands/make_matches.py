"""Make finished matches of made-up people, the same for the same seed and options.

A run that was stopped continues where it was.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--count", type=int, required=True, metavar="N", help="how many matches")
        add("--seed", default="0", metavar="S", help="the same seed makes the same matches (0)")
        add(
            "--fresh",
            type=int,
            metavar="F",
            help="play so many (4000); the others are dealt the decks of one of them again",
        )
        add("--people", type=int, metavar="P", help="how many people (by the number of matches)")
        add("--months", type=int, default=24, metavar="M", help="over so many months (24)")
        add("--until", default="2026-11-01", metavar="DATE", help="ending before (2026-11-01)")
        add("--workers", type=int, metavar="W", help="processes that play (one a processor)")
        add(
            "--indexes-last",
            action="store_true",
            help="of an empty site on PostgreSQL: indexes and references are built at the end",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Make finished matches of made-up people, and print how many.

        Raises:
            CommandError: where an option is wrong.
        """
        from tools.laboratory.fixtures.make_matches import make_matches

        self.stdout.write(make_matches(options))
