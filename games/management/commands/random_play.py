"""Play random deals of all presets and seatings, and check the engine after every step."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--deals", type=int, default=20000, help="how many deals together (20000)")
        add("--players", default="2,3,4,5,6", help="numbers of players (2,3,4,5,6)")
        add("--preset", default="", help="presets, comma between (all)")
        add("--seed", default="0", help="the same seed plays the same again (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play random deals, and print what was counted and how fast.

        Raises:
            CommandError: where a check fails, or an option is wrong.
        """
        from tools.laboratory.random_play import play_deals, tables_for

        tables, began = tables_for(options["players"], options["preset"]), time.monotonic()
        counts = play_deals(tables, options["deals"], options["seed"])
        spent = time.monotonic() - began
        for line in counts.lines():
            self.stdout.write(line)
        self.stdout.write(
            f"everything holds; {spent:.1f} s, {counts.done['deals'] / spent:.0f} deals/s"
        )
